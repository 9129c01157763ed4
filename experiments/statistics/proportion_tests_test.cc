#include "experiments/statistics/proportion_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenuki {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

TEST(CompareProportionsTest, IsTheChiSquareTestOfAFourfoldTable) {
  // (0.5 − 0.3)² / (0.4 · 0.6 · 2/50) = 4.1667, p = 0.0412.
  const TestResult test = CompareProportions({15, 50}, {25, 50});
  EXPECT_NEAR(test.z * test.z, 4.1667, 0.00005);
  EXPECT_NEAR(test.p_value, 0.04123, 0.000005);
  EXPECT_GT(test.z, 0);
  EXPECT_NEAR(CompareProportions({25, 50}, {15, 50}).z, -test.z, 1e-15);
}

TEST(CompareProportionsTest, WithoutVarianceThereIsNothingToTest) {
  EXPECT_EQ(CompareProportions({0, 10}, {0, 20}).p_value, 1);
  EXPECT_EQ(CompareProportions({10, 10}, {20, 20}).p_value, 1);
  EXPECT_EQ(CompareProportions({0, 0}, {1, 2}).p_value, 1);
}

TEST(HolmTest, AWorkedExample) {
  EXPECT_THAT(HolmAdjusted({0.01, 0.04, 0.03, 0.005}), ElementsAre(DoubleNear(0.03, 1e-15), DoubleNear(0.06, 1e-15),
                                                                   DoubleNear(0.06, 1e-15), DoubleNear(0.02, 1e-15)));
  EXPECT_THAT(HolmAdjusted({0.9, 0.8}), ElementsAre(1, 1));
  EXPECT_THAT(HolmAdjusted({}), ElementsAre());
}

// Admissions to Berkeley in 1973 by department (Bickel, Hammel & O'Connell 1975), the standard example of R's
// mantelhaen.test: a common odds ratio of 0.9047 (men to women); without continuity correction X² = 1.5246.
TEST(CochranMantelHaenszelTest, AdmissionsToBerkeley) {
  const std::vector<Stratum> departments = {
      {.control = {89, 108}, .treatment = {512, 825}},  {.control = {17, 25}, .treatment = {353, 560}},
      {.control = {202, 593}, .treatment = {120, 325}}, {.control = {131, 375}, .treatment = {138, 417}},
      {.control = {94, 393}, .treatment = {53, 191}},   {.control = {24, 341}, .treatment = {22, 373}}};
  const PooledComparison pooled = CochranMantelHaenszel(departments);
  EXPECT_NEAR(pooled.odds_ratio, 0.9046968, 0.0000001);
  EXPECT_NEAR(pooled.test.z * pooled.test.z, 1.5246, 0.0001);
  EXPECT_LT(pooled.test.z, 0);
  EXPECT_NEAR(pooled.test.p_value, 0.2169, 0.0001);
}

TEST(CochranMantelHaenszelTest, OneStratumIsTheFourfoldTableButForOneDegreeOfFreedom) {
  const PooledComparison pooled = CochranMantelHaenszel({{.control = {15, 50}, .treatment = {25, 50}}});
  EXPECT_NEAR(pooled.test.z * pooled.test.z, 4.1667 * 99 / 100, 0.0001);
  EXPECT_NEAR(pooled.odds_ratio, 25.0 * 35 / (15 * 25), 1e-12);
  EXPECT_EQ(CochranMantelHaenszel({}).test.p_value, 1);
}

// Fleiss 1981, p. 139, smokers among lung cancer patients in four studies: X² = 8.2249, p = 0.004132.
TEST(TrendTest, SmokersInFourStudies) {
  const TestResult test = TrendTest({{83, 86}, {90, 93}, {129, 136}, {70, 82}}, {1, 2, 3, 4});
  EXPECT_NEAR(test.z * test.z, 8.2249, 0.00005);
  EXPECT_NEAR(test.p_value, 0.004132, 0.0000005);
  EXPECT_LT(test.z, 0) << "it falls";
  // Any scale with the same steps.
  EXPECT_NEAR(TrendTest({{83, 86}, {90, 93}, {129, 136}, {70, 82}}, {0.3, 0.6, 0.9, 1.2}).z, test.z, 1e-9);
}

TEST(SmallestDetectableDifferenceTest, IsWhatSampleSizeFormulasSay) {
  // With 1,000 games on each side around 30 %: 2.8016 · sqrt(0.21 · 2/1000).
  EXPECT_NEAR(SmallestDetectableDifference(0.3, 1000, 1000), 0.05742, 0.00001);
  EXPECT_NEAR(SmallestDetectableDifference(0.5, 100, 1e12), 0.14008, 0.00001);
}

}  // namespace
}  // namespace tenuki
