// Tromp–Taylor area on drawn boards; the expected owner of each point is drawn below the stones: X, O, or . for nobody.
#include "engine/board/area.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/board/board.h"
#include "engine/board/diagram.h"

namespace tenuki {
namespace {

std::string DrawOwners(const Board& board) {
  Area area = board.ComputeArea();
  std::string text;
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column) {
      Point point = MakePoint(board.size(), column, row);
      text += area.black.Contains(point) ? 'X' : area.white.Contains(point) ? 'O' : '.';
      text += column + 1 < board.size() ? ' ' : '\n';
    }
  }
  return text;
}

struct Case {
  std::string_view stones;
  std::string_view owners;
  int score;
};

class AreaTest : public testing::TestWithParam<Case> {};

TEST_P(AreaTest, IsAsDrawn) {
  Board board = *ParseDiagram(GetParam().stones);
  EXPECT_EQ(DrawOwners(board), GetParam().owners);
  EXPECT_EQ(board.ComputeArea().Score(), GetParam().score);
  EXPECT_TRUE((board.ComputeArea().black & board.ComputeArea().white).empty());
}

constexpr Case kEmptyBoardIsNobodys = {
    ". .\n"
    ". .\n",
    ". .\n"
    ". .\n",
    0};

constexpr Case kOneStoneOwnsAll = {
    ". . .\n"
    ". . O\n"
    ". . .\n",
    "O O O\n"
    "O O O\n"
    "O O O\n",
    -9};

constexpr Case kWallsWithDame = {
    ". X . O .\n"
    ". X . O .\n"
    ". X . O .\n"
    "X X . O .\n"
    ". X . O .\n",
    "X X . O O\n"
    "X X . O O\n"
    "X X . O O\n"
    "X X . O O\n"
    "X X . O O\n",
    0};

// The white stone inside is alive for Tromp–Taylor, so Black's corner belongs to nobody.
constexpr Case kDeadStonesCount = {
    "O . X .\n"
    ". . X .\n"
    "X X X .\n"
    ". . . .\n",
    "O . X X\n"
    ". . X X\n"
    "X X X X\n"
    "X X X X\n",
    11};

// Regions meet at corners only, which does not connect them.
constexpr Case kDiagonalsDoNotConnect = {
    ". X O\n"
    "X . O\n"
    ". X .\n",
    "X X O\n"
    "X . O\n"
    "X X .\n",
    3};

INSTANTIATE_TEST_SUITE_P(Drawn, AreaTest,
                         testing::Values(kEmptyBoardIsNobodys, kOneStoneOwnsAll, kWallsWithDame, kDeadStonesCount,
                                         kDiagonalsDoNotConnect));

// One region that winds through all words of the bit set, and touches Black only at its far end.
TEST(AreaOfLargeBoardTest, FollowsALongRegion) {
  Board board(19);
  for (int column = 1; column < 19; column += 2) {
    for (int row = 0; row < 18; ++row) {
      board.SetToMove(Color::kWhite);
      board.PlayUnchecked(MakePoint(19, column, column % 4 == 1 ? row : row + 1));
    }
  }
  EXPECT_EQ(board.ComputeArea().Score(), -361);
  board.SetToMove(Color::kBlack);
  board.PlayUnchecked(MakePoint(19, 18, 0));
  const int white_stones = 9 * 18;
  EXPECT_EQ(board.ComputeArea().Score(), 1 - white_stones);
  EXPECT_EQ(board.ComputeArea().white.size(), white_stones);
}

}  // namespace
}  // namespace tenuki
