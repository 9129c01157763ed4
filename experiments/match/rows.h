// The rows that a match writes: `games`, and `moves` where they are asked for, in batches of whole units.
//
//   ABSL_ASSIGN_OR_RETURN(MatchRows rows, MatchRows::Make(match, sink));
//   ABSL_RETURN_IF_ERROR(rows.Add({.unit = 3, .game = 0, …}, played));
//   ABSL_RETURN_IF_ERROR(rows.EndUnit());
//   ABSL_RETURN_IF_ERROR(rows.Flush());
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/match/played_game.h"
#include "experiments/tables.h"
#include "tenuki/v1/match.pb.h"

namespace tenuki {

// What is known of a game before it is played.
struct GamePlace {
  int64_t unit = 0;
  int game = 0;
  std::optional<int32_t> opening = {};
  uint64_t player_seed = 0;
  uint64_t opponent_seed = 0;
  // What engines were told (MatchSide::told).
  std::optional<std::string> player_told = {};
  std::optional<std::string> opponent_told = {};

  // In the first game of a pair the player is Black.
  Color player_color() const { return game == 0 ? Color::kBlack : Color::kWhite; }
};

class MatchRows {
 public:
  // `match` and `sink` must outlive it.
  static absl::StatusOr<MatchRows> Make(const v1::Match& match, TableSink& sink);

  absl::Status Add(const GamePlace& place, const PlayedGame& played);
  // Hands batches on when they are large enough.
  absl::Status EndUnit();
  absl::Status Flush();

 private:
  // Of one table.
  struct Table {
    size_t index = 0;
    // Null where no rows are asked for.
    std::unique_ptr<arrow::RecordBatchBuilder> builder;
    int64_t num_rows = 0;

    template <typename Builder, typename T>
    absl::Status Append(int column, const T& value);
    template <typename Builder, typename T>
    absl::Status AppendOrNull(int column, const std::optional<T>& value);
    absl::Status Flush(TableSink& sink);
  };

  MatchRows(const v1::Match& match, TableSink& sink, Table games, Table moves)
      : match_(match), sink_(sink), games_(std::move(games)), moves_(std::move(moves)) {}

  absl::Status AddGame(const GamePlace& place, const PlayedGame& played);
  absl::Status AddMoves(const GamePlace& place, const PlayedGame& played);

  const v1::Match& match_;
  TableSink& sink_;
  Table games_;
  Table moves_;
};

}  // namespace tenuki
