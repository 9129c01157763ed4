// The number of legal positions, found by trying all colourings of the board. Tromp's counts (OEIS A094777) leave no
// room for a board that removes chains too early, too late, or not at all. The 4×4 count is in
// legal_positions_long_test.cc.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <set>
#include <utility>
#include <vector>

#include "engine/board/board.h"
#include "engine/testing/colorings.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

using Stones = std::pair<PointSet, PointSet>;

Stones StonesOf(const Board& board) { return {board.stones(Color::kBlack), board.stones(Color::kWhite)}; }

int64_t CountLegalPositions(int size) {
  const int64_t count = ForEachLegalPosition(size, [](const Board&) {});
  std::cout << "legal positions on " << size << "x" << size << ": " << count << "\n";
  return count;
}

TEST(LegalPositionsTest, FromStonesAcceptsAsManyAsPublished) {
  EXPECT_EQ(CountLegalPositions(1), 1);
  EXPECT_EQ(CountLegalPositions(2), 57);
  EXPECT_EQ(CountLegalPositions(3), 12'675);
}

int64_t CountNaiveLegalPositions(int columns, int rows) {
  int64_t legal = 0;
  std::vector<Color> colors(columns * rows, Color::kEmpty);
  do {
    legal += NaiveStones(columns, rows, colors).IsLegalPosition();
  } while (NextColoring(colors));
  return legal;
}

TEST(LegalPositionsTest, NaiveBoardAcceptsAsManyAsPublished) {
  EXPECT_EQ(CountNaiveLegalPositions(1, 1), 1);
  EXPECT_EQ(CountNaiveLegalPositions(1, 2), 5);
  EXPECT_EQ(CountNaiveLegalPositions(1, 3), 15);
  EXPECT_EQ(CountNaiveLegalPositions(1, 4), 41);
  EXPECT_EQ(CountNaiveLegalPositions(1, 5), 113);
  EXPECT_EQ(CountNaiveLegalPositions(2, 2), 57);
  EXPECT_EQ(CountNaiveLegalPositions(2, 3), 489);
  EXPECT_EQ(CountNaiveLegalPositions(2, 4), 4'125);
  EXPECT_EQ(CountNaiveLegalPositions(3, 3), 12'675);
  EXPECT_EQ(CountNaiveLegalPositions(2, 5), 35'117);
  EXPECT_EQ(CountNaiveLegalPositions(3, 4), 321'689);
}

// All positions that play can reach when either side may move next, which passes make possible, and no ko forbids a
// move. Every legal position is among them: put its stones down one by one; a part of a legal position is legal too.
std::set<Stones> ReachablePositions(int size, bool suicide_allowed) {
  Rules rules{.ko = KoRule::kSimple, .suicide_allowed = suicide_allowed};
  std::vector<Board> frontier = {Board(size)};
  std::set<Stones> reached = {StonesOf(frontier.front())};
  while (!frontier.empty()) {
    Stones stones = StonesOf(frontier.back());
    frontier.pop_back();
    for (Color color : {Color::kBlack, Color::kWhite}) {
      for (Point point = 0; point < size * size; ++point) {
        // Made from its stones, the board has no ko.
        Board next = *Board::FromStones(size, stones.first, stones.second, color);
        if (next.Play(point, rules) != MoveError::kNone) continue;
        if (reached.insert(StonesOf(next)).second) frontier.push_back(next);
      }
    }
  }
  return reached;
}

TEST(LegalPositionsTest, PlayReachesExactlyTheLegalPositions) {
  for (bool suicide_allowed : {false, true}) {
    EXPECT_EQ(ReachablePositions(1, suicide_allowed).size(), 1u);
    EXPECT_EQ(ReachablePositions(2, suicide_allowed).size(), 57u);
    std::set<Stones> reached = ReachablePositions(3, suicide_allowed);
    EXPECT_EQ(reached.size(), 12'675u);
    for (const auto& [black, white] : reached) {
      ASSERT_TRUE(Board::FromStones(3, black, white, Color::kBlack).has_value());
    }
  }
}

TEST(LegalPositionsTest, FromStonesRejectsStonesThatMeetOrLeaveTheBoard) {
  PointSet corner;
  corner.Insert(0);
  PointSet outside;
  outside.Insert(4);
  EXPECT_TRUE(Board::FromStones(2, corner, PointSet(), Color::kWhite).has_value());
  EXPECT_FALSE(Board::FromStones(2, corner, corner, Color::kWhite).has_value());
  EXPECT_FALSE(Board::FromStones(2, outside, PointSet(), Color::kWhite).has_value());
  EXPECT_FALSE(Board::FromStones(2, PointSet(), outside, Color::kWhite).has_value());
}

}  // namespace
}  // namespace tenuki
