#include "experiments/statistics/normal.h"

#include <gtest/gtest.h>

namespace tenuki {
namespace {

// Abramowitz & Stegun, tables 26.1 and 26.2.
TEST(NormalTest, PublishedValues) {
  EXPECT_DOUBLE_EQ(NormalTail(0), 0.5);
  EXPECT_NEAR(NormalTail(1), 0.158655253931457, 1e-15);
  EXPECT_NEAR(NormalTail(2), 0.0227501319481792, 1e-15);
  EXPECT_NEAR(NormalTail(3), 0.00134989803163009, 1e-17);
  EXPECT_NEAR(NormalTail(5) / 2.86651571879194e-7, 1, 1e-12);
  EXPECT_NEAR(NormalTail(10) / 7.61985302416053e-24, 1, 1e-12);
  EXPECT_NEAR(NormalTail(-1), 1 - 0.158655253931457, 1e-15);
  EXPECT_EQ(NormalTail(50), 0);
  EXPECT_NEAR(NormalQuantile(0.975), 1.959963984540054, 1e-13);
  EXPECT_NEAR(NormalQuantile(0.8), 0.8416212335729143, 1e-13);
  EXPECT_NEAR(NormalQuantile(1e-10), -6.361340902404056, 1e-11);
  EXPECT_NEAR(NormalQuantile(0.5), 0, 1e-15);
  EXPECT_NEAR(TwoSidedP(-1.959963984540054), 0.05, 1e-14);
}

TEST(NormalTest, TheTwoWaysOfComputingTailsMeet) {
  double last = 1;
  for (double z = -6; z < 6; z += 0.01) {
    EXPECT_LT(NormalTail(z), last) << z;
    last = NormalTail(z);
  }
  EXPECT_NEAR(NormalTail(2.5 - 1e-12) / NormalTail(2.5 + 1e-12), 1, 1e-10);
}

}  // namespace
}  // namespace tenuki
