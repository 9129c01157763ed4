#include "experiments/statistics/elo.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tenuki {
namespace {

TEST(EloTest, TheScaleIsTheUsualOne) {
  EXPECT_EQ(EloOfScore(0.5), 0);
  EXPECT_NEAR(EloOfScore(10.0 / 11), 400, 1e-9) << "ten to one";
  EXPECT_NEAR(EloOfScore(0.75), 190.8485, 0.0001);
  EXPECT_NEAR(EloOfScore(0.25), -190.8485, 0.0001);
  EXPECT_NEAR(ScoreOfElo(200), 0.759747, 0.000001);
  for (double elo = -800; elo < 800; elo += 37) EXPECT_NEAR(EloOfScore(ScoreOfElo(elo)), elo, 1e-9);
}

TEST(EloTest, PairsHaveLessVarianceThanGamesWhenColoursDecide) {
  // Black wins every game: each pair is 1 : 1, and there is no doubt that the players are equal.
  const PairScore equal = ScoreOfPairs({0, 0, 50, 0, 0});
  EXPECT_EQ(equal.mean, 0.5);
  EXPECT_EQ(equal.variance, 0);
  // Of independent games: ½ · ½ · p (1 − p) of 2 = 1/8 for the mean of a pair.
  EXPECT_DOUBLE_EQ(ScoreOfPairs({25, 0, 50, 0, 25}).variance, 0.125);
  EXPECT_EQ(ScoreOfPairs({}).num_pairs, 0);
}

TEST(EloTest, IntervalsHoldTheEstimate) {
  const EloEstimate elo = EstimateElo({10, 15, 40, 20, 15});
  // s = 0.5375, v = 0.0830; ± 1.96 sqrt(v / 100).
  EXPECT_NEAR(elo.elo, EloOfScore(0.5375), 1e-9);
  EXPECT_NEAR(elo.low, EloOfScore(0.5375 - 1.959964 * std::sqrt(0.08296875 / 100)), 0.01);
  EXPECT_NEAR(elo.high, EloOfScore(0.5375 + 1.959964 * std::sqrt(0.08296875 / 100)), 0.01);
}

TEST(EloTest, NothingLostIsNoCertainty) {
  const EloEstimate won = EstimateElo({0, 0, 0, 0, 20});
  EXPECT_TRUE(std::isinf(won.elo));
  EXPECT_TRUE(std::isinf(won.high));
  EXPECT_NEAR(won.low, EloOfScore(0.8389), 0.2) << "Wilson's interval of 20 of 20";
  const EloEstimate nothing = EstimateElo({});
  EXPECT_TRUE(std::isinf(nothing.low) && std::isinf(nothing.high));
}

}  // namespace
}  // namespace tenuki
