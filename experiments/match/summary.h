// The derived table `summary`, read again: what a match's report is made of.
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<CellSummary> cells, ReadSummary(plan, derived_tables));
//   cells[0].Score();                     // points of match.player over games
//
// Values: no thread rules.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "experiments/match/schema.h"
#include "experiments/statistics/elo.h"
#include "experiments/statistics/proportion_tests.h"

namespace tenuki {

struct CellSummary {
  std::string player;
  std::string opponent;
  // By SummaryColumn, from kSummaryFirstCount on.
  std::array<int64_t, kSummaryNumColumns> counts{};

  int64_t games() const { return counts[kSummaryGames]; }
  // Points of match.player, a draw being half a win: in all games, as Black, as White.
  Proportion Score() const;
  Proportion ScoreAsBlack() const;
  Proportion ScoreAsWhite() const;
  PairCounts Pairs() const;
};

// One for each cell of the plan, also for those without games.
absl::StatusOr<std::vector<CellSummary>> ReadSummary(const Plan& plan, TableSource& derived_tables);

}  // namespace tenuki
