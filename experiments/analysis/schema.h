// The tables of an analysis and their columns: one list for what writes and what reads them.
//
// "After so many simulations" is the column `simulations`: a row's numbers are of these alone, so that the samples
// asked for and the end stand side by side.
#pragma once

#include <arrow/api.h>

#include <memory>

namespace tenuki::analysis {

// The unit tables, in the order of AnalysisKind::unit_tables().
enum AnalysisTable { kHistogramTable, kControlTable, kPositionsTable, kSearchesTable, kKnownTable };

// `histogram`: H(s), a row a score that occurred.
enum HistogramColumn { kHistogramUnit, kHistogramSimulations, kHistogramScore, kHistogramCount };

// `control`: control(player, point, score), a row a score and point that anybody controlled.
enum ControlColumn {
  kControlUnit,
  kControlSimulations,
  kControlScore,
  kControlPoint,
  kControlBlack,  // simulations in which Black controlled it
  kControlWhite,
};

// `positions`: a row a position.
enum PositionsColumn {
  kPositionsUnit,
  kPositionsName,
  kPositionsSize,
  kPositionsKomiHalfPoints,
  kPositionsToMove,  // "black" or "white"
  kPositionsBlack,   // stones as SGF points: "ddpq"
  kPositionsWhite,
};

// `searches`: what the search would play; no rows of plain playouts.
enum SearchesColumn { kSearchesUnit, kSearchesSimulations, kSearchesMove, kSearchesVisits, kSearchesWinRate };

// `known`: semeai that the input tells of.
enum KnownColumn { kKnownUnit, kKnownSemeai, kKnownBlack, kKnownWhite, kKnownBlackFirst, kKnownWhiteFirst };

// Derived tables, in the order of AnalysisKind::derived_tables(). All start with cell, unit, simulations.
enum AnalysisDerivedTable {
  kOverviewTable,
  kDensityTable,
  kClustersTable,
  kCriticalityTable,
  kCovarianceTable,
  kSemeaiTable,
  kRegionsTable,
  kFoundTable,
};
enum AnalysisKeyColumn { kKeyCell, kKeyUnit, kKeySimulations, kNumKeyColumns };

// `overview`: a row a position and number of simulations.
enum OverviewColumn {
  kOverviewName = kNumKeyColumns,
  kOverviewSize,
  kOverviewKomi,
  kOverviewToMove,
  kOverviewBlack,
  kOverviewWhite,
  kOverviewCount,      // simulations that the histogram has
  kOverviewMean,       // of the scores
  kOverviewDeviation,  // σ̂
  kOverviewBandwidth,
  kOverviewBlackWinRate,
  kOverviewClusters,
  kOverviewMeanMisleads,
  kOverviewSemeai,
  kOverviewMapAgreement,  // correlation of the covariances with those of the last row of the position; null where they
                          // do not vary
  kOverviewMove,          // of the search; empty of playouts
  kOverviewVisits,
  kOverviewWinRate,  // of that move, for the side to move; null of playouts
};

// `density`: a row a score, from a bandwidth below the least that occurred to one above the greatest.
enum DensityColumn {
  kDensityScore = kNumKeyColumns,
  kDensityCount,
  kDensityDensity,  // f̂
  kDensityCluster,  // from 1; 0 of scores that did not occur
  kDensityMode,     // where mean shift took it; null likewise
};

// `clusters`: White's best first.
enum ClustersColumn {
  kClustersCluster = kNumKeyColumns,
  kClustersMode,
  kClustersDensity,
  kClustersFirstScore,
  kClustersLastScore,
  kClustersCount,
  kClustersWeight,  // μ_c
  kClustersWinner,  // of most of its simulations: "black", "white", or "neither"
};

// `criticality`: g(player, point, cluster).
enum CriticalityColumn {
  kCriticalityCluster = kNumKeyColumns,
  kCriticalityPoint,
  kCriticalityBlack,
  kCriticalityWhite,
};

// `covariance`: a row a point.
enum CovarianceColumn {
  kCovariancePoint = kNumKeyColumns,
  kCovarianceCovariance,    // Pellegrino et al. 2009, eq. 3
  kCovarianceFormer,        // g_former
  kCovarianceBlackControl,  // μ of Black, and of White
  kCovarianceWhiteControl,
};

// `semeai`: what hangs together over all clusters.
enum SemeaiColumn {
  kSemeaiSemeai = kNumKeyColumns,  // from 1, the largest first
  kSemeaiPoints,
  kSemeaiNumPoints,
  kSemeaiWorth,  // null where its winner never changes
};

// `regions`: what of a semeai is critical in a cluster.
enum RegionsColumn {
  kRegionsCluster = kNumKeyColumns,
  kRegionsSemeai,
  kRegionsPoints,
  kRegionsNumPoints,
  kRegionsHolder,  // who has to control it: "black" or "white"
  kRegionsMean,    // of |g|
  kRegionsPeak,
  kRegionsBlackShare,  // how often Black controls the semeai's points in the cluster
};

// `found`: each known semeai beside what was found of it.
enum FoundColumn {
  kFoundKnown = kNumKeyColumns,  // from 1
  kFoundBlack,
  kFoundWhite,
  kFoundBlackFirst,
  kFoundWhiteFirst,
  kFoundSemeai,       // the one that has most of its stones; 0 where none has any
  kFoundBlackStones,  // share of the group's stones that it has
  kFoundWhiteStones,
  kFoundWorth,
};

const std::shared_ptr<arrow::Schema>& PositionsSchema();
const std::shared_ptr<arrow::Schema>& HistogramSchema();
const std::shared_ptr<arrow::Schema>& ControlSchema();
const std::shared_ptr<arrow::Schema>& SearchesSchema();
const std::shared_ptr<arrow::Schema>& KnownSchema();
// By AnalysisDerivedTable.
const std::shared_ptr<arrow::Schema>& DerivedSchema(AnalysisDerivedTable table);

}  // namespace tenuki::analysis
