#include "experiments/similarity/pair_counts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "common/random.h"
#include "experiments/similarity/fit.h"

namespace tenuki {
namespace {

constexpr float kThreshold = 0.75F;

struct Pair {
  int32_t distance;
  float a_posteriori;
};

std::vector<Pair> RandomPairs(int count, uint64_t seed) {
  std::vector<Pair> pairs;
  for (int i = 0; i < count; ++i) {
    const auto distance = static_cast<int32_t>(UniformBelow(40, Random32(seed, 2 * i)));
    // Near pairs are alike, as a rule.
    const float noise = static_cast<float>(UniformBelow(5, Random32(seed, 2 * i + 1))) / 10;
    pairs.push_back({distance, distance < 8 ? 1 - noise : noise});
  }
  return pairs;
}

PairCounts CountsOf(const std::vector<Pair>& pairs) {
  PairCountsBuilder builder;
  for (const Pair& pair : pairs) builder.Add(pair.distance, pair.a_posteriori, 1);
  return builder.Finish(kThreshold);
}

// Pair by pair.
Quality NaiveQuality(const std::vector<Pair>& pairs, const Coefficients& coefficients) {
  Quality quality;
  for (const Pair& pair : pairs) {
    const auto a_priori = static_cast<float>(APriori(v1::MEANT, coefficients, pair.distance));
    const bool is_found = a_priori >= kThreshold;
    const bool is_similar = pair.a_posteriori >= kThreshold;
    quality.true_positives += is_found && is_similar;
    quality.false_positives += is_found && !is_similar;
    quality.false_negatives += !is_found && is_similar;
    quality.true_negatives += !is_found && !is_similar;
    quality.sum_of_errors += std::fabs(static_cast<double>(a_priori) - static_cast<double>(pair.a_posteriori));
  }
  return quality;
}

TEST(PairCountsTest, ClassifiesAsPairByPair) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<Pair> pairs = RandomPairs(500, seed);
    for (const Coefficients& coefficients : {Coefficients{.alpha = 0.05, .beta = 0.1}, {.alpha = 0.3, .beta = -0.4}}) {
      const Quality quality = CountsOf(pairs).Classify(v1::MEANT, coefficients, kThreshold);
      const Quality naive = NaiveQuality(pairs, coefficients);
      EXPECT_EQ(quality.true_positives, naive.true_positives);
      EXPECT_EQ(quality.false_positives, naive.false_positives);
      EXPECT_EQ(quality.false_negatives, naive.false_negatives);
      EXPECT_EQ(quality.true_negatives, naive.true_negatives);
      EXPECT_NEAR(quality.sum_of_errors, naive.sum_of_errors, 1e-6);
    }
  }
}

TEST(PairCountsTest, QualitiesAreTheUsualOnes) {
  const Quality quality = {.true_positives = 6, .false_positives = 2, .false_negatives = 4, .true_negatives = 88};
  EXPECT_DOUBLE_EQ(quality.precision().value(), 0.75);
  EXPECT_DOUBLE_EQ(quality.recall().value(), 0.6);
  EXPECT_DOUBLE_EQ(quality.accuracy().value(), 0.94);
  EXPECT_DOUBLE_EQ(quality.f1(), 2 * 0.75 * 0.6 / (0.75 + 0.6));
  const Quality with = quality.WithDiagonal(10);
  EXPECT_EQ(with.true_positives, 16);
  EXPECT_DOUBLE_EQ(with.accuracy().value(), 104.0 / 110);
  EXPECT_FALSE(Quality().precision().has_value());
  EXPECT_FALSE(Quality().accuracy().has_value());
  EXPECT_EQ(Quality().f1(), 0);
}

TEST(PairCountsTest, TheSameInAnyOrder) {
  std::vector<Pair> pairs = RandomPairs(300, 1);
  const Quality quality = CountsOf(pairs).Classify(v1::MEANT, {.alpha = 0.1, .beta = 0}, kThreshold);
  std::ranges::reverse(pairs);
  EXPECT_EQ(CountsOf(pairs).Classify(v1::MEANT, {.alpha = 0.1, .beta = 0}, kThreshold).sum_of_errors,
            quality.sum_of_errors);
}

TEST(FitTest, FindsTheLimitThatClassifiesBest) {
  // Up to distance 7 pairs are alike for the most part, from there on not at all.
  const PairCounts counts = CountsOf(RandomPairs(4000, 5));
  const Coefficients fitted = Fit(counts, v1::MEANT, v1::F1, kThreshold);
  EXPECT_GE(APriori(v1::MEANT, fitted, 7), 0.75);
  EXPECT_LT(APriori(v1::MEANT, fitted, 8), 0.75);
}

// No point of a fine grid over the same range is better.
TEST(FitTest, NoOtherIsMuchBetter) {
  const PairCounts counts = CountsOf(RandomPairs(2000, 9));
  for (const v1::FitObjective objective : {v1::F1, v1::AVERAGE_ERROR, v1::ACCURACY}) {
    const auto value = [&](const Coefficients& coefficients) {
      const Quality quality = counts.Classify(v1::MEANT, coefficients, kThreshold);
      return objective == v1::F1              ? quality.f1()
             : objective == v1::AVERAGE_ERROR ? -quality.average_error().value()
                                              : quality.accuracy().value();
    };
    const double best = value(Fit(counts, v1::MEANT, objective, kThreshold));
    for (double alpha = 0.005; alpha < 2; alpha *= 1.1) {
      for (double beta = -1; beta < 1; beta += 0.05) {
        EXPECT_LE(value({.alpha = alpha, .beta = beta}), best + 1e-3) << alpha << " " << beta;
      }
    }
  }
}

TEST(FitTest, OfNothingIsNothing) {
  EXPECT_EQ(Fit(PairCountsBuilder().Finish(kThreshold), v1::MEANT, v1::F1, kThreshold).alpha, 0);
}

}  // namespace
}  // namespace tenuki
