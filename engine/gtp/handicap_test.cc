#include "engine/gtp/handicap.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

std::string Stones(int size, int stones) {
  std::string text;
  for (Point point : FixedHandicap(size, stones)) absl::StrAppend(&text, text.empty() ? "" : " ", ToGtp(size, point));
  return text;
}

// The table of GTP 2, section 4.1.1, for 19×19.
TEST(FixedHandicapTest, IsTheTableOfTheProtocol) {
  EXPECT_EQ(Stones(19, 2), "D4 Q16");
  EXPECT_EQ(Stones(19, 3), "D4 Q16 D16");
  EXPECT_EQ(Stones(19, 4), "D4 Q16 D16 Q4");
  EXPECT_EQ(Stones(19, 5), "D4 Q16 D16 Q4 K10");
  EXPECT_EQ(Stones(19, 6), "D4 Q16 D16 Q4 D10 Q10");
  EXPECT_EQ(Stones(19, 7), "D4 Q16 D16 Q4 D10 Q10 K10");
  EXPECT_EQ(Stones(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
  EXPECT_EQ(Stones(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
}

// As GNU Go 3.9.1 places them.
TEST(FixedHandicapTest, StandsOnTheThirdLineOfSmallBoards) {
  EXPECT_EQ(Stones(7, 4), "C3 E5 C5 E3");
  EXPECT_EQ(Stones(8, 4), "C3 F6 C6 F3");
  EXPECT_EQ(Stones(9, 9), "C3 G7 C7 G3 C5 G5 E3 E7 E5");
  EXPECT_EQ(Stones(10, 2), "C3 H8");
  EXPECT_EQ(Stones(12, 2), "C3 K10");
  EXPECT_EQ(Stones(13, 9), "D4 K10 D10 K4 D7 K7 G4 G10 G7");
  EXPECT_EQ(Stones(18, 3), "D4 P15 D15");
}

TEST(FixedHandicapTest, HasTheNumbersOfTheProtocolForEverySize) {
  const std::set<int> kNine = {9, 11, 13, 15, 17, 19};
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    EXPECT_EQ(MaxFixedHandicap(size), size < 7 ? 0 : kNine.contains(size) ? 9 : 4) << size;
    for (int stones = 2; stones <= MaxFixedHandicap(size); ++stones) {
      const std::vector<Point> points = FixedHandicap(size, stones);
      EXPECT_EQ(std::set<Point>(points.begin(), points.end()).size(), stones) << size;
    }
  }
}

// Every full set looks the same from all sides.
TEST(FixedHandicapTest, IsSymmetric) {
  for (int size = 7; size <= kMaxBoardSize; ++size) {
    for (int stones : {4, 8, 9}) {
      if (stones > MaxFixedHandicap(size)) continue;
      std::set<Point> points;
      std::set<Point> turned;
      for (Point point : FixedHandicap(size, stones)) {
        points.insert(point);
        turned.insert(MakePoint(size, RowOf(size, point), size - 1 - ColumnOf(size, point)));
      }
      EXPECT_EQ(points, turned) << size << " " << stones;
    }
  }
}

}  // namespace
}  // namespace tenuki
