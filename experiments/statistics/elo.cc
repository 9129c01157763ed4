#include "experiments/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/portable_math.h"
#include "experiments/statistics/wilson.h"

namespace tenuki {
namespace {

constexpr double kLn10 = 2.302585092994046;

double EloOrInfinity(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return EloOfScore(score);
}

}  // namespace

PairScore ScoreOfPairs(const PairCounts& pairs) {
  PairScore score;
  double sum = 0;
  double squares = 0;
  for (size_t points = 0; points < pairs.size(); ++points) {
    const double mean_of_pair = static_cast<double>(points) / 4;
    const auto count = static_cast<double>(pairs[points]);
    score.num_pairs += pairs[points];
    sum += count * mean_of_pair;
    squares += count * mean_of_pair * mean_of_pair;
  }
  if (score.num_pairs == 0) return score;
  const auto count = static_cast<double>(score.num_pairs);
  score.mean = sum / count;
  score.variance = std::max(0.0, squares / count - score.mean * score.mean);
  return score;
}

double EloOfScore(double score) { return 400 / kLn10 * PortableLog(score / (1 - score)); }

double ScoreOfElo(double elo) { return 1 / (1 + PortableExp(-elo * kLn10 / 400)); }

EloEstimate EstimateElo(const PairCounts& pairs) {
  const PairScore score = ScoreOfPairs(pairs);
  if (score.num_pairs == 0) {
    return {.elo = 0, .low = -std::numeric_limits<double>::infinity(), .high = std::numeric_limits<double>::infinity()};
  }
  const double half_width = kNormalQuantile975 * std::sqrt(score.variance / static_cast<double>(score.num_pairs));
  double low = score.mean - half_width;
  double high = score.mean + half_width;
  if (score.variance == 0) {
    // All pairs came out the same, which is no proof that the next one will: Wilson's interval over pairs.
    const auto count = static_cast<double>(score.num_pairs);
    const ProportionInterval wilson = WilsonInterval(score.mean * count, count);
    low = wilson.low;
    high = wilson.high;
  }
  return {.elo = EloOrInfinity(score.mean), .low = EloOrInfinity(low), .high = EloOrInfinity(high)};
}

}  // namespace tenuki
