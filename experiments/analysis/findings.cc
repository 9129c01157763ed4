#include "experiments/analysis/findings.h"

#include "absl/functional/function_ref.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/analysis/schema.h"
#include "experiments/batch_row.h"

namespace tenuki::analysis {
namespace {

void AddOverview(const BatchRow& row, SampleFindings& sample) {
  sample.name = row.Text(kOverviewName);
  sample.size = row.Int32(kOverviewSize);
  sample.komi = row.Double(kOverviewKomi);
  sample.to_move = row.Text(kOverviewToMove);
  sample.black = row.Text(kOverviewBlack);
  sample.white = row.Text(kOverviewWhite);
  sample.count = row.Int64(kOverviewCount);
  sample.mean = row.Double(kOverviewMean);
  sample.deviation = row.Double(kOverviewDeviation);
  sample.bandwidth = row.Double(kOverviewBandwidth);
  sample.black_win_rate = row.Double(kOverviewBlackWinRate);
  sample.mean_misleads = row.Bool(kOverviewMeanMisleads);
  sample.map_agreement = row.OptionalDouble(kOverviewMapAgreement);
  sample.move = row.Text(kOverviewMove);
  sample.visits = row.Int64(kOverviewVisits);
  sample.win_rate = row.OptionalDouble(kOverviewWinRate);
}

void AddDensity(const BatchRow& row, SampleFindings& sample) {
  sample.scores[row.Int32(kDensityScore)] = {
      .count = row.Int64(kDensityCount), .density = row.Double(kDensityDensity), .cluster = row.Int32(kDensityCluster)};
}

void AddCluster(const BatchRow& row, SampleFindings& sample) {
  sample.clusters[row.Int32(kClustersCluster)] = {.mode = row.Double(kClustersMode),
                                                  .density = row.Double(kClustersDensity),
                                                  .first_score = row.Int32(kClustersFirstScore),
                                                  .last_score = row.Int32(kClustersLastScore),
                                                  .count = row.Int64(kClustersCount),
                                                  .weight = row.Double(kClustersWeight),
                                                  .winner = row.Text(kClustersWinner)};
}

void AddCriticality(const BatchRow& row, SampleFindings& sample) {
  sample.criticality[row.Int32(kCriticalityCluster)][row.UInt16(kCriticalityPoint)] = {
      .black = row.Double(kCriticalityBlack), .white = row.Double(kCriticalityWhite)};
}

void AddCovariance(const BatchRow& row, SampleFindings& sample) {
  sample.points[row.UInt16(kCovariancePoint)] = {.covariance = row.Double(kCovarianceCovariance),
                                                 .former = row.Double(kCovarianceFormer),
                                                 .black_control = row.Double(kCovarianceBlackControl),
                                                 .white_control = row.Double(kCovarianceWhiteControl)};
}

void AddSemeai(const BatchRow& row, SampleFindings& sample) {
  sample.semeai[row.Int32(kSemeaiSemeai)] = {.points = row.Text(kSemeaiPoints),
                                             .num_points = row.Int32(kSemeaiNumPoints),
                                             .worth = row.OptionalDouble(kSemeaiWorth)};
}

void AddRegion(const BatchRow& row, SampleFindings& sample) {
  sample.regions[row.Int32(kRegionsCluster)][row.Int32(kRegionsSemeai)] = {
      .points = row.Text(kRegionsPoints),
      .num_points = row.Int32(kRegionsNumPoints),
      .holder = row.Text(kRegionsHolder),
      .mean = row.Double(kRegionsMean),
      .peak = row.Double(kRegionsPeak),
      .black_share = row.Double(kRegionsBlackShare)};
}

void AddFound(const BatchRow& row, SampleFindings& sample) {
  sample.found[row.Int32(kFoundKnown)] = {.black = row.Text(kFoundBlack),
                                          .white = row.Text(kFoundWhite),
                                          .black_first = row.Text(kFoundBlackFirst),
                                          .white_first = row.Text(kFoundWhiteFirst),
                                          .semeai = row.Int32(kFoundSemeai),
                                          .black_stones = row.Double(kFoundBlackStones),
                                          .white_stones = row.Double(kFoundWhiteStones),
                                          .worth = row.OptionalDouble(kFoundWorth)};
}

}  // namespace

absl::StatusOr<std::vector<CellFindings>> ReadFindings(const Plan& plan, TableSource& derived_tables) {
  std::vector<CellFindings> cells(plan.cells.size());
  const auto read = [&](const char* name, AnalysisDerivedTable table, int64_t num_units,
                        absl::FunctionRef<void(const BatchRow&, SampleFindings&)> add) {
    return ForEachRow(derived_tables, name, *DerivedSchema(table), [&](const BatchRow& row) -> absl::Status {
      const int32_t cell = row.Int32(kKeyCell);
      if (cell < 0 || static_cast<size_t>(cell) >= cells.size()) {
        return absl::InvalidArgumentError(absl::StrCat(name, ": the plan has no cell ", cell));
      }
      if (row.Int64(kKeyUnit) >= num_units) return absl::OkStatus();
      add(row, cells[cell][row.Int64(kKeyUnit)][row.Int32(kKeySimulations)]);
      return absl::OkStatus();
    });
  };
  constexpr int64_t kAll = INT64_MAX;
  ABSL_RETURN_IF_ERROR(read("overview", kOverviewTable, kAll, AddOverview));
  ABSL_RETURN_IF_ERROR(read("density", kDensityTable, kMaxDrawnPositions, AddDensity));
  ABSL_RETURN_IF_ERROR(read("clusters", kClustersTable, kAll, AddCluster));
  ABSL_RETURN_IF_ERROR(read("criticality", kCriticalityTable, kMaxDrawnPositions, AddCriticality));
  ABSL_RETURN_IF_ERROR(read("covariance", kCovarianceTable, kMaxDrawnPositions, AddCovariance));
  ABSL_RETURN_IF_ERROR(read("semeai", kSemeaiTable, kAll, AddSemeai));
  ABSL_RETURN_IF_ERROR(read("regions", kRegionsTable, kMaxDrawnPositions, AddRegion));
  ABSL_RETURN_IF_ERROR(read("found", kFoundTable, kAll, AddFound));
  return cells;
}

}  // namespace tenuki::analysis
