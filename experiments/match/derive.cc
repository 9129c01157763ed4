// From games to one row of counts a cell.
#include <arrow/api.h>

#include <array>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"

namespace tenuki {
namespace {

// Counts of one cell, by SummaryColumn.
using Counts = std::array<int64_t, kSummaryNumColumns>;

// Columns of stored tables come after `cell`.
template <typename Array>
const Array& ColumnOf(const arrow::RecordBatch& batch, GamesColumn column) {
  return static_cast<const Array&>(*batch.column(column + 1));
}

class Summary {
 public:
  explicit Summary(size_t num_cells) : cells_(num_cells) {}

  absl::Status Add(const arrow::RecordBatch& batch) {
    const auto& cells = static_cast<const arrow::Int32Array&>(*batch.column(0));
    const auto& units = ColumnOf<arrow::Int64Array>(batch, kGamesUnit);
    const auto& colors = ColumnOf<arrow::StringArray>(batch, kGamesPlayerColor);
    const auto& winners = ColumnOf<arrow::StringArray>(batch, kGamesWinner);
    const auto& plies = ColumnOf<arrow::Int32Array>(batch, kGamesPlies);
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      const int32_t cell = cells.Value(row);
      if (cell < 0 || static_cast<size_t>(cell) >= cells_.size()) {
        return absl::InvalidArgumentError(absl::StrCat("games: the plan has no cell ", cell));
      }
      AddGame(cell, units.Value(row), colors.Value(row) == "black", winners.Value(row), plies.Value(row));
    }
    return absl::OkStatus();
  }

  const std::vector<Counts>& cells() const { return cells_; }

 private:
  void AddGame(int32_t cell, int64_t unit, bool as_black, std::string_view winner, int32_t plies) {
    Counts& counts = cells_[cell];
    const int points = winner == "player" ? 2 : winner == "opponent" ? 0 : 1;
    ++counts[kSummaryGames];
    ++counts[points == 2 ? kSummaryWins : points == 1 ? kSummaryDraws : kSummaryLosses];
    counts[kSummaryGamesAsBlack] += as_black;
    counts[kSummaryWinsAsBlack] += as_black && points == 2;
    counts[kSummaryPlies] += plies;
    // The games of a pair stand together in canonical tables, so that few of them wait for the other.
    const auto [waiting, is_first] = half_pairs_.try_emplace(std::pair(cell, unit), points);
    if (is_first) return;
    ++counts[kSummaryPairs];
    ++counts[kSummaryPairs0 + waiting->second + points];
    half_pairs_.erase(waiting);
  }

  std::vector<Counts> cells_;
  absl::flat_hash_map<std::pair<int32_t, int64_t>, int> half_pairs_;
};

absl::StatusOr<std::shared_ptr<arrow::RecordBatch>> ToBatch(const std::vector<Counts>& cells) {
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<arrow::RecordBatchBuilder> builder,
                        FromArrow(arrow::RecordBatchBuilder::Make(SummarySchema(), arrow::default_memory_pool())));
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::Int32Builder>(0)->Append(static_cast<int32_t>(cell))));
    for (int column = 1; column < kSummaryNumColumns; ++column) {
      ABSL_RETURN_IF_ERROR(FromArrow(builder->GetFieldAs<arrow::Int64Builder>(column)->Append(cells[cell][column])));
    }
  }
  return FromArrow(builder->Flush());
}

}  // namespace

absl::Status MatchKind::Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatchReader> games, unit_tables.Open("games"));
  if (!games->schema()->Equals(*WithCell(*GamesSchema()))) {
    return absl::InvalidArgumentError(absl::StrCat("games: the table has the schema\n", games->schema()->ToString()));
  }
  Summary summary(plan.cells.size());
  while (true) {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(games->Next()));
    if (batch == nullptr) break;
    ABSL_RETURN_IF_ERROR(summary.Add(*batch));
  }
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, ToBatch(summary.cells()));
  return sink.Append(0, std::move(batch));
}

}  // namespace tenuki
