#include "experiments/similarity/findings.h"

#include <arrow/api.h>

#include <algorithm>

#include "absl/functional/function_ref.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// One row of a batch.
class Row {
 public:
  Row(const arrow::RecordBatch& batch, int64_t row) : batch_(batch), row_(row) {}

  std::string Text(int column) const { return Of<arrow::StringArray>(column).GetString(row_); }
  bool Bool(int column) const { return Of<arrow::BooleanArray>(column).Value(row_); }
  int32_t Int32(int column) const { return Of<arrow::Int32Array>(column).Value(row_); }
  int64_t Int64(int column) const { return Of<arrow::Int64Array>(column).Value(row_); }
  int UInt16(int column) const { return Of<arrow::UInt16Array>(column).Value(row_); }
  float Float(int column) const { return Of<arrow::FloatArray>(column).Value(row_); }
  double Double(int column) const { return Of<arrow::DoubleArray>(column).Value(row_); }
  std::optional<double> OptionalDouble(int column) const {
    const auto& array = Of<arrow::DoubleArray>(column);
    return array.IsNull(row_) ? std::nullopt : std::optional<double>(array.Value(row_));
  }

 private:
  template <typename Array>
  const Array& Of(int column) const {
    return static_cast<const Array&>(*batch_.column(column));
  }

  const arrow::RecordBatch& batch_;
  const int64_t row_;
};

Findings::Fit::Qualities QualitiesOf(const Row& row, int first_column) {
  return {.precision = row.OptionalDouble(first_column),
          .recall = row.OptionalDouble(first_column + 1),
          .accuracy = row.OptionalDouble(first_column + 2),
          .average_error = row.OptionalDouble(first_column + 3),
          .f1 = row.OptionalDouble(first_column + 4)};
}

}  // namespace

const Findings::Item* Findings::Find(std::string_view item) const {
  const auto found = std::ranges::find(overview, item, &Item::item);
  return found == overview.end() ? nullptr : &*found;
}

int64_t Findings::CountOf(std::string_view item) const {
  const Item* found = Find(item);
  return found == nullptr ? 0 : found->count;
}

absl::StatusOr<std::vector<Findings>> ReadFindings(const Plan& plan, TableSource& derived_tables) {
  std::vector<Findings> all(plan.cells.size());
  const auto read = [&](const char* table, const arrow::Schema& schema,
                        absl::FunctionRef<void(const Row&, Findings&)> add) {
    return ForEachBatch(derived_tables, table, schema, [&](const arrow::RecordBatch& batch) -> absl::Status {
      for (int64_t i = 0; i < batch.num_rows(); ++i) {
        const Row row(batch, i);
        const int32_t cell = row.Int32(0);
        if (cell < 0 || static_cast<size_t>(cell) >= all.size()) {
          return absl::InvalidArgumentError(absl::StrCat(table, ": the plan has no cell ", cell));
        }
        add(row, all[cell]);
      }
      return absl::OkStatus();
    });
  };
  ABSL_RETURN_IF_ERROR(read("overview", *OverviewSchema(), [](const Row& row, Findings& findings) {
    findings.overview.push_back(
        {row.Text(kOverviewItem), row.Int64(kOverviewCount), row.Text(kOverviewExample)});
  }));
  ABSL_RETURN_IF_ERROR(read("classification", *ClassificationSchema(), [](const Row& row, Findings& findings) {
    findings.classifications.push_back({.measure = row.Text(kClassificationMeasure),
                                        .with_diagonal = row.Bool(kClassificationDiagonal),
                                        .true_positives = row.Int64(kClassificationTruePositives),
                                        .false_positives = row.Int64(kClassificationFalsePositives),
                                        .false_negatives = row.Int64(kClassificationFalseNegatives),
                                        .true_negatives = row.Int64(kClassificationTrueNegatives),
                                        .precision = row.OptionalDouble(kClassificationPrecision),
                                        .recall = row.OptionalDouble(kClassificationRecall),
                                        .accuracy = row.OptionalDouble(kClassificationAccuracy),
                                        .average_error = row.OptionalDouble(kClassificationAverageError)});
  }));
  ABSL_RETURN_IF_ERROR(read("distribution", *DistributionSchema(), [](const Row& row, Findings& findings) {
    std::vector<Findings::Distribution>& distributions = findings.distributions;
    const std::string measure = row.Text(kDistributionMeasure);
    if (distributions.empty() || distributions.back().measure != measure) distributions.push_back({.measure = measure});
    const int32_t bin = row.Int32(kDistributionBin);
    if (bin >= 0 && bin < kNumBins) distributions.back().pairs[bin] = row.Int64(kDistributionPairs);
  }));
  ABSL_RETURN_IF_ERROR(read("fit", *FitSchema(), [](const Row& row, Findings& findings) {
    findings.fits.push_back({.measure = row.Text(kFitMeasure),
                             .objective = row.Text(kFitObjective),
                             .alpha = row.Double(kFitAlpha),
                             .beta = row.Double(kFitBeta),
                             .fitted = QualitiesOf(row, kFitFirstQuality),
                             .other = QualitiesOf(row, kFitFirstQuality + kFitNumQualities),
                             .other_given = QualitiesOf(row, kFitFirstQuality + 2 * kFitNumQualities)});
  }));
  ABSL_RETURN_IF_ERROR(read("matrix", *MatrixSchema(), [](const Row& row, Findings& findings) {
    findings.matrix.push_back({row.UInt16(kMatrixI), row.UInt16(kMatrixJ), row.Float(kMatrixAPosteriori)});
  }));
  return all;
}

}  // namespace tenuki
