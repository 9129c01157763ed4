#include "experiments/match/summary.h"

#include <arrow/api.h>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/players.h"
#include "experiments/report_values.h"

namespace tenuki {
Proportion CellSummary::Score() const {
  return PointsOfGames(counts[kSummaryWins], counts[kSummaryDraws], counts[kSummaryGames]);
}

Proportion CellSummary::ScoreAsBlack() const {
  return PointsOfGames(counts[kSummaryWinsAsBlack], counts[kSummaryDrawsAsBlack], counts[kSummaryGamesAsBlack]);
}

Proportion CellSummary::ScoreAsWhite() const {
  const Proportion all = Score();
  const Proportion black = ScoreAsBlack();
  return {.successes = all.successes - black.successes, .trials = all.trials - black.trials};
}

PairCounts CellSummary::Pairs() const {
  PairCounts pairs;
  for (size_t points = 0; points < pairs.size(); ++points) pairs[points] = counts[kSummaryPairs0 + points];
  return pairs;
}

absl::StatusOr<std::vector<CellSummary>> ReadSummary(const Plan& plan, TableSource& derived_tables) {
  std::vector<CellSummary> cells(plan.cells.size());
  for (const Cell& cell : plan.cells) {
    cells[cell.index].player = DisplayName(cell.experiment.match().player());
    cells[cell.index].opponent = DisplayName(cell.experiment.match().opponent());
  }
  ABSL_RETURN_IF_ERROR(ForEachBatch(derived_tables, "summary", *SummarySchema(), [&](const arrow::RecordBatch& batch) {
    const auto& index = static_cast<const arrow::Int32Array&>(*batch.column(kSummaryCell));
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      if (index.Value(row) < 0 || static_cast<size_t>(index.Value(row)) >= cells.size()) {
        return absl::InvalidArgumentError(absl::StrCat("summary: the plan has no cell ", index.Value(row)));
      }
      for (int column = kSummaryFirstCount; column < kSummaryNumColumns; ++column) {
        cells[index.Value(row)].counts[column] =
            static_cast<const arrow::Int64Array&>(*batch.column(column)).Value(row);
      }
    }
    return absl::OkStatus();
  }));
  return cells;
}

}  // namespace tenuki
