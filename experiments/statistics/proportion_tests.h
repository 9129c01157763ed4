// Tests of proportions: whether two differ, whether one rises along a scale, whether a treatment works over all strata.
//
//   TestResult test = CompareProportions({34, 100}, {45, 100});
//   std::vector<double> adjusted = HolmAdjusted(p_values);
//
// Successes may be halves, for draws. Pure functions of + − × ÷ and sqrt: the same on every machine.
#pragma once

#include <vector>

namespace tenuki {

struct Proportion {
  double successes = 0;
  double trials = 0;
};

struct TestResult {
  // Standard normal under the hypothesis; its sign says in which direction.
  double z = 0;
  // Two-sided.
  double p_value = 1;
};

// Whether b differs from a: z with the pooled variance, positive when b is greater. p = 1 when there is nothing to
// test.
TestResult CompareProportions(const Proportion& a, const Proportion& b);

// Holm's step-down adjustment: the family-wise error of rejecting those at or below a level is at most the level.
std::vector<double> HolmAdjusted(const std::vector<double>& p_values);

// One stratum: the same comparison under one circumstance.
struct Stratum {
  Proportion control;
  Proportion treatment;
};
struct PooledComparison {
  // Without continuity correction: z² is the statistic of Cochran, Mantel and Haenszel.
  TestResult test;
  // Mantel and Haenszel's estimate; above 1 when the treatment has more successes.
  double odds_ratio = 1;
};
PooledComparison CochranMantelHaenszel(const std::vector<Stratum>& strata);

// Whether proportions rise (z > 0) or fall along `scores`: Cochran and Armitage. REQUIRES: as many of both.
TestResult TrendTest(const std::vector<Proportion>& proportions, const std::vector<double>& scores);

// The smallest difference from `proportion` that a two-sided test at `level` finds with probability `power`, when both
// sides have so many trials.
double SmallestDetectableDifference(double proportion, double trials_a, double trials_b, double level = 0.05,
                                    double power = 0.8);

}  // namespace tenuki
