#include "experiments/phantom/summary.h"

#include <arrow/api.h>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/phantom/players.h"
#include "experiments/report_values.h"

namespace tenuki {
Proportion PhantomCell::Score() const {
  return PointsOfGames(counts[kPhantomSummaryWins], counts[kPhantomSummaryDraws], counts[kPhantomSummaryGames]);
}

Proportion PhantomCell::ScoreAsBlack() const {
  return PointsOfGames(counts[kPhantomSummaryWinsAsBlack], counts[kPhantomSummaryDrawsAsBlack],
                       counts[kPhantomSummaryGamesAsBlack]);
}

PairCounts PhantomCell::Pairs() const {
  PairCounts pairs;
  for (size_t points = 0; points < pairs.size(); ++points) pairs[points] = counts[kPhantomSummaryPairs0 + points];
  return pairs;
}

absl::StatusOr<std::vector<PhantomCell>> ReadPhantomSummary(const Plan& plan, TableSource& derived_tables) {
  std::vector<PhantomCell> cells(plan.cells.size());
  for (const Cell& cell : plan.cells) {
    cells[cell.index].player = DisplayName(cell.experiment.phantom().player());
    cells[cell.index].opponent = DisplayName(cell.experiment.phantom().opponent());
  }
  ABSL_RETURN_IF_ERROR(
      ForEachBatch(derived_tables, "summary", *PhantomSummarySchema(), [&](const arrow::RecordBatch& batch) {
        const auto& index = static_cast<const arrow::Int32Array&>(*batch.column(kPhantomSummaryCell));
        for (int64_t row = 0; row < batch.num_rows(); ++row) {
          if (index.Value(row) < 0 || static_cast<size_t>(index.Value(row)) >= cells.size()) {
            return absl::InvalidArgumentError(absl::StrCat("summary: the plan has no cell ", index.Value(row)));
          }
          for (int column = kPhantomSummaryFirstCount; column < kPhantomSummaryNumColumns; ++column) {
            cells[index.Value(row)].counts[column] =
                static_cast<const arrow::Int64Array&>(*batch.column(column)).Value(row);
          }
        }
        return absl::OkStatus();
      }));
  return cells;
}

absl::StatusOr<std::optional<ThreeBoards>> ReadThreeBoards(TableSource& derived_tables) {
  std::optional<ThreeBoards> three;
  ABSL_RETURN_IF_ERROR(
      ForEachBatch(derived_tables, "boards", *PhantomBoardsSchema(), [&](const arrow::RecordBatch& batch) {
        const auto number = [&](PhantomBoardsColumn column, int64_t row) {
          return static_cast<const arrow::Int32Array&>(*batch.column(column)).Value(row);
        };
        const auto text = [&](PhantomBoardsColumn column, int64_t row) {
          return static_cast<const arrow::StringArray&>(*batch.column(column)).GetString(row);
        };
        for (int64_t row = 0; row < batch.num_rows(); ++row) {
          const int32_t cell = number(kBoardsCell, row);
          if (three.has_value() && three->cell < cell) continue;
          if (!three.has_value() || three->cell != cell) {
            three = {.cell = cell,
                     .unit = static_cast<const arrow::Int64Array&>(*batch.column(kBoardsUnit)).Value(row),
                     .game = number(kBoardsGame, row),
                     .ply = number(kBoardsPly, row)};
          }
          const std::string whose = text(kBoardsWhose, row);
          three->boards[whose == "black"     ? 0
                        : whose == "referee" ? 1
                                             : 2] = {
              .black = text(kBoardsBlack, row), .white = text(kBoardsWhite, row), .hidden = number(kBoardsHidden, row)};
        }
        return absl::OkStatus();
      }));
  return three;
}

}  // namespace tenuki
