#include "coordinator/rate_meter.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tenuki {
namespace {

absl::Time At(double seconds) { return absl::UnixEpoch() + absl::Seconds(1000 + seconds); }

TEST(RateMeterTest, IsRightFromTheStart) {
  RateMeter meter;
  EXPECT_EQ(meter.PerSecond(At(5)), 0);
  meter.Begin(At(0));
  EXPECT_EQ(meter.PerSecond(At(5)), 0);
  meter.Add(100, At(10));
  EXPECT_DOUBLE_EQ(meter.PerSecond(At(10)), 10);
}

TEST(RateMeterTest, FollowsAChangeWithinItsMemory) {
  RateMeter meter;
  meter.Begin(At(0));
  for (int i = 1; i <= 600; ++i) meter.Add(10, At(i * 0.1));
  EXPECT_NEAR(meter.PerSecond(At(60)), 100, 1);
  for (int i = 1; i <= 400; ++i) meter.Add(1, At(60 + i * 0.1));
  EXPECT_NEAR(meter.PerSecond(At(100)), 10, 1);
}

// A unit every 40 seconds is one in 40 seconds at any time between two of them.
TEST(RateMeterTest, IsSteadyWhereThingsAreFar) {
  RateMeter meter;
  meter.Begin(At(0));
  for (int i = 1; i <= 20; ++i) {
    meter.Add(1, At(40 * i));
    for (const int later : {0, 20, 39}) {
      const double expected = static_cast<double>(std::min(i, 8)) / (40 * std::min(i, 8) + later);
      EXPECT_NEAR(meter.PerSecond(At(40 * i + later)), expected, 1e-12) << i << " " << later;
    }
  }
}

TEST(RateMeterTest, FallsWhenNothingComesAnyMore) {
  RateMeter meter;
  meter.Begin(At(0));
  for (int i = 1; i <= 100; ++i) meter.Add(5, At(i));
  EXPECT_NEAR(meter.PerSecond(At(100)), 5, 0.3);
  EXPECT_LT(meter.PerSecond(At(400)), 0.5);
}

}  // namespace
}  // namespace tenuki
