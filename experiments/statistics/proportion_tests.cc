#include "experiments/statistics/proportion_tests.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "absl/log/check.h"
#include "experiments/statistics/normal.h"

namespace tenuki {
namespace {

TestResult ResultOf(double difference, double variance) {
  if (!(variance > 0)) return {};
  const double z = difference / std::sqrt(variance);
  return {.z = z, .p_value = TwoSidedP(z)};
}

}  // namespace

TestResult CompareProportions(const Proportion& a, const Proportion& b) {
  if (a.trials <= 0 || b.trials <= 0) return {};
  const double pooled = (a.successes + b.successes) / (a.trials + b.trials);
  return ResultOf(b.successes / b.trials - a.successes / a.trials,
                  pooled * (1 - pooled) * (1 / a.trials + 1 / b.trials));
}

std::vector<double> HolmAdjusted(const std::vector<double>& p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, left * p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

PooledComparison CochranMantelHaenszel(const std::vector<Stratum>& strata) {
  double difference = 0;
  double variance = 0;
  double odds_above = 0;
  double odds_below = 0;
  for (const auto& [control, treatment] : strata) {
    const double total = control.trials + treatment.trials;
    if (control.trials <= 0 || treatment.trials <= 0 || total <= 1) continue;
    const double successes = control.successes + treatment.successes;
    difference += treatment.successes - treatment.trials * successes / total;
    variance += control.trials * treatment.trials * successes * (total - successes) / (total * total * (total - 1));
    odds_above += treatment.successes * (control.trials - control.successes) / total;
    odds_below += control.successes * (treatment.trials - treatment.successes) / total;
  }
  return {.test = ResultOf(difference, variance), .odds_ratio = odds_below > 0 ? odds_above / odds_below : 1};
}

TestResult TrendTest(const std::vector<Proportion>& proportions, const std::vector<double>& scores) {
  CHECK_EQ(proportions.size(), scores.size());
  double trials = 0;
  double successes = 0;
  double score_sum = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    trials += proportions[i].trials;
    successes += proportions[i].successes;
    score_sum += proportions[i].trials * scores[i];
  }
  if (trials <= 0) return {};
  const double mean_score = score_sum / trials;
  const double rate = successes / trials;
  double covariance = 0;
  double spread = 0;
  for (size_t i = 0; i < scores.size(); ++i) {
    covariance += proportions[i].successes * (scores[i] - mean_score);
    spread += proportions[i].trials * (scores[i] - mean_score) * (scores[i] - mean_score);
  }
  return ResultOf(covariance, rate * (1 - rate) * spread);
}

double SmallestDetectableDifference(double proportion, double trials_a, double trials_b, double level, double power) {
  const double quantiles = NormalQuantile(1 - level / 2) + NormalQuantile(power);
  return quantiles * std::sqrt(proportion * (1 - proportion) * (1 / trials_a + 1 / trials_b));
}

}  // namespace tenuki
