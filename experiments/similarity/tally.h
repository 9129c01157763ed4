// What is known of a similarity's cells from their rows: counts of pairs, the first positions' matrix, the collection.
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<Tally> tallies, ReadTallies(plan, unit_tables));
//   tallies[cell.index].Counts(/*measure=*/0, {kEven, kOdd, kMixed}, threshold)
//
// The same whatever the order of rows. Values: no thread rules.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "experiments/similarity/measures.h"
#include "experiments/similarity/pair_counts.h"

namespace tenuki {

// Pairs by the numbers of their positions: both even, both odd, or one of each.
enum PairPart { kEven, kOdd, kMixed, kNumPairParts };

struct Tally {
  struct MatrixPoint {
    int i = 0;
    int j = 0;
    float a_posteriori = 0;
    auto operator<=>(const MatrixPoint&) const = default;
  };
  struct Item {
    std::string item;
    int64_t count = 0;
    std::string example;
    auto operator<=>(const Item&) const = default;
  };

  // Those with a place in the square of all pairs, whether or not they have a row.
  int64_t num_pairs = 0;
  // Pairs of a position with itself.
  int64_t num_diagonal = 0;
  int64_t num_positions = 0;
  // All others, by MeasureAt's index.
  std::array<std::array<PairCountsBuilder, kNumPairParts>, kNumMeasures> pairs;
  // Row by row.
  std::vector<MatrixPoint> matrix;
  // By item.
  std::vector<Item> collection;

  PairCounts Counts(int measure, std::initializer_list<PairPart> parts, float threshold) const;
};

// One for each cell of the plan.
absl::StatusOr<std::vector<Tally>> ReadTallies(const Plan& plan, TableSource& unit_tables);

}  // namespace tenuki
