// From games to one row of counts a cell, and to the three boards of a game.
#include <arrow/api.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/pair_points.h"
#include "experiments/phantom/phantom.h"
#include "experiments/phantom/players.h"
#include "experiments/phantom/schema.h"
#include "experiments/phantom/transcript.h"
#include "experiments/plan.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace {

// A row of `games`, as stored: after the column `cell`.
template <typename Array>
const Array& ColumnOf(const arrow::RecordBatch& batch, PhantomGamesColumn column) {
  return static_cast<const Array&>(*batch.column(column + 1));
}

class Summary {
 public:
  // Counts of one cell, by PhantomSummaryColumn.
  using Counts = std::array<int64_t, kPhantomSummaryNumColumns>;
  // The game whose boards are shown: the first of the cell that is there.
  struct ShownGame {
    int64_t unit = 0;
    int32_t game = 0;
    int64_t plies = 0;
    std::string proposals;
  };

  explicit Summary(const Plan& plan) : cells_(plan.cells.size()), shown_(plan.cells.size()) {}

  absl::Status AddGames(const arrow::RecordBatch& batch) {
    return ForEachRow(batch, "games", [&](int64_t row, int32_t cell) { AddGame(batch, row, cell); });
  }
  absl::Status AddObservations(const arrow::RecordBatch& batch) {
    return ForEachRow(batch, "observations",
                      [&](int64_t, int32_t cell) { ++cells_[cell][kPhantomSummaryObservations]; });
  }

  const Counts& CountsOf(int32_t cell) const { return cells_[cell]; }
  const std::optional<ShownGame>& ShownOf(int32_t cell) const { return shown_[cell]; }

 private:
  template <typename Visit>
  absl::Status ForEachRow(const arrow::RecordBatch& batch, const char* table, const Visit& visit) {
    const auto& cells = static_cast<const arrow::Int32Array&>(*batch.column(0));
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      const int32_t cell = cells.Value(row);
      if (cell < 0 || static_cast<size_t>(cell) >= cells_.size()) {
        return absl::InvalidArgumentError(absl::StrCat(table, ": the plan has no cell ", cell));
      }
      visit(row, cell);
    }
    return absl::OkStatus();
  }

  void AddGame(const arrow::RecordBatch& batch, int64_t row, int32_t cell) {
    Counts& counts = cells_[cell];
    const int64_t unit = ColumnOf<arrow::Int64Array>(batch, kPhantomUnit).Value(row);
    const bool as_black = ColumnOf<arrow::StringArray>(batch, kPhantomPlayerColor).GetView(row) == "black";
    const std::string_view winner = ColumnOf<arrow::StringArray>(batch, kPhantomWinner).GetView(row);
    const int points = winner == "player" ? 2 : winner == "nobody" ? 1 : 0;
    ++counts[kPhantomSummaryGames];
    ++counts[points == 2 ? kPhantomSummaryWins : points == 1 ? kPhantomSummaryDraws : kPhantomSummaryLosses];
    counts[kPhantomSummaryGamesAsBlack] += as_black;
    counts[kPhantomSummaryWinsAsBlack] += as_black && points == 2;
    counts[kPhantomSummaryDrawsAsBlack] += as_black && points == 1;
    counts[kPhantomSummaryCutOff] += ColumnOf<arrow::StringArray>(batch, kPhantomReason).GetView(row) == "max_plies";
    counts[kPhantomSummaryPlies] += ColumnOf<arrow::Int64Array>(batch, kPhantomPlies).Value(row);
    for (int column = kPhantomPlayerProposals; column <= kPhantomOpponentInconsistent; ++column) {
      counts[kPhantomSummaryPlayerProposals + column - kPhantomPlayerProposals] +=
          ColumnOf<arrow::Int64Array>(batch, static_cast<PhantomGamesColumn>(column)).Value(row);
    }
    if (const std::optional<int> both = pairs_.Add(cell, unit, points)) {
      ++counts[kPhantomSummaryPairs];
      ++counts[kPhantomSummaryPairs0 + *both];
    }
    Show(batch, row, cell, unit);
  }

  void Show(const arrow::RecordBatch& batch, int64_t row, int32_t cell, int64_t unit) {
    const int32_t game = ColumnOf<arrow::Int32Array>(batch, kPhantomGame).Value(row);
    std::optional<ShownGame>& shown = shown_[cell];
    if (shown.has_value() && std::pair(shown->unit, shown->game) < std::pair(unit, game)) return;
    shown = {.unit = unit,
             .game = game,
             .plies = ColumnOf<arrow::Int64Array>(batch, kPhantomPlies).Value(row),
             .proposals = ColumnOf<arrow::StringArray>(batch, kPhantomProposals).GetString(row)};
  }

  std::vector<Counts> cells_;
  std::vector<std::optional<ShownGame>> shown_;
  PairPoints pairs_;
};

absl::Status GiveSummary(const Plan& plan, const Summary& summary, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(PhantomSummarySchema()));
  for (const Cell& cell : plan.cells) {
    rows.Add(cell.index);
    rows.Add(DisplayName(cell.experiment.phantom().player()));
    rows.Add(DisplayName(cell.experiment.phantom().opponent()));
    rows.Add(DescribePlace(plan, cell));
    for (int column = kPhantomSummaryFirstCount; column < kPhantomSummaryNumColumns; ++column) {
      rows.Add(summary.CountsOf(cell.index)[column]);
    }
  }
  return rows.Give(0, sink);
}

std::string SgfPoints(int size, const PointSet& points) {
  std::string text;
  for (Point point : points) text += ToSgf(size, point);
  return text;
}

absl::Status AddBoards(const Cell& cell, const Summary::ShownGame& game, TableRows& rows) {
  const v1::Phantom& phantom = cell.experiment.phantom();
  const int64_t half = game.plies / 2;
  Referee referee(phantom.board_size(), RulesOf(phantom), phantom.max_plies());
  ABSL_RETURN_IF_ERROR(
      Replay(game.proposals, referee, [&](Color, Move, const Ruling&) { return referee.num_plies() < half; }));
  const auto add = [&](const char* whose, const PointSet& black, const PointSet& white, int hidden) {
    rows.Add(cell.index);
    rows.Add(game.unit);
    rows.Add(game.game);
    rows.Add(static_cast<int32_t>(referee.num_plies()));
    rows.Add(whose);
    rows.Add(SgfPoints(phantom.board_size(), black));
    rows.Add(SgfPoints(phantom.board_size(), white));
    rows.Add(static_cast<int32_t>(hidden));
  };
  const Board& board = referee.game().board();
  const PlayerView& black = referee.view(Color::kBlack);
  const PlayerView& white = referee.view(Color::kWhite);
  add("black", black.own(), black.known(), black.num_hidden());
  add("referee", board.stones(Color::kBlack), board.stones(Color::kWhite), 0);
  add("white", white.known(), white.own(), white.num_hidden());
  return absl::OkStatus();
}

absl::Status GiveBoards(const Plan& plan, const Summary& summary, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(PhantomBoardsSchema()));
  for (const Cell& cell : plan.cells) {
    const std::optional<Summary::ShownGame>& game = summary.ShownOf(cell.index);
    if (!game.has_value()) continue;
    ABSL_RETURN_IF_ERROR(AddBoards(cell, *game, rows));
  }
  return rows.Give(1, sink);
}

}  // namespace

absl::Status PhantomKind::Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const {
  Summary summary(plan);
  ABSL_RETURN_IF_ERROR(ForEachBatch(unit_tables, "games", *WithCell(*PhantomGamesSchema()),
                                    [&](const arrow::RecordBatch& batch) { return summary.AddGames(batch); }));
  ABSL_RETURN_IF_ERROR(ForEachBatch(unit_tables, "observations", *WithCell(*PhantomObservationsSchema()),
                                    [&](const arrow::RecordBatch& batch) { return summary.AddObservations(batch); }));
  ABSL_RETURN_IF_ERROR(GiveSummary(plan, summary, sink));
  return GiveBoards(plan, summary, sink);
}

}  // namespace tenuki
