#include "engine/board/symmetry.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/random.h"
#include "engine/board/board.h"
#include "engine/testing/colorings.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

using Stones = std::pair<PointSet, PointSet>;

Stones TransformBoth(Symmetry symmetry, int size, const Stones& stones) {
  return {Transform(symmetry, size, stones.first), Transform(symmetry, size, stones.second)};
}

CanonicalPosition CanonicalOf(int size, const Stones& stones) {
  return Canonicalise(size, stones.first, stones.second);
}

// Few stones give positions with symmetries of their own, many give positions without.
Stones RandomStones(int size, uint64_t seed) {
  Stones stones;
  const int count = static_cast<int>(UniformBelow(size * size, Random32(seed, 0)) >> (seed % 4));
  for (int i = 0; i < count; ++i) {
    Point point = static_cast<Point>(UniformBelow(size * size, Random32(seed, 1 + i)));
    if (!stones.second.Contains(point) && i % 2 == 0) stones.first.Insert(point);
    if (!stones.first.Contains(point) && i % 2 == 1) stones.second.Insert(point);
  }
  return stones;
}

// The bits as binary digits, the highest point first: comparing texts of one length compares the numbers.
std::string Digits(int size, const Stones& stones) {
  std::string digits;
  for (const PointSet* set : {&stones.first, &stones.second}) {
    for (Point point = size * size - 1; point >= 0; --point) digits += set->Contains(point) ? '1' : '0';
  }
  return digits;
}

//   0 3 6         6 3 0        2 5 8        0 1 2
//   1 4 7   bit 0 7 4 1  bit 1 1 4 7  bit 2 3 4 5
//   2 5 8         8 5 2        0 3 6        6 7 8
TEST(SymmetryTest, BitsAreTheTwoMirrorsAndTheExchange) {
  EXPECT_EQ(Transform(0, 3, 1), 1);
  EXPECT_EQ(Transform(1, 3, 1), 7);
  EXPECT_EQ(Transform(2, 3, 0), 2);
  EXPECT_EQ(Transform(4, 3, 1), 3);
  EXPECT_EQ(Transform(4 | 1, 3, 1), MakePoint(3, 1, 0)) << "exchanged to column 1, row 0; the mirror keeps column 1";
  EXPECT_EQ(Transform(4 | 2, 3, 1), MakePoint(3, 1, 2)) << "first the exchange, then the mirror";
  EXPECT_EQ(Transform(5, 3, kPass), kPass);
}

TEST(SymmetryTest, TheEightAreDifferentAndKeepNeighbours) {
  for (int size : {2, 3, 9, 19}) {
    std::set<std::vector<Point>> images;
    for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
      std::vector<Point> image;
      for (Point point = 0; point < size * size; ++point) image.push_back(Transform(symmetry, size, point));
      EXPECT_EQ(std::set<Point>(image.begin(), image.end()).size(), image.size()) << "symmetry " << symmetry;
      NaiveStones empty(size, size);
      for (Point point = 0; point < size * size; ++point) {
        NaiveStones::Neighbors after = empty.SideNeighbors(image[point]);
        std::set<Point> expected(after.begin(), after.end());
        std::set<Point> actual;
        for (Point neighbor : empty.SideNeighbors(point)) actual.insert(image[neighbor]);
        ASSERT_EQ(actual, expected) << "symmetry " << symmetry << ", point " << point;
      }
      images.insert(image);
    }
    EXPECT_EQ(images.size(), 8u);
  }
}

TEST(SymmetryTest, InverseAndComposeAreThoseOfTheMaps) {
  for (int size : {2, 5, 19}) {
    for (Point point = 0; point < size * size; ++point) {
      for (Symmetry a = 0; a < kNumSymmetries; ++a) {
        ASSERT_EQ(Transform(Inverse(a), size, Transform(a, size, point)), point);
        for (Symmetry b = 0; b < kNumSymmetries; ++b) {
          ASSERT_EQ(Transform(Compose(a, b), size, point), Transform(a, size, Transform(b, size, point)))
              << a << " after " << b;
        }
      }
    }
  }
}

TEST(SymmetryTest, CanonicalFormIsTheSmallestImage) {
  for (int size : {1, 2, 3, 5, 8, 9, 19}) {
    for (uint64_t seed = 0; seed < 100; ++seed) {
      Stones stones = RandomStones(size, DeriveSeed(size, seed));
      std::map<std::string, Symmetry> images;  // the first, so lowest, symmetry for each image
      for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
        images.try_emplace(Digits(size, TransformBoth(symmetry, size, stones)), symmetry);
      }
      CanonicalPosition canonical = CanonicalOf(size, stones);
      EXPECT_EQ(Digits(size, {canonical.black, canonical.white}), images.begin()->first);
      EXPECT_EQ(canonical.symmetry, images.begin()->second);
    }
  }
}

TEST(SymmetryTest, AllImagesHaveOneCanonicalForm) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Stones stones = RandomStones(9, seed);
    CanonicalPosition canonical = CanonicalOf(9, stones);
    for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
      CanonicalPosition other = CanonicalOf(9, TransformBoth(symmetry, 9, stones));
      EXPECT_EQ(other.black, canonical.black);
      EXPECT_EQ(other.white, canonical.white);
      EXPECT_EQ(other.stabiliser, canonical.stabiliser);
    }
  }
}

TEST(SymmetryTest, StabiliserHoldsWhatMapsTheCanonicalPositionOntoItself) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    CanonicalPosition canonical = CanonicalOf(5, RandomStones(5, seed));
    Stones stones = {canonical.black, canonical.white};
    for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
      EXPECT_EQ((canonical.stabiliser >> symmetry & 1) == 1, TransformBoth(symmetry, 5, stones) == stones);
    }
  }
}

// Burnside: the number of classes is the mean number of positions that a symmetry leaves as they are.
TEST(SymmetryTest, NumberOfCanonicalPositionsIsBurnsides) {
  for (int size : {2, 3}) {
    std::set<Stones> canonical_positions;
    int64_t fixed = 0;
    ForEachLegalPosition(size, [&](const Board& board) {
      Stones stones = {board.stones(Color::kBlack), board.stones(Color::kWhite)};
      CanonicalPosition canonical = CanonicalOf(size, stones);
      canonical_positions.insert({canonical.black, canonical.white});
      for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
        fixed += TransformBoth(symmetry, size, stones) == stones;
      }
    });
    EXPECT_EQ(static_cast<int64_t>(canonical_positions.size()) * kNumSymmetries, fixed);
  }
}

int NumFoldedMoves(int size, const Stones& stones) {
  std::set<Move> folded;
  CanonicalPosition canonical = CanonicalOf(size, stones);
  for (Point point = 0; point < size * size; ++point) folded.insert(canonical.Fold(point));
  return static_cast<int>(folded.size());
}

TEST(SymmetryTest, EmptyBoardHasOneMovePerTriangle) {
  EXPECT_EQ(NumFoldedMoves(2, {}), 1);
  EXPECT_EQ(NumFoldedMoves(4, {}), 3);
  EXPECT_EQ(NumFoldedMoves(9, {}), 15);
  EXPECT_EQ(NumFoldedMoves(19, {}), 55);
}

TEST(SymmetryTest, AStoneOffTheAxesLeavesAllMovesApart) {
  Stones stones;
  stones.first.Insert(MakePoint(9, 2, 3));
  EXPECT_EQ(NumFoldedMoves(9, stones), 81);
}

// Two moves are folded together exactly when a symmetry of the position takes one to the other, and a move of an image
// of the position is folded as the move it is the image of.
TEST(SymmetryTest, FoldsExactlyTheMovesThatThePositionCannotTellApart) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    Stones stones = RandomStones(5, seed);
    CanonicalPosition canonical = CanonicalOf(5, stones);
    for (Point a = 0; a < 25; ++a) {
      std::set<Point> orbit;
      for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
        Stones image = TransformBoth(symmetry, 5, stones);
        EXPECT_EQ(CanonicalOf(5, image).Fold(Transform(symmetry, 5, a)), canonical.Fold(a));
        if (image == stones) orbit.insert(Transform(symmetry, 5, a));
      }
      for (Point b = 0; b < 25; ++b) EXPECT_EQ(canonical.Fold(a) == canonical.Fold(b), orbit.contains(b));
    }
  }
}

TEST(SymmetryTest, FoldGivesTheSmallestPointAndKeepsThePass) {
  CanonicalPosition empty = CanonicalOf(9, {});
  EXPECT_EQ(empty.stabiliser, 0xFF);
  for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
    EXPECT_EQ(empty.Fold(Transform(symmetry, 9, MakePoint(9, 2, 3))), MakePoint(9, 2, 3));
  }
  EXPECT_EQ(empty.Fold(kPass), kPass);
}

}  // namespace
}  // namespace tenuki
