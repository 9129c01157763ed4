#include "experiments/similarity/findings.h"

#include <algorithm>

#include "absl/functional/function_ref.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/batch_row.h"

namespace tenuki {
namespace {

Findings::Fit::Qualities QualitiesOf(const BatchRow& row, int first_column) {
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
                        absl::FunctionRef<void(const BatchRow&, Findings&)> add) {
    return ForEachRow(derived_tables, table, schema, [&](const BatchRow& row) -> absl::Status {
      const int32_t cell = row.Int32(0);
      if (cell < 0 || static_cast<size_t>(cell) >= all.size()) {
        return absl::InvalidArgumentError(absl::StrCat(table, ": the plan has no cell ", cell));
      }
      add(row, all[cell]);
      return absl::OkStatus();
    });
  };
  ABSL_RETURN_IF_ERROR(read("overview", *OverviewSchema(), [](const BatchRow& row, Findings& findings) {
    findings.overview.push_back({row.Text(kOverviewItem), row.Int64(kOverviewCount), row.Text(kOverviewExample)});
  }));
  ABSL_RETURN_IF_ERROR(read("classification", *ClassificationSchema(), [](const BatchRow& row, Findings& findings) {
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
  ABSL_RETURN_IF_ERROR(read("distribution", *DistributionSchema(), [](const BatchRow& row, Findings& findings) {
    std::vector<Findings::Distribution>& distributions = findings.distributions;
    const std::string measure = row.Text(kDistributionMeasure);
    if (distributions.empty() || distributions.back().measure != measure) distributions.push_back({.measure = measure});
    const int32_t bin = row.Int32(kDistributionBin);
    if (bin >= 0 && bin < kNumBins) distributions.back().pairs[bin] = row.Int64(kDistributionPairs);
  }));
  ABSL_RETURN_IF_ERROR(read("fit", *FitSchema(), [](const BatchRow& row, Findings& findings) {
    findings.fits.push_back({.measure = row.Text(kFitMeasure),
                             .objective = row.Text(kFitObjective),
                             .alpha = row.Double(kFitAlpha),
                             .beta = row.Double(kFitBeta),
                             .fitted = QualitiesOf(row, kFitFirstQuality),
                             .other = QualitiesOf(row, kFitFirstQuality + kFitNumQualities),
                             .other_given = QualitiesOf(row, kFitFirstQuality + 2 * kFitNumQualities)});
  }));
  ABSL_RETURN_IF_ERROR(read("matrix", *MatrixSchema(), [](const BatchRow& row, Findings& findings) {
    findings.matrix.push_back({row.UInt16(kMatrixI), row.UInt16(kMatrixJ), row.Float(kMatrixAPosteriori)});
  }));
  return all;
}

}  // namespace tenuki
