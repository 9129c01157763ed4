// How many pairs have which distance and which similarity a posteriori: all that classification, distributions and the
// search for α and β need to know of the pairs, however many there are.
//
//   PairCountsBuilder builder;
//   builder.Add(/*distance=*/12, /*a_posteriori=*/0.5f, /*num_pairs=*/2);
//   const PairCounts counts = builder.Finish(/*threshold=*/0.75f);
//   Quality quality = counts.Classify(v1::MEANT, {.alpha = 0.25, .beta = -0.2}, 0.75f);
//
// Sums run in the order of distances and similarities, so that no order of rows can show. PairCounts is immutable; a
// builder is for one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "experiments/similarity/measures.h"
#include "tenuki/v1/similarity.pb.h"

namespace tenuki {

// Of a classification "highly similar, a priori" against "highly similar, a posteriori".
struct Quality {
  int64_t true_positives = 0;
  int64_t false_positives = 0;
  int64_t false_negatives = 0;
  int64_t true_negatives = 0;
  // Of |a priori − a posteriori|, over all pairs.
  double sum_of_errors = 0;

  int64_t num_pairs() const { return true_positives + false_positives + false_negatives + true_negatives; }
  // Nothing where there is nothing to divide by.
  std::optional<double> precision() const;
  std::optional<double> recall() const;
  std::optional<double> accuracy() const;
  std::optional<double> average_error() const;
  // The harmonic mean of precision and recall; 0 when no pair is highly similar by either.
  double f1() const;

  // With so many more pairs of a position with itself, which are alike by every measure.
  Quality WithDiagonal(int64_t num_positions) const;
};

class PairCounts {
 public:
  // Pairs of one distance.
  struct Group {
    int32_t distance = 0;
    // A posteriori, ascending; up to and including each of them the number of pairs, and the sum of their values.
    std::vector<float> values;
    std::vector<int64_t> counts;
    std::vector<double> sums;
    // How many pairs are highly similar a posteriori.
    int64_t num_similar = 0;

    int64_t num_pairs() const { return counts.back(); }
    // Of |value − a_priori|.
    double SumOfErrors(float a_priori) const;
  };

  // By distance, ascending.
  const std::vector<Group>& groups() const { return groups_; }
  int64_t num_pairs() const { return num_pairs_; }
  double mean_distance() const;

  // REQUIRES: `threshold` is the one that the counts were made with.
  Quality Classify(v1::Formula formula, const Coefficients& coefficients, float threshold) const;

 private:
  friend class PairCountsBuilder;
  std::vector<Group> groups_;
  int64_t num_pairs_ = 0;
};

class PairCountsBuilder {
 public:
  void Add(int32_t distance, float a_posteriori, int64_t num_pairs);
  void Add(const PairCountsBuilder& other);
  // From `threshold` on, pairs are highly similar.
  PairCounts Finish(float threshold) const;

 private:
  // By the distance in the high half, and the bits of the similarity in the low one: of numbers from 0 on, the order of
  // bits is that of values.
  absl::flat_hash_map<uint64_t, int64_t> counts_;
};

}  // namespace tenuki
