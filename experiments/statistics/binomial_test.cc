#include "experiments/statistics/binomial.h"

#include <gtest/gtest.h>

#include "experiments/statistics/normal.h"

namespace tenuki {
namespace {

TEST(SignTest, SmallNumbersAreCountedByHand) {
  EXPECT_EQ(SignTestP(0, 0), 1);
  EXPECT_EQ(SignTestP(5, 10), 1);
  EXPECT_NEAR(SignTestP(0, 5), 2.0 / 32, 1e-12);
  EXPECT_NEAR(SignTestP(5, 5), 2.0 / 32, 1e-12);
  EXPECT_NEAR(SignTestP(1, 5), 2 * 6.0 / 32, 1e-12);
  EXPECT_NEAR(SignTestP(2, 10), 2 * 56.0 / 1024, 1e-12);
}

TEST(SignTest, IsWhatTheNormalDistributionSaysOfMany) {
  // With the correction for continuity.
  EXPECT_NEAR(SignTestP(5100, 10000), TwoSidedP((5100 - 0.5 - 5000) / 50.0), 1e-4);
  EXPECT_NEAR(SignTestP(36, 50), 0.0026, 0.0001);
  EXPECT_GT(SignTestP(900, 1000), 0);
  EXPECT_LT(SignTestP(900, 1000), 1e-100);
}

}  // namespace
}  // namespace tenuki
