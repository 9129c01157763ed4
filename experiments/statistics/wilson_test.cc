#include "experiments/statistics/wilson.h"

#include <gtest/gtest.h>

namespace tenuki {
namespace {

// Newcombe 1998, table I, method 3.
TEST(WilsonTest, PublishedExamples) {
  const struct {
    double successes, trials, low, high;
  } cases[] = {{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0, 0.1611}, {1, 29, 0.0061, 0.1718}};
  for (const auto& [successes, trials, low, high] : cases) {
    const ProportionInterval interval = WilsonInterval(successes, trials);
    EXPECT_NEAR(interval.low, low, 0.00005) << successes << "/" << trials;
    EXPECT_NEAR(interval.high, high, 0.00005) << successes << "/" << trials;
  }
}

TEST(WilsonTest, StaysInsideAndIsSymmetric) {
  EXPECT_EQ(WilsonInterval(0, 0).low, 0);
  EXPECT_EQ(WilsonInterval(0, 0).high, 1);
  EXPECT_EQ(WilsonInterval(0, 10).low, 0);
  EXPECT_EQ(WilsonInterval(10, 10).high, 1);
  EXPECT_NEAR(WilsonInterval(3, 10).low, 1 - WilsonInterval(7, 10).high, 1e-15);
  EXPECT_LT(WilsonInterval(4.5, 10).low, WilsonInterval(5, 10).low);
}

}  // namespace
}  // namespace tenuki
