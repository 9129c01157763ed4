#include "experiments/match/rows.h"

#include <string>
#include <utility>

#include "absl/status/status_macros.h"
#include "common/arrow_status.h"
#include "experiments/match/schema.h"

namespace tenuki {
namespace {

// Rows to a batch, or some more: a few hundred kilobytes, so that a long job does not hold all of its rows.
constexpr int64_t kMaxBatchRows = 8192;

absl::StatusOr<std::unique_ptr<arrow::RecordBatchBuilder>> BuilderOf(const std::shared_ptr<arrow::Schema>& schema) {
  return FromArrow(arrow::RecordBatchBuilder::Make(schema, arrow::default_memory_pool()));
}

std::string_view NameOf(Color color, Color player_color) { return color == player_color ? "player" : "opponent"; }

}  // namespace

template <typename Builder, typename T>
absl::Status MatchRows::Table::Append(int column, const T& value) {
  return FromArrow(builder->GetFieldAs<Builder>(column)->Append(value));
}

template <typename Builder, typename T>
absl::Status MatchRows::Table::AppendOrNull(int column, const std::optional<T>& value) {
  auto& field = *builder->GetFieldAs<Builder>(column);
  return FromArrow(value.has_value() ? field.Append(*value) : field.AppendNull());
}

absl::Status MatchRows::Table::Flush(TableSink& sink) {
  if (num_rows == 0) return absl::OkStatus();
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(builder->Flush()));
  num_rows = 0;
  return sink.Append(index, std::move(batch));
}

absl::StatusOr<MatchRows> MatchRows::Make(const v1::Match& match, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<arrow::RecordBatchBuilder> games, BuilderOf(GamesSchema()));
  std::unique_ptr<arrow::RecordBatchBuilder> moves;
  if (match.record_moves()) {
    ABSL_ASSIGN_OR_RETURN(moves, BuilderOf(MovesSchema()));
  }
  return MatchRows(match, sink, {.index = 0, .builder = std::move(games)}, {.index = 1, .builder = std::move(moves)});
}

absl::Status MatchRows::Add(const GamePlace& place, const PlayedGame& played) {
  ABSL_RETURN_IF_ERROR(AddGame(place, played));
  return match_.record_moves() ? AddMoves(place, played) : absl::OkStatus();
}

absl::Status MatchRows::AddGame(const GamePlace& place, const PlayedGame& played) {
  const Color color = place.player_color();
  std::optional<double> margin;
  if (played.black_lead_half_points.has_value()) {
    margin = (color == Color::kBlack ? 1 : -1) * *played.black_lead_half_points / 2.0;
  }
  std::optional<double> engine_margin;
  if (played.engine_black_lead_half_points.has_value()) {
    engine_margin = (color == Color::kBlack ? 1 : -1) * *played.engine_black_lead_half_points / 2.0;
  }
  const std::string_view winner = played.winner == Color::kEmpty ? "nobody" : NameOf(played.winner, color);
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::Int64Builder>(kGamesUnit, place.unit));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::Int32Builder>(kGamesGame, place.game));
  ABSL_RETURN_IF_ERROR(games_.AppendOrNull<arrow::Int32Builder>(kGamesOpening, place.opening));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::StringBuilder>(kGamesPlayerColor, ColorName(color)));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::UInt64Builder>(kGamesPlayerSeed, place.player_seed));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::UInt64Builder>(kGamesOpponentSeed, place.opponent_seed));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::StringBuilder>(kGamesWinner, winner));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::StringBuilder>(kGamesReason, played.reason));
  ABSL_RETURN_IF_ERROR(games_.AppendOrNull<arrow::DoubleBuilder>(kGamesMargin, margin));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::Int32Builder>(kGamesPlies, played.NumPlies()));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::Int64Builder>(kGamesPlayerPlayouts, played.NumPlayouts(color)));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::Int64Builder>(kGamesOpponentPlayouts, played.NumPlayouts(Opponent(color))));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::StringBuilder>(kGamesMoves, played.Moves(match_.board_size())));
  ABSL_RETURN_IF_ERROR(games_.Append<arrow::Int32Builder>(kGamesDeadStones, played.num_dead_stones));
  ABSL_RETURN_IF_ERROR(games_.AppendOrNull<arrow::DoubleBuilder>(kGamesEngineMargin, engine_margin));
  ABSL_RETURN_IF_ERROR(games_.AppendOrNull<arrow::StringBuilder>(kGamesFailure, played.failure));
  ABSL_RETURN_IF_ERROR(games_.AppendOrNull<arrow::StringBuilder>(kGamesPlayerTold, place.player_told));
  ABSL_RETURN_IF_ERROR(games_.AppendOrNull<arrow::StringBuilder>(kGamesOpponentTold, place.opponent_told));
  ++games_.num_rows;
  return absl::OkStatus();
}

absl::Status MatchRows::AddMoves(const GamePlace& place, const PlayedGame& played) {
  for (size_t ply = 0; ply < played.plies.size(); ++ply) {
    const PlayedPly& each = played.plies[ply];
    const std::string move = each.move.has_value() ? ToGtp(match_.board_size(), *each.move) : "resign";
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::Int64Builder>(kMovesUnit, place.unit));
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::Int32Builder>(kMovesGame, place.game));
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::Int32Builder>(kMovesPly, static_cast<int32_t>(ply)));
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::StringBuilder>(kMovesColor, ColorName(each.color)));
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::StringBuilder>(kMovesBy, NameOf(each.color, place.player_color())));
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::StringBuilder>(kMovesMove, move));
    ABSL_RETURN_IF_ERROR(moves_.Append<arrow::Int64Builder>(kMovesPlayouts, each.info.playouts));
    ABSL_RETURN_IF_ERROR(moves_.AppendOrNull<arrow::Int32Builder>(kMovesVisits, each.info.visits));
    ABSL_RETURN_IF_ERROR(moves_.AppendOrNull<arrow::DoubleBuilder>(kMovesWinRate, each.info.win_rate));
    ++moves_.num_rows;
  }
  return absl::OkStatus();
}

absl::Status MatchRows::EndUnit() {
  return games_.num_rows < kMaxBatchRows && moves_.num_rows < kMaxBatchRows ? absl::OkStatus() : Flush();
}

absl::Status MatchRows::Flush() {
  ABSL_RETURN_IF_ERROR(games_.Flush(sink_));
  return moves_.Flush(sink_);
}

}  // namespace tenuki
