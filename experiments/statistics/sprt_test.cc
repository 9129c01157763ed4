#include "experiments/statistics/sprt.h"

#include <gtest/gtest.h>

#include "common/random.h"

namespace tenuki {
namespace {

TEST(SprtTest, BoundsAreWalds) {
  const Sprt sprt({.alpha = 0.05, .beta = 0.05});
  EXPECT_NEAR(sprt.upper_bound(), 2.944439, 0.000001);
  EXPECT_NEAR(sprt.lower_bound(), -2.944439, 0.000001);
  const Sprt other({.alpha = 0.01, .beta = 0.1});
  EXPECT_NEAR(other.upper_bound(), 4.499810, 0.000001);
  EXPECT_NEAR(other.lower_bound(), -2.292535, 0.000001);
}

TEST(SprtTest, ARowOfWinsEndsIt) {
  Sprt sprt({.elo0 = 0, .elo1 = 100});
  int64_t num_pairs = 0;
  while (sprt.Add(4) == Sprt::Verdict::kContinue) ASSERT_LT(++num_pairs, 100);
  EXPECT_EQ(sprt.verdict(), Sprt::Verdict::kAcceptElo1);
  const double ratio = sprt.log_likelihood_ratio();
  const int64_t end = sprt.num_pairs();
  EXPECT_EQ(sprt.Add(0), Sprt::Verdict::kAcceptElo1) << "it is over";
  EXPECT_EQ(sprt.num_pairs(), end);
  EXPECT_EQ(sprt.log_likelihood_ratio(), ratio);
}

// How often it accepts elo1 in 1,000 runs of games with the given true difference, and its mean length.
struct Share {
  double accepted = 0;
  double mean_pairs = 0;
};
Share RunMany(double true_elo, const SprtOptions& options) {
  constexpr int kNumRuns = 1000;
  const auto threshold = static_cast<uint32_t>(ScoreOfElo(true_elo) * 0x1p32);
  Share share;
  for (int run = 0; run < kNumRuns; ++run) {
    Sprt sprt(options);
    for (uint64_t i = 0; sprt.verdict() == Sprt::Verdict::kContinue; i += 2) {
      const uint64_t seed = DeriveSeed(1, static_cast<uint64_t>(run));
      sprt.Add(2 * ((Random32(seed, i) < threshold) + (Random32(seed, i + 1) < threshold)));
    }
    share.accepted += (sprt.verdict() == Sprt::Verdict::kAcceptElo1) / double{kNumRuns};
    share.mean_pairs += static_cast<double>(sprt.num_pairs()) / kNumRuns;
  }
  return share;
}

TEST(SprtTest, KeepsItsErrorRates) {
  const SprtOptions options = {.elo0 = 0, .elo1 = 60};
  EXPECT_LE(RunMany(0, options).accepted, 0.075) << "alpha is 0.05, and 0.075 three and a half standard errors more";
  EXPECT_GE(RunMany(60, options).accepted, 0.925);
  EXPECT_LT(RunMany(0, options).mean_pairs, RunMany(30, options).mean_pairs) << "doubt takes longest";
}

}  // namespace
}  // namespace tenuki
