// The tables of a similarity and their columns: one list for what writes and what reads them.
#pragma once

#include <arrow/api.h>

#include <memory>

#include "experiments/similarity/measures.h"

namespace tenuki {

// The unit tables, in the order of SimilarityKind::unit_tables().
enum SimilarityTable { kPairsTable, kPositionsTable, kCollectionTable };

// `pairs`: a row a pair of positions, each with itself too. Of a tile off the diagonal first the pairs (i, j), then the
// same ones as (j, i), which pair_rows: UPPER_TRIANGLE leaves out.
enum PairsColumn {
  kPairsUnit,
  kPairsI,
  kPairsJ,
  kPairsAPosteriori,
  kPairsFirstMeasure,  // for each measure in the order of MeasureAt its distance and its similarity a priori; those of
                       // turned ones are null where the experiment does not ask for them
  kPairsNumColumns = kPairsFirstMeasure + 2 * kNumMeasures,
};
constexpr int DistanceColumn(int measure) { return kPairsFirstMeasure + 2 * measure; }
constexpr int APrioriColumn(int measure) { return kPairsFirstMeasure + 2 * measure + 1; }

// `positions`: a row a position, from the tiles on the diagonal.
enum PositionsColumn {
  kPositionsUnit,
  kPositionsPosition,  // its number, as `pairs` has it
  kPositionsGames,
  kPositionsToMove,  // "black" or "white"
  kPositionsBlack,   // the stones of the canonical form as SGF points: "ddpq"
  kPositionsWhite,
  kPositionsReplies,  // points and in how many games they were played: "dd:12 qq:3"
};

// `collection`: what became of the games, from unit 0.
enum CollectionColumn {
  kCollectionUnit,
  kCollectionItem,  // a GameOutcomeName, or kDistinctPositions
  kCollectionCount,
  kCollectionExample,  // the first of the games that were left out for this; empty where none was
};
inline constexpr char kDistinctPositions[] = "distinct positions";

// Derived tables, in the order of SimilarityKind::derived_tables().
enum SimilarityDerivedTable { kOverviewTable, kClassificationTable, kDistributionTable, kFitTable, kMatrixTable };

// `overview`: what became of the games of each cell's collection, and how many positions and pairs were compared.
enum OverviewColumn { kOverviewCell, kOverviewItem, kOverviewCount, kOverviewExample };
inline constexpr char kComparedPositions[] = "compared positions";
inline constexpr char kComparedPairs[] = "compared pairs";

// `classification`: two rows a measure, with the pairs of a position with itself and without. "Highly similar" is what
// has at least similarity.threshold: right when both measures say so.
enum ClassificationColumn {
  kClassificationCell,
  kClassificationMeasure,
  kClassificationDiagonal,  // whether it counts a position with itself
  kClassificationTruePositives,
  kClassificationFalsePositives,
  kClassificationFalseNegatives,
  kClassificationTrueNegatives,
  kClassificationPrecision,  // null where nothing was found; recall likewise
  kClassificationRecall,
  kClassificationAccuracy,
  kClassificationAverageError,  // of |a priori − a posteriori|, over all pairs
};

// `distribution`: a row a bin of a measure, that a posteriori too, without the diagonal.
enum DistributionColumn {
  kDistributionCell,
  kDistributionMeasure,
  kDistributionBin,
  kDistributionFrom,  // this and above, and below the next bin's; the last one includes 1
  kDistributionPairs,
};
inline constexpr int kNumBins = 20;
inline constexpr char kAPosterioriName[] = "a_posteriori";

// `fit`: a row a measure. α and β are chosen on the pairs of even-numbered positions, and tried on those of
// odd-numbered ones, without the diagonal.
enum FitColumn {
  kFitCell,
  kFitMeasure,
  kFitObjective,
  kFitAlpha,
  kFitBeta,
  kFitFirstQuality,  // of the half that it was fitted on: precision, recall, accuracy, average error, F1; then of the
                     // other, then of the other with the experiment's own α and β
  kFitNumQualities = 5,
  kFitNumColumns = kFitFirstQuality + 3 * kFitNumQualities,
};

// `matrix`: a posteriori of the pairs of the first positions, those of most games.
enum MatrixColumn { kMatrixCell, kMatrixI, kMatrixJ, kMatrixAPosteriori };
inline constexpr int kMatrixPositions = 100;

const std::shared_ptr<arrow::Schema>& PairsSchema();
const std::shared_ptr<arrow::Schema>& PositionsSchema();
const std::shared_ptr<arrow::Schema>& CollectionSchema();
const std::shared_ptr<arrow::Schema>& OverviewSchema();
const std::shared_ptr<arrow::Schema>& ClassificationSchema();
const std::shared_ptr<arrow::Schema>& DistributionSchema();
const std::shared_ptr<arrow::Schema>& FitSchema();
const std::shared_ptr<arrow::Schema>& MatrixSchema();

}  // namespace tenuki
