#include "engine/gtp/dead_stones.h"

#include <gtest/gtest.h>

#include "engine/board/diagram.h"
#include "engine/gtp/arguments.h"

namespace tenuki {
namespace {

std::string DeadIn(std::string_view diagram, Color to_move = Color::kBlack) {
  const Board board = *ParseDiagram(diagram, to_move);
  const PlayoutKernel kernel(CpuLevel::kBaseline);
  return FormatGtpVertices(board.size(), EstimateDeadStones(board, kernel, kDeadStonePlayouts, /*seed=*/0));
}

// Two walls with two eyes each, and a stone in the other's territory.
constexpr std::string_view kFinished = R"(
    . . X . X O . . .
    . . . X X O . . .
    . . X X O O . X .
    . . . X O . O . .
    . O . X O O . . .
    . . X X X O . O .
    . . . . X O O . .
    . X . X X O . . .
    . . X . X O . O . )";

TEST(EstimateDeadStonesTest, FindsPrisonersInTerritory) { EXPECT_EQ(DeadIn(kFinished), "B5 H7"); }

TEST(EstimateDeadStonesTest, DoesNotDependOnWhoseTurnItIs) {
  EXPECT_EQ(DeadIn(kFinished, Color::kWhite), DeadIn(kFinished, Color::kBlack));
}

TEST(EstimateDeadStonesTest, JudgesWholeChains) {
  // Black has no second eye in the corner; White is alive outside.
  EXPECT_EQ(DeadIn(R"(
      . X O . O .
      X X O O . O
      O O O . O .
      . O . O O O
      O . O . . .
      . O . O . O )"),
            "A5 B6 B5");
}

TEST(EstimateDeadStonesTest, NothingIsDeadWithoutStonesOrWithTwoEyes) {
  EXPECT_EQ(DeadIn("...\n...\n..."), "");
  EXPECT_EQ(DeadIn(R"(
      . X . X
      X X X X
      O O O O
      . O . O )"),
            "");
}

TEST(EstimateDeadStonesTest, DoesNotDependOnTheCpu) {
  const Board board = *ParseDiagram(kFinished);
  for (CpuLevel level : SupportedCpuLevels()) {
    EXPECT_EQ(EstimateDeadStones(board, PlayoutKernel(level), 50, 7),
              EstimateDeadStones(board, PlayoutKernel(CpuLevel::kBaseline), 50, 7));
  }
}

TEST(EstimateDeadStonesTest, PassesBeforeDoNotEndThePlayouts) {
  Board board = *ParseDiagram(kFinished);
  const PlayoutKernel kernel(CpuLevel::kBaseline);
  const PointSet dead = EstimateDeadStones(board, kernel, 100, 0);
  board.PlayUnchecked(kPass);
  board.PlayUnchecked(kPass);
  EXPECT_EQ(EstimateDeadStones(board, kernel, 100, 0), dead);
  EXPECT_FALSE(dead.empty());
}

TEST(RemoveStonesTest, LeavesTheRest) {
  const Board board = *ParseDiagram("XO.\n.X.\n..O", Color::kWhite);
  PointSet stones;
  stones.Insert(*MoveFromGtp(3, "A3"));
  stones.Insert(*MoveFromGtp(3, "C1"));
  const Board rest = RemoveStones(board, stones);
  EXPECT_EQ(Diagram(rest), ". O .\n. X .\n. . .\n");
  EXPECT_EQ(rest.to_move(), Color::kWhite);
}

}  // namespace
}  // namespace tenuki
