// How many simulations ended with each score: H of Graf et al. 2013, §3.1.
//
//   ScoreHistogram histogram = {{-5, 3}, {7, 1}};       // ascending, each with a count above zero
//   MomentsOf(histogram).mean                           // −2
//
// A score is Black's lead before komi. Values: no thread rules.
#pragma once

#include <cstdint>
#include <vector>

namespace tenuki {

struct ScoreCount {
  int score = 0;
  int64_t count = 0;

  friend bool operator==(const ScoreCount&, const ScoreCount&) = default;
};

// By score, ascending; scores that did not occur are not in it.
using ScoreHistogram = std::vector<ScoreCount>;

struct ScoreMoments {
  int64_t count = 0;
  // Σ s·H(s) / n: the paper prints Σ H(s) / n, which is 1. 0 of no simulations.
  double mean = 0;
  // σ̂, with n − 1; 0 of fewer than two simulations.
  double deviation = 0;
};

ScoreMoments MomentsOf(const ScoreHistogram& histogram);

// The share of simulations that Black wins; a tie is half a win. 0 of no simulations.
double BlackWinRate(const ScoreHistogram& histogram, int komi_half_points);

}  // namespace tenuki
