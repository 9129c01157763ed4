#include "report/board_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "report/test_report.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

// Stones and marks as a diagram: X, O, ? both, then a label, * a bare mark.
std::string Draw(const BoardPoints& points) {
  std::string drawn = "\n";
  for (int row = 0; row < points.size(); ++row) {
    for (int column = 0; column < points.size(); ++column) {
      const BoardPoint& point = points.At(column, row);
      drawn += point.is_black && point.is_white ? '?' : point.is_black ? 'X' : point.is_white ? 'O' : '.';
      if (point.is_marked) drawn += point.label.empty() ? "*" : point.label;
    }
    drawn += "\n";
  }
  return drawn;
}

TEST(BoardPointsTest, PointsCountDownTheColumns) {
  const BoardPoints points(
      ParseText<v1::Board>("size: 3 black: [0, 3] white: 2 marks { point: 3 label: '1' } marks { point: 8 }"));
  EXPECT_EQ(Draw(points), R"(
XX1.
...
O..*
)");
  EXPECT_THAT(points.notes(), IsEmpty());
}

TEST(BoardPointsTest, WhatCannotBeShownIsANote) {
  const BoardPoints points(ParseText<v1::Board>(R"(
      size: 2 black: [0, -1, 4] white: [0, 3] marks { point: 1 label: "last move" }
      shades: 1 values { values: [1, 2] })"));
  EXPECT_EQ(Draw(points), R"(
?.
.*O
)");
  EXPECT_FALSE(points.has_shades());
  EXPECT_FALSE(points.has_values());
  EXPECT_THAT(points.notes(),
              ElementsAre("A2: both a black and a white stone", "A1: last move", "shades not shown: 1 for 4 points",
                          "values not shown: 2 for 4 points", "off the board and not shown: 2"));
}

TEST(BoardPointsTest, ValuesArePartsOfTheFullOne) {
  const BoardPoints own(ParseText<v1::Board>("size: 2 values { values: [1, -4, nan, 0] }"));
  EXPECT_EQ(own.full_value(), 4);
  EXPECT_EQ(own.At(0, 0).value, 0.25);
  EXPECT_EQ(own.At(0, 1).value, -1);
  EXPECT_TRUE(std::isnan(own.At(1, 0).value));
  EXPECT_THAT(own.ValueRange(), Pair(-1, 0.25));
  const BoardPoints given(ParseText<v1::Board>("size: 2 values { full: 2 values: [1, -4, 0.5, inf] }"));
  EXPECT_EQ(given.full_value(), 2);
  EXPECT_EQ(given.At(0, 0).value, 0.5);
  EXPECT_EQ(given.At(0, 1).value, -1);
  EXPECT_EQ(given.At(1, 1).value, 1);
  EXPECT_FALSE(BoardPoints(ParseText<v1::Board>("size: 1 values { values: 0 }")).has_values());
}

TEST(BoardPointsTest, StarPoints) {
  const BoardPoints nine(ParseText<v1::Board>("size: 9"));
  EXPECT_TRUE(nine.IsStar(2, 2));
  EXPECT_TRUE(nine.IsStar(4, 4));
  EXPECT_FALSE(nine.IsStar(2, 4));
  EXPECT_TRUE(BoardPoints(ParseText<v1::Board>("size: 19")).IsStar(3, 9));
  EXPECT_FALSE(BoardPoints(ParseText<v1::Board>("size: 7")).IsStar(3, 3));
}

}  // namespace
}  // namespace tenuki
