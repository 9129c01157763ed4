// The derived tables of phantom, read again: what its report is made of.
//
// Values: no thread rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/phantom/player.h"
#include "experiments/crosstable.h"
#include "experiments/experiment.h"
#include "experiments/phantom/schema.h"
#include "experiments/statistics/elo.h"

namespace tenuki {

struct PhantomCell {
  std::string player;
  std::string opponent;
  // By PhantomSummaryColumn, from kPhantomSummaryFirstCount on.
  std::array<int64_t, kPhantomSummaryNumColumns> counts{};

  int64_t games() const { return counts[kPhantomSummaryGames]; }
  // Points of phantom.player, a draw being half a win: in all games, as Black.
  Proportion Score() const;
  Proportion ScoreAsBlack() const;
  PairCounts Pairs() const;
  // Of one of the two in the order of `games`: column is kPhantomPlayerProposals and so on.
  int64_t Count(PhantomGamesColumn column) const {
    return counts[kPhantomSummaryPlayerProposals + int{column} - int{kPhantomPlayerProposals}];
  }
};

// One for each cell of the plan, also for those without games.
absl::StatusOr<std::vector<PhantomCell>> ReadPhantomSummary(const Plan& plan, TableSource& derived_tables);

// The three boards of the first cell that has any.
struct ThreeBoards {
  int32_t cell = 0;
  int64_t unit = 0;
  int32_t game = 0;
  int32_t ply = 0;
  // Black's, the referee's, White's.
  struct OneBoard {
    std::string black;
    std::string white;
    int32_t hidden = 0;
  };
  std::array<OneBoard, 3> boards;
};
absl::StatusOr<std::optional<ThreeBoards>> ReadThreeBoards(TableSource& derived_tables);

}  // namespace tenuki
