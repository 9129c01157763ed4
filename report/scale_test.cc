#include "report/scale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

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

TEST(ScaleTest, APowerOfTenIsAsFarFromTheNextEverywhere) {
  const Scale scale = Scale::Logarithmic({30, 2000, -5, 0, kNan}, 6);
  EXPECT_THAT(scale.Draw(31, false),
              ElementsAre("10       100      1000      10000", "+---------+---------+---------+"));
  EXPECT_EQ(scale.ColumnOf(100, 31), 10);
  EXPECT_EQ(scale.ColumnOf(1000, 31), 20);
  EXPECT_EQ(scale.ColumnOf(-kInfinity, 31), 0);
  EXPECT_EQ(scale.ColumnOf(kInfinity, 31), 30);
  EXPECT_TRUE(scale.CanDraw(10));
  EXPECT_FALSE(scale.CanDraw(9.9));
  EXPECT_FALSE(scale.CanDraw(0));
}

TEST(ScaleTest, ALogarithmicScaleHasTicksBetweenFewPowers) {
  EXPECT_THAT(Scale::Logarithmic({0.2, 0.9}, 6).Draw(31, true),
              ElementsAre("10 %   20 %        50 %     100 %", "+--------+-----------+--------+"));
}

TEST(ScaleTest, ALogarithmicScaleIsNotLongerThanEightPowers) {
  const Scale scale = Scale::Logarithmic({1e-300, 1}, 4);
  EXPECT_THAT(scale.Draw(41, false),
              ElementsAre("1e-08   1e-06    0.0001     0.01        1", "+---------+---------+---------+---------+"));
  EXPECT_FALSE(scale.CanDraw(1e-9));
  EXPECT_EQ(scale.PlaceOf(1e-9), 0);
}

TEST(ScaleTest, OnePowerOrNoneStillMakesAScale) {
  EXPECT_THAT(Scale::Logarithmic({}, 2).Draw(21, false)[0], HasSubstr("10"));
  EXPECT_THAT(Scale::Logarithmic({100}, 2).Draw(21, false)[0], StartsWith("10 "));
  EXPECT_THAT(Scale::Logarithmic({1e-300}, 2).Draw(21, false)[1], StartsWith("+"));
}

TEST(ScaleTest, AnAxisChoosesTheScale) {
  v1::Axis axis;
  EXPECT_TRUE(Scale::Of(axis, {1, 10}, 4).CanDraw(0));
  axis.set_logarithmic(true);
  EXPECT_FALSE(Scale::Of(axis, {1, 10}, 4).CanDraw(0));
}

}  // namespace
}  // namespace tenuki
