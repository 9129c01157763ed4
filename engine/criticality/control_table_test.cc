#include "engine/criticality/control_table.h"

#include <gtest/gtest.h>

#include "engine/board/diagram.h"

namespace tenuki {
namespace {

TEST(ControlTest, VacantPointsBelongToTheMajorityBesideThem) {
  const Board board = *ParseDiagram(R"(
      . X . O .
      X . X . .
      . O . . .
      . . . . .
      O . . . X )");
  const Control control = ControlOf(5, board.stones(Color::kBlack), board.stones(Color::kWhite));
  const auto owner = [&](const char* vertex) {
    const Point point = *MoveFromGtp(5, vertex);
    EXPECT_FALSE(control.black.Contains(point) && control.white.Contains(point));
    return control.black.Contains(point) ? 'X' : control.white.Contains(point) ? 'O' : '.';
  };
  EXPECT_EQ(owner("B5"), 'X') << "a stone";
  EXPECT_EQ(owner("A5"), 'X') << "in the corner, two of two";
  EXPECT_EQ(owner("B4"), 'X') << "three to one";
  EXPECT_EQ(owner("C5"), 'X') << "two to one";
  EXPECT_EQ(owner("D4"), '.') << "one to one";
  EXPECT_EQ(owner("A3"), '.') << "one to one";
  EXPECT_EQ(owner("C3"), '.') << "one to one";
  EXPECT_EQ(owner("A2"), 'O');
  EXPECT_EQ(owner("D3"), '.') << "no stones beside it";
}

// A finished game of so many points for Black, of the rest for White, in order.
Playout PlayoutOf(int size, int black_points, int score) {
  Playout playout = {};
  for (Point point = 0; point < size * size; ++point) playout.stones[point < black_points ? 0 : 1].Insert(point);
  playout.score = score;
  playout.end = Playout::End::kTwoPasses;
  return playout;
}

TEST(ControlTableTest, IsEquationThree) {
  ControlTable table(3);
  EXPECT_EQ(table.Covariance(4), 0);
  // Black has the first 6 and wins, three times; has the first 3 and loses, twice; has the first 6 and loses, once.
  for (int i = 0; i < 3; ++i) table.Add(PlayoutOf(3, 6, 3), 0);
  for (int i = 0; i < 2; ++i) table.Add(PlayoutOf(3, 3, -3), 0);
  table.Add(PlayoutOf(3, 6, -1), 0);
  EXPECT_EQ(table.num_playouts(), 6);
  EXPECT_EQ(table.Covariance(0), 0) << "always Black's";
  EXPECT_EQ(table.Covariance(8), 0) << "always White's";
  // B_b = 3, B_w = 1, W_b = 0, W_w = 2.
  EXPECT_DOUBLE_EQ(table.Covariance(4), (3.0 * 2 - 1.0 * 0) / 36);
}

TEST(ControlTableTest, ByAreaAPointBelongsToWhoeverSurroundsIt) {
  // C3 has no stones beside it, but only Black can be reached from there.
  const Board board = *ParseDiagram(R"(
      X X X X X
      X . . . X
      X . . . X
      X . . . X
      X X X X X )");
  Playout playout = {};
  playout.stones[0] = board.stones(Color::kBlack);
  playout.stones[1] = board.stones(Color::kWhite);
  playout.area = board.ComputeArea();
  playout.score = playout.area.Score();
  playout.end = Playout::End::kTwoPasses;
  Playout other = playout;
  other.stones[0] = {};
  other.stones[1] = other.area.white = PointSet::All(5);
  other.area.black = {};
  other.score = -25;
  const Point centre = *MoveFromGtp(5, "C3");
  ControlTable by_neighbors(5);
  ControlTable by_area(5, ControlReading::kArea);
  for (ControlTable* table : {&by_neighbors, &by_area}) {
    table->Add(playout, 0);
    table->Add(other, 0);
  }
  EXPECT_EQ(by_neighbors.Covariance(centre), 0);
  EXPECT_EQ(by_area.Covariance(centre), 0.25);
  EXPECT_EQ(by_neighbors.Covariance(*MoveFromGtp(5, "B4")), 0.25);
}

TEST(ControlTableTest, KomiAndMercyDecideAndTiesDoNotCount) {
  ControlTable table(3);
  table.Add(PlayoutOf(3, 6, 3), 6);
  EXPECT_EQ(table.num_playouts(), 0);
  Playout mercy = PlayoutOf(3, 6, 3);
  mercy.end = Playout::End::kMercy;
  mercy.mercy_winner = Color::kWhite;
  table.Add(mercy, 0);
  table.Add(PlayoutOf(3, 3, 3), 0);
  EXPECT_EQ(table.num_playouts(), 2);
  EXPECT_LT(table.Covariance(4), 0) << "whoever had it lost";
}

}  // namespace
}  // namespace tenuki
