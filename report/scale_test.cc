#include "report/scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tenuki {
namespace {

using ::testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(ScaleTest, TicksAreRound) {
  const Scale scale = Scale::Around({0.431, 0.536}, 6);
  EXPECT_THAT(scale.Draw(61, true), ElementsAre("42 %    44 %      46 %      48 %      50 %      52 %      54 %",
                                                "+---------+---------+---------+---------+---------+---------+"));
  EXPECT_EQ(scale.ColumnOf(0.48, 61), 30);
}

TEST(ScaleTest, ValuesBeyondTheEndsFallIntoTheLastColumns) {
  const Scale scale = Scale::Around({0, 10}, 2);
  EXPECT_EQ(scale.ColumnOf(-kInfinity, 21), 0);
  EXPECT_EQ(scale.ColumnOf(11, 21), 20);
  EXPECT_EQ(scale.ColumnOf(kInfinity, 21), 20);
}

TEST(ScaleTest, WhatCannotBeDrawnDoesNotStretchIt) {
  const auto drawn = Scale::Around({-10, kNan, kInfinity, 1e300, 10}, 2).Draw(21, false);
  EXPECT_THAT(drawn, ElementsAre("-10       0        10", "+---------+---------+"));
}

TEST(ScaleTest, OneValueOrNoneStillMakesAScale) {
  EXPECT_THAT(Scale::Around({}, 2).Draw(21, false), ElementsAre("0.0      0.5       1.0", "+---------+---------+"));
  EXPECT_THAT(Scale::Around({0}, 2).Draw(21, false), ElementsAre("-1        0         1", "+---------+---------+"));
  EXPECT_THAT(Scale::Around({100}, 2).Draw(21, false), ElementsAre("90       100       110", "+---------+---------+"));
}

}  // namespace
}  // namespace tenuki
