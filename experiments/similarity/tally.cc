#include "experiments/similarity/tally.h"

#include <arrow/api.h>

#include <algorithm>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/similarity/schema.h"

namespace tenuki {
namespace {

// Columns of stored tables come after `cell`.
template <typename Array>
const Array& StoredColumn(const arrow::RecordBatch& batch, int column) {
  return static_cast<const Array&>(*batch.column(column + 1));
}

class TallyReader {
 public:
  explicit TallyReader(const Plan& plan) : plan_(plan), cells_(plan.cells.size()) {}

  absl::StatusOr<std::vector<Tally>> Read(TableSource& tables) && {
    ABSL_RETURN_IF_ERROR(ForEachCheckedBatch(tables, "pairs", *PairsSchema(), &TallyReader::AddPairs));
    ABSL_RETURN_IF_ERROR(ForEachCheckedBatch(tables, "positions", *PositionsSchema(), &TallyReader::AddPositions));
    ABSL_RETURN_IF_ERROR(ForEachCheckedBatch(tables, "collection", *CollectionSchema(), &TallyReader::AddItems));
    for (Tally& tally : cells_) {
      std::ranges::sort(tally.matrix);
      std::ranges::sort(tally.collection);
    }
    return std::move(cells_);
  }

 private:
  using AddBatch = void (TallyReader::*)(const arrow::RecordBatch& batch, const arrow::Int32Array& cells);

  // Of which all rows belong to cells of the plan.
  absl::Status ForEachCheckedBatch(TableSource& tables, const char* table, const arrow::Schema& schema, AddBatch add) {
    return ForEachBatch(tables, table, *WithCell(schema), [&](const arrow::RecordBatch& batch) -> absl::Status {
      const auto& cells = static_cast<const arrow::Int32Array&>(*batch.column(0));
      for (int64_t row = 0; row < batch.num_rows(); ++row) {
        if (cells.Value(row) >= 0 && static_cast<size_t>(cells.Value(row)) < cells_.size()) continue;
        return absl::InvalidArgumentError(absl::StrCat(table, ": the plan has no cell ", cells.Value(row)));
      }
      (this->*add)(batch, cells);
      return absl::OkStatus();
    });
  }

  void AddPairs(const arrow::RecordBatch& batch, const arrow::Int32Array& cells) {
    const auto& is = StoredColumn<arrow::UInt16Array>(batch, kPairsI);
    const auto& js = StoredColumn<arrow::UInt16Array>(batch, kPairsJ);
    const auto& a_posteriori = StoredColumn<arrow::FloatArray>(batch, kPairsAPosteriori);
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      Tally& tally = cells_[cells.Value(row)];
      const int i = is.Value(row);
      const int j = js.Value(row);
      const int64_t weight = Weight(cells.Value(row), i, j);
      tally.num_pairs += weight;
      if (i == j) ++tally.num_diagonal;
      if (i < kMatrixPositions && j < kMatrixPositions) {
        tally.matrix.push_back({i, j, a_posteriori.Value(row)});
        if (weight > 1) tally.matrix.push_back({j, i, a_posteriori.Value(row)});
      }
    }
    for (int measure = 0; measure < kNumMeasures; ++measure) {
      const auto& distances = StoredColumn<arrow::Int32Array>(batch, DistanceColumn(measure));
      for (int64_t row = 0; row < batch.num_rows(); ++row) {
        const int i = is.Value(row);
        const int j = js.Value(row);
        if (i == j || distances.IsNull(row)) continue;
        const PairPart part = i % 2 != j % 2 ? kMixed : i % 2 == 0 ? kEven : kOdd;
        cells_[cells.Value(row)].pairs[measure][part].Add(distances.Value(row), a_posteriori.Value(row),
                                                          Weight(cells.Value(row), i, j));
      }
    }
  }

  // How many pairs a row stands for: one above the diagonal for the one below it too, where that is left out.
  int64_t Weight(int32_t cell, int i, int j) const {
    return i != j && plan_.cells[cell].experiment.similarity().pair_rows() == v1::UPPER_TRIANGLE ? 2 : 1;
  }

  void AddPositions(const arrow::RecordBatch& batch, const arrow::Int32Array& cells) {
    for (int64_t row = 0; row < batch.num_rows(); ++row) ++cells_[cells.Value(row)].num_positions;
  }

  void AddItems(const arrow::RecordBatch& batch, const arrow::Int32Array& cells) {
    for (int64_t row = 0; row < batch.num_rows(); ++row) {
      cells_[cells.Value(row)].collection.push_back(
          {StoredColumn<arrow::StringArray>(batch, kCollectionItem).GetString(row),
           StoredColumn<arrow::Int64Array>(batch, kCollectionCount).Value(row),
           StoredColumn<arrow::StringArray>(batch, kCollectionExample).GetString(row)});
    }
  }

  const Plan& plan_;
  std::vector<Tally> cells_;
};

}  // namespace

PairCounts Tally::Counts(int measure, std::initializer_list<PairPart> parts, float threshold) const {
  PairCountsBuilder sum;
  for (PairPart part : parts) sum.Add(pairs[measure][part]);
  return sum.Finish(threshold);
}

absl::StatusOr<std::vector<Tally>> ReadTallies(const Plan& plan, TableSource& unit_tables) {
  return TallyReader(plan).Read(unit_tables);
}

}  // namespace tenuki
