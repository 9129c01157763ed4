// The rows that phantom writes: `games`, and `observations` where they are asked for, in batches of whole units.
//
//   ABSL_ASSIGN_OR_RETURN(PhantomRows rows, PhantomRows::Make(phantom, sink));
//   rows.Add(game, referee, transcript);
//   ABSL_RETURN_IF_ERROR(rows.EndUnit());
//   ABSL_RETURN_IF_ERROR(rows.Flush());
//
// One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "engine/phantom/player.h"
#include "engine/phantom/referee.h"
#include "experiments/table_rows.h"
#include "experiments/tables.h"
#include "tenuki/v1/phantom.pb.h"

namespace tenuki {

// What one side did in a game.
struct SideCounts {
  int64_t proposals = 0;
  int64_t refusals = 0;
  int64_t captures = 0;
  PhantomEffort effort;
};

// A game that is over, besides what its referee knows.
struct PhantomGame {
  int64_t unit = 0;
  int game = 0;
  uint64_t player_seed = 0;
  uint64_t opponent_seed = 0;
  SideCounts player;
  SideCounts opponent;
  std::string proposals;

  // In the first game of a pair the player is Black.
  Color player_color() const { return game == 0 ? Color::kBlack : Color::kWhite; }
};

class PhantomRows {
 public:
  static absl::StatusOr<PhantomRows> Make(const v1::Phantom& phantom, TableSink& sink);

  void Add(const PhantomGame& game, const Referee& referee);
  // Hands batches on when they are large enough.
  absl::Status EndUnit();
  absl::Status Flush();

 private:
  PhantomRows(bool has_observations, TableSink& sink, TableRows games, TableRows observations)
      : has_observations_(has_observations),
        sink_(&sink),
        games_(std::move(games)),
        observations_(std::move(observations)) {}

  void AddObservations(const PhantomGame& game, const PlayerView& view);

  bool has_observations_;
  TableSink* sink_;
  TableRows games_;
  TableRows observations_;
  int64_t num_rows_ = 0;
};

}  // namespace tenuki
