// Every game as an SGF file, from the rows of `games`: games/<cell>-<unit>-<game>.sgf. What was hidden from whom stands
// in comments.
#include <arrow/api.h>

#include <cmath>
#include <string>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "engine/sgf/text.h"
#include "engine/sgf/write_game.h"
#include "engine/sgf/writer.h"
#include "experiments/phantom/phantom.h"
#include "experiments/phantom/players.h"
#include "experiments/phantom/schema.h"
#include "experiments/phantom/transcript.h"
#include "experiments/plan.h"
#include "experiments/text_message.h"

namespace tenuki {
namespace {

// One row of `games`, as stored: after the column `cell`.
class GameRow {
 public:
  GameRow(const arrow::RecordBatch& batch, int64_t row) : batch_(batch), row_(row) {}

  int32_t cell() const { return static_cast<const arrow::Int32Array&>(*batch_.column(0)).Value(row_); }
  int64_t unit() const { return At<arrow::Int64Array>(kPhantomUnit).Value(row_); }
  int game() const { return At<arrow::Int32Array>(kPhantomGame).Value(row_); }
  bool player_is_black() const { return Text(kPhantomPlayerColor) == "black"; }
  uint64_t Seed(PhantomGamesColumn column) const { return At<arrow::UInt64Array>(column).Value(row_); }
  std::string_view Text(PhantomGamesColumn column) const { return At<arrow::StringArray>(column).GetView(row_); }
  // "B+3.5", "0".
  std::string Result() const {
    if (Text(kPhantomWinner) == "nobody") return "0";
    const bool black_won = (Text(kPhantomWinner) == "player") == player_is_black();
    return absl::StrFormat("%s+%g", black_won ? "B" : "W",
                           std::abs(At<arrow::DoubleArray>(kPhantomMargin).Value(row_)));
  }

 private:
  template <typename Array>
  const Array& At(PhantomGamesColumn column) const {
    return static_cast<const Array&>(*batch_.column(column + 1));
  }

  const arrow::RecordBatch& batch_;
  const int64_t row_;
};

std::string PointsText(int size, const PointSet& points) {
  std::string text;
  for (Point point : points) absl::StrAppend(&text, text.empty() ? "" : " ", ToGtp(size, point));
  return text.empty() ? "none" : text;
}

// What a side knows after a move, and what is hidden from it.
std::string KnowledgeOf(const Referee& referee, Color color) {
  const PlayerView& view = referee.view(color);
  const PointSet hidden = referee.game().board().stones(Opponent(color)) - view.known();
  return absl::StrCat(color == Color::kBlack ? "Black" : "White", " knows ", PointsText(view.size(), view.known()),
                      "; hidden from it: ", PointsText(view.size(), hidden));
}

// One comment a ply.
struct Commentary {
  std::vector<std::string> plies;
  // Of the turn under way.
  std::string refused;

  void Add(const Referee& referee, Move move, const Ruling& ruling) {
    const int size = referee.game().board().size();
    if (!ruling.is_legal()) {
      absl::StrAppend(&refused, refused.empty() ? "Refused before: " : ", ", ToGtp(size, move), " (",
                      ruling.error == MoveError::kOccupied  ? "hidden stone"
                      : ruling.error == MoveError::kSuicide ? "suicide"
                                                            : "ko",
                      ")");
      return;
    }
    std::string comment = std::exchange(refused, "");
    if (!comment.empty()) absl::StrAppend(&comment, "\n");
    if (const int captured = ruling.to_proposer.captured; captured > 0) {
      absl::StrAppend(&comment, "Both are told: ", captured, captured == 1 ? " stone" : " stones", " captured\n");
    }
    absl::StrAppend(&comment, KnowledgeOf(referee, Color::kBlack), "\n", KnowledgeOf(referee, Color::kWhite));
    plies.push_back(std::move(comment));
  }
};

// Everything that it takes to play the game again.
std::string Comment(const Plan& plan, const Cell& cell, const GameRow& row) {
  const v1::Phantom& phantom = cell.experiment.phantom();
  const std::string place = DescribePlace(plan, cell);
  return absl::StrCat(plan.experiment.name(), place.empty() ? "" : ": ", place, "\nPhantom Go, unit ", row.unit(),
                      ", game ", row.game(), ", ended by ", row.Text(kPhantomReason), "\n\nBlack is phantom.",
                      row.player_is_black() ? "player" : "opponent", "\nplayer, seed ", row.Seed(kPhantomPlayerSeed),
                      ":\n", OneLine(phantom.player()), "\nopponent, seed ", row.Seed(kPhantomOpponentSeed), ":\n",
                      OneLine(phantom.opponent()));
}

// The game's tree with a comment in the node of each ply.
SgfCollection WithComments(const SgfCollection& tree, const std::vector<std::string>& comments) {
  SgfCollection commented;
  for (SgfCollection::NodeId node = 0; node < tree.num_nodes(); ++node) {
    commented.AddNode(tree.Parent(node));
    for (const SgfCollection::Property& property : tree.Properties(node)) {
      commented.AddProperty(tree.Name(property));
      for (const SgfCollection::Value& value : tree.Values(property)) commented.AddValue(tree.Raw(value));
    }
    if (node == 0) continue;
    commented.AddProperty("C");
    commented.AddValue(EscapeSgf(comments[static_cast<size_t>(node) - 1]));
  }
  return commented;
}

absl::StatusOr<std::string> RecordOf(const Plan& plan, const GameRow& row) {
  const Cell& cell = plan.cells[row.cell()];
  const v1::Phantom& phantom = cell.experiment.phantom();
  Referee referee(phantom.board_size(), RulesOf(phantom), phantom.max_plies());
  Commentary commentary;
  const absl::Status replayed =
      Replay(row.Text(kPhantomProposals), referee, [&](Color, Move move, const Ruling& ruling) {
        commentary.Add(referee, move, ruling);
        return true;
      });
  if (!replayed.ok()) {
    return absl::DataLossError(absl::StrCat("games: proposals of game ", row.game(), " of unit ", row.unit(),
                                            " of cell ", cell.index, ": ", replayed.message()));
  }
  const std::string player = DisplayName(phantom.player());
  const std::string opponent = DisplayName(phantom.opponent());
  return WriteSgf(WithComments(MakeTree(referee.game(),
                                        {.black_player = row.player_is_black() ? player : opponent,
                                         .white_player = row.player_is_black() ? opponent : player,
                                         .ruleset = "Phantom Go, area scoring",
                                         .result = row.Result()},
                                        Comment(plan, cell, row)),
                               commentary.plies));
}

}  // namespace

absl::Status PhantomKind::Export(const Plan& plan, Inputs&, TableSource& unit_tables, WriteFile write) const {
  return ForEachBatch(
      unit_tables, "games", *WithCell(*PhantomGamesSchema()), [&](const arrow::RecordBatch& batch) -> absl::Status {
        for (int64_t i = 0; i < batch.num_rows(); ++i) {
          const GameRow row(batch, i);
          if (row.cell() < 0 || static_cast<size_t>(row.cell()) >= plan.cells.size()) {
            return absl::DataLossError(absl::StrCat("games: the plan has no cell ", row.cell()));
          }
          ABSL_ASSIGN_OR_RETURN(const std::string record, RecordOf(plan, row));
          ABSL_RETURN_IF_ERROR(
              write(absl::StrFormat("games/%03d-%06d-%d.sgf", row.cell(), row.unit(), row.game()), record));
        }
        return absl::OkStatus();
      });
}

}  // namespace tenuki
