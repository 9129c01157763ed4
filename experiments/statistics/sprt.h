// The sequential probability ratio test: how many pairs of games are enough to tell which of two hypotheses holds.
//
//   Sprt sprt({.elo0 = 0, .elo1 = 20});
//   for (int points : points_of_pairs_in_order) {                  // 0 … 4: twice the points of the pair
//     if (sprt.Add(points) != Sprt::Verdict::kContinue) break;
//   }
//
// The log-likelihood ratio is that of the generalised test with the normal approximation (Van den Bergh): with N pairs
// of mean score s and variance v, N (s1 − s0) (2 s − s0 − s1) / (2 v). For the variance one pair of each of the five
// outcomes is counted more, so that a row of wins has one. A pure state machine over the pairs in their order: when
// results arrive does not matter.
#pragma once

#include <cstdint>

#include "experiments/statistics/elo.h"

namespace tenuki {

struct SprtOptions {
  // The hypotheses: the difference is elo0, or elo1.
  double elo0 = 0;
  double elo1 = 20;
  // The probabilities of accepting elo1 when elo0 holds, and the other way round.
  double alpha = 0.05;
  double beta = 0.05;
  // Fewer pairs decide nothing: the approximation needs some.
  int64_t min_pairs = 10;
};

class Sprt {
 public:
  enum class Verdict { kContinue, kAcceptElo0, kAcceptElo1 };

  explicit Sprt(const SprtOptions& options);

  // The next pair. After a verdict the test is over, and further pairs change nothing.
  Verdict Add(int points);

  Verdict verdict() const { return verdict_; }
  int64_t num_pairs() const { return num_pairs_; }
  double log_likelihood_ratio() const { return ratio_; }
  double lower_bound() const { return lower_; }
  double upper_bound() const { return upper_; }

 private:
  const SprtOptions options_;
  const double score0_;
  const double score1_;
  const double lower_;
  const double upper_;
  PairCounts pairs_{};
  int64_t num_pairs_ = 0;
  double ratio_ = 0;
  Verdict verdict_ = Verdict::kContinue;
};

}  // namespace tenuki
