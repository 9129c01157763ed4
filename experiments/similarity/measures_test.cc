#include "experiments/similarity/measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/influence/influence.h"

namespace tenuki {
namespace {

TEST(MeasuresTest, APosterioriIsDefinition1) {
  EXPECT_EQ(APosteriori(0, 3, 2), 0);
  EXPECT_EQ(APosteriori(1, 3, 1), 0.5F);
  EXPECT_EQ(APosteriori(2, 2, 2), 1);
  EXPECT_EQ(APosteriori(7, 12, 8), 0.7F);
}

// With z = 0.25 · 4 − 0.2 = 0.8: 2 / (1 + e^0.8) = 0.620051.
TEST(MeasuresTest, APrioriIsDefinition2AsItIsMeantOrAsItIsPrinted) {
  const Coefficients coefficients = {.alpha = 0.25, .beta = -0.2};
  EXPECT_NEAR(APriori(v1::PRINTED, coefficients, 4), 0.379949, 1e-6);
  EXPECT_NEAR(APriori(v1::MEANT, coefficients, 4), 0.620051, 1e-6);
  // Near positions are alike as it is meant, and far ones as it is printed.
  EXPECT_GT(APriori(v1::MEANT, coefficients, 1), 0.95);
  EXPECT_LT(APriori(v1::PRINTED, coefficients, 1), 0.05);
  EXPECT_LT(APriori(v1::MEANT, coefficients, 60), 1e-5);
  EXPECT_GT(APriori(v1::PRINTED, coefficients, 60), 1 - 1e-5);
  EXPECT_EQ(APriori(v1::MEANT, {.alpha = 1000, .beta = 100}, 100'000), 0);
}

TEST(MeasuresTest, ATableHasTheSameValues) {
  const Coefficients coefficients = {.alpha = 0.00082, .beta = 0.035};
  APrioriTable table(v1::MEANT, coefficients);
  for (const int32_t distance : {0, 5, 3, 100, 99, 4000, 12, 70'000, 69'999}) {
    EXPECT_EQ(table(distance), static_cast<float>(APriori(v1::MEANT, coefficients, distance))) << distance;
  }
}

TEST(MeasuresTest, MeasuresAreTheModelsAndThenTheirTurnedOnes) {
  v1::Similarity similarity;
  EXPECT_EQ(NumMeasures(similarity), kNumInfluenceModels);
  similarity.set_relative_symmetries(true);
  EXPECT_EQ(NumMeasures(similarity), kNumMeasures);
  EXPECT_EQ(MeasureName(MeasureAt(0)), "stones");
  EXPECT_EQ(MeasureName(MeasureAt(4)), "bouzy");
  EXPECT_EQ(MeasureName(MeasureAt(6)), "zobrist_turned");
}

TEST(MeasuresTest, BouzysOperatorIsAPresetOrItsNumbers) {
  v1::BouzyModel bouzy;
  EXPECT_EQ(BouzyOperatorOf(bouzy).dilations, 5);
  EXPECT_EQ(BouzyOperatorOf(bouzy).erosions, 21);
  bouzy.set_preset(v1::X_13_4);
  EXPECT_EQ(BouzyOperatorOf(bouzy).dilations, 4);
  EXPECT_EQ(BouzyOperatorOf(bouzy).erosions, 13);
  bouzy.set_preset(v1::CUSTOM);
  bouzy.set_dilations(2);
  bouzy.set_erosions(1);
  EXPECT_EQ(BouzyOperatorOf(bouzy).dilations, 2);
  EXPECT_EQ(BouzyOperatorOf(bouzy).erosions, 1);
}

}  // namespace
}  // namespace tenuki
