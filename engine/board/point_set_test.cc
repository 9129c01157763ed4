// PointSet against std::set.
#include "engine/board/point_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/random.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

struct BothSets {
  // About `density` in 16 of all points.
  BothSets(uint64_t seed, uint32_t density) {
    for (Point point = 0; point < kMaxPoints; ++point) {
      if (UniformBelow(16, Random32(seed, point)) >= density) continue;
      bits.Insert(point);
      points.insert(point);
    }
  }
  PointSet bits;
  std::set<Point> points;
};

std::vector<Point> ToVector(const std::set<Point>& points) { return {points.begin(), points.end()}; }

TEST(PointSetTest, IteratesInAscendingOrder) {
  for (uint32_t density : {0, 1, 8, 16}) {
    BothSets sets(density, density);
    EXPECT_EQ(Points(sets.bits), ToVector(sets.points));
    EXPECT_EQ(sets.bits.size(), static_cast<int>(sets.points.size()));
    EXPECT_EQ(sets.bits.empty(), sets.points.empty());
  }
}

TEST(PointSetTest, HoldsTheFirstAndLastPointOfEachWord) {
  const std::vector<Point> points = {0, 63, 64, 127, 128, 191, 192, 255, 256, 319, 320, 360};
  PointSet set;
  for (Point point : points) set.Insert(point);
  EXPECT_EQ(Points(set), points);
  for (Point point : points) {
    EXPECT_TRUE(set.Contains(point));
    set.Erase(point);
    EXPECT_FALSE(set.Contains(point));
  }
  EXPECT_TRUE(set.empty());
}

TEST(PointSetTest, AllHasThePointsOfTheBoardAndNoOthers) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    PointSet all = PointSet::All(size);
    EXPECT_EQ(all.size(), size * size);
    EXPECT_EQ(Points(all).back(), size * size - 1);
  }
}

TEST(PointSetTest, UnionIntersectionDifference) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    BothSets a(2 * seed, 5);
    BothSets b(2 * seed + 1, 9);
    std::vector<Point> expected;
    std::set_union(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), std::back_inserter(expected));
    EXPECT_EQ(Points(a.bits | b.bits), expected);
    expected.clear();
    std::set_intersection(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                          std::back_inserter(expected));
    EXPECT_EQ(Points(a.bits & b.bits), expected);
    expected.clear();
    std::set_difference(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(),
                        std::back_inserter(expected));
    EXPECT_EQ(Points(a.bits - b.bits), expected);
  }
}

// As numbers, the set with the higher highest point that the other lacks is the larger one.
TEST(PointSetTest, OrderIsThatOfNumbers) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    BothSets a(2 * seed, 8);
    BothSets b(2 * seed + 1, 8);
    bool a_is_less =
        std::lexicographical_compare(a.points.rbegin(), a.points.rend(), b.points.rbegin(), b.points.rend());
    EXPECT_EQ(a.bits < b.bits, a_is_less);
    EXPECT_EQ(b.bits > a.bits, a_is_less);
    EXPECT_TRUE(a.bits == a.bits);
    EXPECT_FALSE(a.bits < a.bits);
  }
}

}  // namespace
}  // namespace tenuki
