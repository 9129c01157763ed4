// Every game as an SGF file, from the rows of `games`: games/<cell>-<unit>-<game>.sgf.
#include <arrow/api.h>

#include <map>
#include <string>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/sgf/write_game.h"
#include "experiments/match/match.h"
#include "experiments/match/openings.h"
#include "experiments/match/schema.h"
#include "experiments/plan.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

// One row of `games`, as stored: after the column `cell`.
class GameRow {
 public:
  GameRow(const arrow::RecordBatch& batch, int64_t row) : batch_(batch), row_(row) {}

  int32_t cell() const { return static_cast<const arrow::Int32Array&>(*batch_.column(0)).Value(row_); }
  int64_t unit() const { return At<arrow::Int64Array>(kGamesUnit).Value(row_); }
  int game() const { return At<arrow::Int32Array>(kGamesGame).Value(row_); }
  bool player_is_black() const { return Text(kGamesPlayerColor) == "black"; }
  uint64_t Seed(GamesColumn column) const { return At<arrow::UInt64Array>(column).Value(row_); }
  std::string_view Text(GamesColumn column) const { return At<arrow::StringArray>(column).GetView(row_); }
  // "B+3.5", "W+R", "0".
  std::string Result() const {
    if (Text(kGamesWinner) == "nobody") return "0";
    const bool black_won = (Text(kGamesWinner) == "player") == player_is_black();
    const auto& margin = At<arrow::DoubleArray>(kGamesMargin);
    const std::string by = margin.IsNull(row_) ? "R" : absl::StrFormat("%g", std::abs(margin.Value(row_)));
    return absl::StrCat(black_won ? "B+" : "W+", by);
  }

 private:
  template <typename Array>
  const Array& At(GamesColumn column) const {
    return static_cast<const Array&>(*batch_.column(column + 1));
  }

  const arrow::RecordBatch& batch_;
  const int64_t row_;
};

std::string RulesText(const v1::Match& match) {
  std::string_view ko = "positional superko";
  if (match.ko_rule() == v1::SIMPLE_KO) ko = "simple ko";
  if (match.ko_rule() == v1::SITUATIONAL_SUPERKO) ko = "situational superko";
  return absl::StrCat("area scoring, ", ko, match.suicide_allowed() ? ", suicide allowed" : "");
}

// Everything that it takes to play the game again.
std::string Comment(const Plan& plan, const Cell& cell, const GameRow& row) {
  const v1::Match& match = cell.experiment.match();
  const std::string place = DescribePlace(plan, cell);
  return absl::StrCat(plan.experiment.name(), place.empty() ? "" : ": ", place, "\nunit ", row.unit(), ", game ",
                      row.game(), ", ended by ", row.Text(kGamesReason), "\n\nBlack is match.",
                      row.player_is_black() ? "player" : "opponent", "\nplayer, seed ", row.Seed(kGamesPlayerSeed),
                      ":\n", PlayerText(match.player()), "\nopponent, seed ", row.Seed(kGamesOpponentSeed), ":\n",
                      PlayerText(match.opponent()));
}

absl::StatusOr<std::string> RecordOf(const Plan& plan, const Openings& openings, const GameRow& row) {
  const Cell& cell = plan.cells[row.cell()];
  const v1::Match& match = cell.experiment.match();
  Game game = openings.StartOf(row.unit());
  const std::string_view moves = row.Text(kGamesMoves);
  for (size_t at = 0; at + 1 < moves.size(); at += 2) {
    const std::optional<Move> move = MoveFromSgf(match.board_size(), moves.substr(at, 2));
    if (!move.has_value() || game.Play(*move) != MoveError::kNone) {
      return absl::DataLossError(absl::StrCat("games: move ", at / 2 + 1, " of game ", row.game(), " of unit ",
                                              row.unit(), " of cell ", cell.index, " is '", moves.substr(at, 2),
                                              "', which cannot be played there"));
    }
  }
  const std::string player = DisplayName(match.player());
  const std::string opponent = DisplayName(match.opponent());
  return WriteGame(game,
                   {.black_player = row.player_is_black() ? player : opponent,
                    .white_player = row.player_is_black() ? opponent : player,
                    .ruleset = RulesText(match),
                    .result = row.Result(),
                    .handicap = match.handicap()},
                   Comment(plan, cell, row));
}

}  // namespace

absl::Status MatchKind::Export(const Plan& plan, Inputs& inputs, TableSource& unit_tables, WriteFile write) const {
  std::map<int32_t, std::shared_ptr<const Openings>> openings;
  return ForEachBatch(
      unit_tables, "games", *WithCell(*GamesSchema()), [&](const arrow::RecordBatch& batch) -> absl::Status {
        for (int64_t i = 0; i < batch.num_rows(); ++i) {
          const GameRow row(batch, i);
          if (row.cell() < 0 || static_cast<size_t>(row.cell()) >= plan.cells.size()) {
            return absl::DataLossError(absl::StrCat("games: the plan has no cell ", row.cell()));
          }
          std::shared_ptr<const Openings>& start = openings[row.cell()];
          if (start == nullptr) {
            ABSL_ASSIGN_OR_RETURN(start, OpeningsOf(plan.cells[row.cell()].experiment, inputs));
          }
          ABSL_ASSIGN_OR_RETURN(const std::string record, RecordOf(plan, *start, row));
          ABSL_RETURN_IF_ERROR(
              write(absl::StrFormat("games/%03d-%06d-%d.sgf", row.cell(), row.unit(), row.game()), record));
        }
        return absl::OkStatus();
      });
}

}  // namespace tenuki
