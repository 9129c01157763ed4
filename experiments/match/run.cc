// Plays pairs of games.
#include <arrow/api.h>

#include <memory>
#include <optional>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "common/random.h"
#include "engine/board/game.h"
#include "engine/playout/playout.h"
#include "experiments/match/match.h"
#include "experiments/match/openings.h"
#include "experiments/match/schema.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

// Rows to a batch, or one more: a few hundred kilobytes, so that a long job does not hold all of its rows.
constexpr int64_t kMaxBatchRows = 8192;

struct GameResult {
  // Who won; kEmpty is nobody.
  Color winner;
  // Of a game that was counted.
  std::optional<int> black_lead_half_points;
  int plies;
  const char* reason;
};

GameResult PlayGame(const v1::Match& match, Game game, Player& black, Player& white) {
  const int size = match.board_size();
  const int max_plies = match.max_plies() > 0 ? match.max_plies() : 4 * size * size;
  int plies = 0;
  while (plies < max_plies && !game.IsOver()) {
    const Color color = game.board().to_move();
    const std::optional<Move> move = (color == Color::kBlack ? black : white).ChooseMove(game);
    if (!move.has_value()) {
      return {.winner = Opponent(color), .black_lead_half_points = {}, .plies = plies, .reason = "resignation"};
    }
    game.Play(*move);
    ++plies;
  }
  const int lead = game.ScoreHalfPoints();
  return {.winner = lead > 0   ? Color::kBlack
                    : lead < 0 ? Color::kWhite
                               : Color::kEmpty,
          .black_lead_half_points = lead,
          .plies = plies,
          .reason = game.IsOver() ? "two_passes" : "max_plies"};
}

// The rows of `games`, in batches of whole units.
class GamesWriter {
 public:
  static absl::StatusOr<GamesWriter> Make(TableSink& sink) {
    ABSL_ASSIGN_OR_RETURN(std::unique_ptr<arrow::RecordBatchBuilder> builder,
                          FromArrow(arrow::RecordBatchBuilder::Make(GamesSchema(), arrow::default_memory_pool())));
    return GamesWriter(sink, std::move(builder));
  }

  absl::Status Add(int64_t unit, int game, std::optional<int32_t> opening, uint64_t seed, const GameResult& result) {
    const bool player_is_black = game == 0;
    const char* winner = result.winner == Color::kEmpty                        ? "nobody"
                         : (result.winner == Color::kBlack) == player_is_black ? "player"
                                                                               : "opponent";
    ABSL_RETURN_IF_ERROR(Append<arrow::Int64Builder>(kGamesUnit, unit));
    ABSL_RETURN_IF_ERROR(Append<arrow::Int32Builder>(kGamesGame, game));
    ABSL_RETURN_IF_ERROR(AppendOrNull<arrow::Int32Builder>(kGamesOpening, opening));
    ABSL_RETURN_IF_ERROR(Append<arrow::UInt64Builder>(kGamesSeed, seed));
    ABSL_RETURN_IF_ERROR(Append<arrow::StringBuilder>(kGamesPlayerColor, player_is_black ? "black" : "white"));
    ABSL_RETURN_IF_ERROR(Append<arrow::StringBuilder>(kGamesWinner, winner));
    ABSL_RETURN_IF_ERROR(Append<arrow::StringBuilder>(kGamesReason, result.reason));
    std::optional<double> margin;
    if (result.black_lead_half_points.has_value()) {
      margin = (player_is_black ? 1 : -1) * *result.black_lead_half_points / 2.0;
    }
    ABSL_RETURN_IF_ERROR(AppendOrNull<arrow::DoubleBuilder>(kGamesMargin, margin));
    ABSL_RETURN_IF_ERROR(Append<arrow::Int32Builder>(kGamesPlies, result.plies));
    ++num_rows_;
    return absl::OkStatus();
  }

  // To be called between units, so that no batch ends in the middle of one.
  absl::Status FlushIfFull() { return num_rows_ < kMaxBatchRows ? absl::OkStatus() : Flush(); }

  absl::Status Flush() {
    if (num_rows_ == 0) return absl::OkStatus();
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(builder_->Flush()));
    num_rows_ = 0;
    return sink_.Append(0, std::move(batch));
  }

 private:
  GamesWriter(TableSink& sink, std::unique_ptr<arrow::RecordBatchBuilder> builder)
      : sink_(sink), builder_(std::move(builder)) {}

  template <typename Builder, typename T>
  absl::Status Append(GamesColumn column, const T& value) {
    return FromArrow(builder_->GetFieldAs<Builder>(column)->Append(value));
  }

  template <typename Builder, typename T>
  absl::Status AppendOrNull(GamesColumn column, const std::optional<T>& value) {
    auto& builder = *builder_->GetFieldAs<Builder>(column);
    return FromArrow(value.has_value() ? builder.Append(*value) : builder.AppendNull());
  }

  TableSink& sink_;
  std::unique_ptr<arrow::RecordBatchBuilder> builder_;
  int64_t num_rows_ = 0;
};

// Both games of a unit, played before either of them becomes a row.
absl::Status PlayPair(const Cell& cell, const Openings* openings, const PlayoutKernel& kernel, int64_t unit,
                      GamesWriter& games) {
  const v1::Match& match = cell.experiment.match();
  const Game start = openings == nullptr ? Game(match.board_size(), RulesOf(match)) : openings->StartOf(unit);
  uint64_t seeds[2];
  GameResult results[2];
  for (int game : {0, 1}) {
    seeds[game] = DeriveSeed(UnitSeed(cell.digest, unit), static_cast<uint64_t>(game));
    const std::unique_ptr<Player> player = MakePlayer(match.player(), kernel, DeriveSeed(seeds[game], 0));
    const std::unique_ptr<Player> opponent = MakePlayer(match.opponent(), kernel, DeriveSeed(seeds[game], 1));
    results[game] = game == 0 ? PlayGame(match, start, *player, *opponent) : PlayGame(match, start, *opponent, *player);
  }
  const std::optional<int32_t> opening = openings == nullptr ? std::nullopt : std::optional(openings->IndexOf(unit));
  for (int game : {0, 1}) ABSL_RETURN_IF_ERROR(games.Add(unit, game, opening, seeds[game], results[game]));
  return absl::OkStatus();
}

}  // namespace

absl::Status MatchKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Openings> openings, OpeningsOf(cell.experiment, context.inputs));
  const PlayoutKernel kernel(context.cpu_level);
  ABSL_ASSIGN_OR_RETURN(GamesWriter games, GamesWriter::Make(sink));
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    ABSL_RETURN_IF_ERROR(PlayPair(cell, openings.get(), kernel, unit, games));
    ABSL_RETURN_IF_ERROR(games.FlushIfFull());
    if (!context.unit_done(unit)) {
      ABSL_RETURN_IF_ERROR(games.Flush());
      return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
    }
  }
  return games.Flush();
}

}  // namespace tenuki
