#include "experiments/statistics/wilson.h"

#include <algorithm>
#include <cmath>

namespace tenuki {
namespace {

double LowerEnd(double successes, double trials, double quantile) {
  const double p = successes / trials;
  const double z2 = quantile * quantile;
  const double half_width = quantile * std::sqrt(p * (1 - p) / trials + z2 / (4 * trials * trials));
  return std::max(0.0, (p + z2 / (2 * trials) - half_width) / (1 + z2 / trials));
}

}  // namespace

ProportionInterval WilsonInterval(double successes, double trials, double quantile) {
  if (trials <= 0) return {0, 1};
  return {LowerEnd(successes, trials, quantile), 1 - LowerEnd(trials - successes, trials, quantile)};
}

}  // namespace tenuki
