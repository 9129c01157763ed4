#include "experiments/statistics/bradley_terry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/statistics/elo.h"

namespace tenuki {
namespace {

TEST(BradleyTerryTest, OfTwoPlayersItIsTheScore) {
  const BradleyTerry fit = FitBradleyTerry({{0, 75}, {25, 0}});
  ASSERT_TRUE(fit.is_connected);
  EXPECT_FALSE(fit.has_prior);
  const BradleyTerry::Difference difference = fit.DifferenceOf(0, 1);
  EXPECT_NEAR(difference.elo, EloOfScore(0.75), 1e-6);
  // Of a logit: 1 / sqrt(n p (1 − p)), on the scale of Elo.
  EXPECT_NEAR(difference.standard_error, 400 / std::log(10) / std::sqrt(100 * 0.75 * 0.25), 1e-6);
  EXPECT_NEAR(fit.ratings[0].elo + fit.ratings[1].elo, 0, 1e-9);
  EXPECT_NEAR(fit.ratings[0].standard_error, difference.standard_error / 2, 1e-6);
}

TEST(BradleyTerryTest, RecoversStrengthsThatTheGamesAgreeWith) {
  const double elo[] = {200, 50, -30, -220};
  std::vector<std::vector<double>> points(4, std::vector<double>(4));
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      if (i != j) points[i][j] = 500 * ScoreOfElo(elo[i] - elo[j]);
    }
  }
  const BradleyTerry fit = FitBradleyTerry(points);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(fit.ratings[i].elo, elo[i], 1e-5);
}

// Borsboom et al. 2007, Table 1: expected points under the fit are the points that were made.
TEST(BradleyTerryTest, AtTheMaximumEachPlayerMakesItsPoints) {
  const std::vector<std::vector<double>> points = {{0, 14, 4, 14}, {36, 0, 28, 44}, {46, 22, 0, 42}, {36, 6, 8, 0}};
  const BradleyTerry fit = FitBradleyTerry(points);
  for (int i = 0; i < 4; ++i) {
    double made = 0;
    double expected = 0;
    for (int j = 0; j < 4; ++j) {
      if (i == j) continue;
      made += points[i][j];
      expected += 50 * ScoreOfElo(fit.ratings[i].elo - fit.ratings[j].elo);
    }
    EXPECT_NEAR(made, expected, 1e-6) << i;
    EXPECT_LT(fit.ratings[i].low, fit.ratings[i].elo);
    EXPECT_LT(fit.ratings[i].elo, fit.ratings[i].high);
  }
}

TEST(BradleyTerryTest, WhereNothingWasLostDrawsAreAdded) {
  const BradleyTerry fit = FitBradleyTerry({{0, 10}, {0, 0}});
  EXPECT_TRUE(fit.has_prior);
  EXPECT_NEAR(fit.DifferenceOf(0, 1).elo, EloOfScore(10.5 / 11), 1e-6);
}

TEST(BradleyTerryTest, WithoutGamesThereAreNoRatings) {
  EXPECT_FALSE(FitBradleyTerry({}).is_connected);
  EXPECT_FALSE(FitBradleyTerry({{0, 5, 0}, {5, 0, 0}, {0, 0, 0}}).is_connected) << "the third has not played";
}

}  // namespace
}  // namespace tenuki
