// The influence models on drawn boards, against values worked out by hand.
#include "engine/influence/influence.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "engine/board/board.h"
#include "engine/board/diagram.h"

namespace tenuki {
namespace {

std::string DrawRows(int size, const std::vector<int>& values) {
  std::string text;
  for (int i = 0; i < size * size; ++i) {
    absl::StrAppendFormat(&text, "%4d%s", values[i], (i + 1) % size == 0 ? "\n" : "");
  }
  return text;
}

std::string Draw(const InfluenceMap& map) {
  std::vector<int> values;
  for (int row = 0; row < map.size; ++row) {
    for (int column = 0; column < map.size; ++column) values.push_back(map.values[MakePoint(map.size, column, row)]);
  }
  return DrawRows(map.size, values);
}

// Numbers row by row, in Draw's spacing.
std::string Redraw(int size, std::string_view text) {
  std::vector<int> values;
  for (std::string_view word : absl::StrSplit(text, absl::ByAnyChar(" \n"), absl::SkipEmpty())) {
    int value = 0;
    EXPECT_TRUE(absl::SimpleAtoi(word, &value)) << word;
    values.push_back(value);
  }
  EXPECT_EQ(values.size(), size * size);
  values.resize(size * size);
  return DrawRows(size, values);
}

InfluenceMap InfluenceOf(InfluenceModel model, const BouzyOperator& bouzy, std::string_view stones) {
  const Board board = *ParseDiagram(stones);
  return ComputeInfluence(model, bouzy, board.size(), board.stones(Color::kBlack), board.stones(Color::kWhite));
}

void ExpectDrawn(InfluenceModel model, std::string_view stones, std::string_view expected) {
  const InfluenceMap map = InfluenceOf(model, {}, stones);
  EXPECT_EQ(Draw(map), Redraw(map.size, expected));
}

// X_z(erosions, dilations), in the paper's order.
void ExpectBouzy(int erosions, int dilations, std::string_view stones, std::string_view expected) {
  const InfluenceMap map = InfluenceOf(InfluenceModel::kBouzy, {.dilations = dilations, .erosions = erosions}, stones);
  EXPECT_EQ(Draw(map), Redraw(map.size, expected)) << "X(" << erosions << ", " << dilations << ")";
}

constexpr std::string_view kCentre = R"(
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . . )";
constexpr std::string_view kCorner = R"(
    X . . . .
    . . . . .
    . . . . .
    . . . . .
    . . . . . )";
constexpr std::string_view kEdge = R"(
    . . . O . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . . )";
constexpr std::string_view kOpposing = R"(
    . . . . .
    . . . . .
    . X . O .
    . . . . .
    . . . . . )";
constexpr std::string_view kTouching = R"(
    . . . .
    . X O .
    . . . .
    . . . . )";

TEST(StonesTest, CountStonesAndNothingElse) {
  ExpectDrawn(InfluenceModel::kStones, R"(
      . X .
      X . O
      . . O )",
              R"(
      0  1  0
      1  0 -1
      0  0 -1 )");
}

// A stone's wave is one step wider each round. A point at distance d of it gets +1 from each neighbour at d − 1 in the
// 5 − d rounds from round d on, and from each at d + 1 in the 3 − d rounds from round d + 2 on. Off the stone's lines
// there are two of each, on them one and three: 10, 6, 2, 1 and 8, 4, 2.
TEST(ZobristTest, OneStone) {
  ExpectDrawn(InfluenceModel::kZobrist, kCentre, R"(
      0  0  0  0  1  0  0  0  0
      0  0  0  2  2  2  0  0  0
      0  0  2  4  6  4  2  0  0
      0  2  4  8 10  8  4  2  0
      1  2  6 10 64 10  6  2  1
      0  2  4  8 10  8  4  2  0
      0  0  2  4  6  4  2  0  0
      0  0  0  2  2  2  0  0  0
      0  0  0  0  1  0  0  0  0 )");
}

// On the first line one of the outer neighbours is missing: 8, 5, 2, 1.
TEST(ZobristTest, EdgeAndCorner) {
  ExpectDrawn(InfluenceModel::kZobrist, kCorner, R"(
     64  8  5  2  1
      8  8  4  2  0
      5  4  2  0  0
      2  2  0  0  0
      1  0  0  0  0 )");
  ExpectDrawn(InfluenceModel::kZobrist, kEdge, R"(
     -2  -5  -8 -64  -8  -5  -2
     -2  -4  -8 -10  -8  -4  -2
      0  -2  -4  -6  -4  -2   0
      0   0  -2  -2  -2   0   0
      0   0   0  -1   0   0   0
      0   0   0   0   0   0   0
      0   0   0   0   0   0   0 )");
}

// The column between them gets as much from the left as from the right, and gives nothing.
TEST(ZobristTest, OpposingStonesCancel) {
  ExpectDrawn(InfluenceModel::kZobrist, kOpposing, R"(
      4  4  0  -4 -4
      7  8  0  -8 -7
      8 64  0 -64 -8
      7  8  0  -8 -7
      4  4  0  -4 -4 )");
}

// All points give at once, by their values before the round. The left half after each; the right is its negative:
//      0  1      2  1      4  2      6  3
//      1 64      2 64      5 64      8 64
//      0  1      2  1      4  3      7  5
//      0  0      0  1      2  1      4  2
TEST(ZobristTest, TouchingStones) {
  ExpectDrawn(InfluenceModel::kZobrist, kTouching, R"(
      6  3  -3 -6
      8 64 -64 -8
      7  5  -5 -7
      4  2  -2 -4 )");
}

TEST(RyderTest, OneStoneIsTheDiamond) {
  ExpectDrawn(InfluenceModel::kRyder, kCentre, R"(
      0  0  0  0  0  0  0  0  0
      0  0  0  0  1  0  0  0  0
      0  0  1  2  5  2  1  0  0
      0  0  2  6 13  6  2  0  0
      0  1  5 13 64 13  5  1  0
      0  0  2  6 13  6  2  0  0
      0  0  1  2  5  2  1  0  0
      0  0  0  0  1  0  0  0  0
      0  0  0  0  0  0  0  0  0 )");
}

TEST(RyderTest, EdgeAndCornerCutTheDiamond) {
  ExpectDrawn(InfluenceModel::kRyder, kCorner, R"(
     64 13  5  1  0
     13  6  2  0  0
      5  2  1  0  0
      1  0  0  0  0
      0  0  0  0  0 )");
  ExpectDrawn(InfluenceModel::kRyder, kEdge, R"(
     -1  -5 -13 -64 -13  -5  -1
      0  -2  -6 -13  -6  -2   0
      0  -1  -2  -5  -2  -1   0
      0   0   0  -1   0   0   0
      0   0   0   0   0   0   0
      0   0   0   0   0   0   0
      0   0   0   0   0   0   0 )");
}

// Also on the stones themselves: 64 − 5 here, 64 + 13 below.
TEST(RyderTest, DiamondsAddUp) {
  ExpectDrawn(InfluenceModel::kRyder, kOpposing, R"(
      2  4  0  -4  -2
      6 11  0 -11  -6
     12 59  0 -59 -12
      6 11  0 -11  -6
      2  4  0  -4  -2 )");
  ExpectDrawn(InfluenceModel::kRyder, R"(
      . . . .
      X . . .
      X . . .
      . . . . )",
              R"(
     18  8  3  0
     77 19  7  1
     77 19  7  1
     18  8  3  0 )");
}

// 64 + 4 · (13 + 6 + 5 + 1 + 2 · 2 + 1) is the sum of the whole diamond: the most that there can be.
TEST(RyderTest, ACrowdIsOutOfAByte) {
  EXPECT_EQ(InfluenceOf(InfluenceModel::kRyder, {}, R"(
      . X X X X X .
      X X X X X X X
      X X X X X X X
      X X X X X X X
      X X X X X X X
      X X X X X X X
      . X X X X X . )")
                .values[MakePoint(7, 3, 3)],
            184);
}

TEST(SpightTest, EveryPointIsTheNearestStones) {
  ExpectDrawn(InfluenceModel::kSpight, kOpposing, R"(
      1  1  0 -1 -1
      1  1  0 -1 -1
      1  1  0 -1 -1
      1  1  0 -1 -1
      1  1  0 -1 -1 )");
  ExpectDrawn(InfluenceModel::kSpight, R"(
      X . . . .
      . . . . .
      . . . . .
      . . . . .
      . . . . O )",
              R"(
      1  1  1  1  0
      1  1  1  0 -1
      1  1  0 -1 -1
      1  0 -1 -1 -1
      0 -1 -1 -1 -1 )");
  // From (0, 0) and (4, 3); the last row's first point is 4 from the one and 5 from the other.
  ExpectDrawn(InfluenceModel::kSpight, R"(
      X . . . .
      . . . . .
      . . . . .
      . . . . O
      . . . . . )",
              R"(
      1  1  1  1 -1
      1  1  1 -1 -1
      1  1 -1 -1 -1
      1 -1 -1 -1 -1
      1 -1 -1 -1 -1 )");
}

TEST(SpightTest, OneColourOwnsAllAndNobodyNothing) {
  ExpectDrawn(InfluenceModel::kSpight, R"(
      . . .
      . . .
      O . . )",
              R"(
     -1 -1 -1
     -1 -1 -1
     -1 -1 -1 )");
  ExpectDrawn(InfluenceModel::kSpight, R"(
      . .
      . . )",
              R"(
      0 0
      0 0 )");
}

// Waves from several sides: the middle is two steps from both.
TEST(SpightTest, FourStones) {
  ExpectDrawn(InfluenceModel::kSpight, R"(
      . . X . .
      . . . . .
      O . . . O
      . . . . .
      . . X . . )",
              R"(
      0  1  1  1  0
     -1  0  1  0 -1
     -1 -1  0 -1 -1
     -1  0  1  0 -1
      0  1  1  1  0 )");
}

// In d dilations a point gets +1 from a neighbour at distance j of the stone d − j times, and so does the stone: with
// d = 5 it grows to 64 + 4 · 4.
TEST(BouzyTest, DilationsOfOneStone) {
  ExpectBouzy(0, 5, kCentre, R"(
      0  0  0  2  2  2  0  0  0
      0  0  2  4  6  4  2  0  0
      0  2  4  8 10  8  4  2  0
      2  4  8 12 14 12  8  4  2
      2  6 10 14 80 14 10  6  2
      2  4  8 12 14 12  8  4  2
      0  2  4  8 10  8  4  2  0
      0  0  2  4  6  4  2  0  0
      0  0  0  2  2  2  0  0  0 )");
  ExpectBouzy(0, 5, kCorner, R"(
     72 11  8  5  2
     11 12  8  4  2
      8  8  4  2  0
      5  4  2  0  0
      2  2  0  0  0 )");
}

// Erosion eats the diamond from its rim. A point that has reached 0 stays there.
TEST(BouzyTest, ErosionsOfOneStone) {
  ExpectBouzy(11, 5, kCentre, R"(
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  6 14  6  0  0  0
      0  0  0 14 80 14  0  0  0
      0  0  0  6 14  6  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0 )");
}

// d · (d − 1) + 1 erosions after d dilations leave a lone stone without territory: that is where 21 and 13 come from.
// The last ones are at the stone itself: three of X(21, 5), from 80, and three of X(13, 4), from 76.
TEST(BouzyTest, PresetsLeaveALoneStoneAlone) {
  ExpectBouzy(21, 5, kCentre, R"(
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0 68  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0 )");
  ExpectBouzy(13, 4, kCentre, R"(
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0 64  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0
      0  0  0  0  0  0  0  0  0 )");
  ExpectBouzy(21, 5, kCorner, R"(
     68  0  0  0  0
      0  0  0  0  0
      0  0  0  0  0
      0  0  0  0  0
      0  0  0  0  0 )");
}

// What is off the board is no neighbour: it does not erode a board that one colour has filled.
TEST(BouzyTest, TheEdgeDoesNotErode) {
  constexpr std::string_view kSmall = R"(
      . . .
      . O .
      . . . )";
  ExpectBouzy(21, 5, kSmall, R"(
      -8 -11  -8
     -11 -80 -11
      -8 -11  -8 )");
  ExpectBouzy(13, 4, kSmall, R"(
      -6  -8  -6
      -8 -76  -8
      -6  -8  -6 )");
}

// The column in the middle has both colours as neighbours, so no dilation reaches it, and it erodes what is beside it.
// The first line above and below goes first, then from both ends to the stones.
TEST(BouzyTest, OpposingStones) {
  ExpectBouzy(0, 5, kOpposing, R"(
      6  6  0  -6  -6
     10 11  0 -11 -10
     11 76  0 -76 -11
     10 11  0 -11 -10
      6  6  0  -6  -6 )");
  ExpectBouzy(21, 5, kOpposing, R"(
      0  0  0   0  0
      0  0  0   0  0
      1 31  0 -31 -1
      0  0  0   0  0
      0  0  0   0  0 )");
  ExpectBouzy(13, 4, kOpposing, R"(
      0  0  0   0  0
      0  0  0   0  0
      4 46  0 -46 -4
      0  0  0   0  0
      0  0  0   0  0 )");
}

// An opposing neighbour stops a point's growth, of either colour. In the second dilation the points above and below the
// stones have become neighbours of opposite colour, and stay at ±1.
TEST(BouzyTest, DilationStopsBesideTheOtherColour) {
  ExpectBouzy(0, 2, kTouching, R"(
      2  1  -1 -2
      2 64 -64 -2
      2  1  -1 -2
      0  1  -1  0 )");
}

// An erosion takes the number of neighbours that are empty or the other's: of the lower ±1, two, but it stops at 0.
TEST(BouzyTest, ErosionStopsAtZero) {
  ExpectBouzy(1, 2, kTouching, R"(
      2  0   0 -2
      2 63 -63 -2
      1  0   0 -1
      0  0   0  0 )");
  ExpectBouzy(2, 2, kTouching, R"(
      1  0   0 -1
      2 60 -60 -2
      0  0   0  0
      0  0   0  0 )");
}

// Walls keep what is behind them: 5 + 2 · 4 at a point of the first line, one 4 less at its ends.
TEST(BouzyTest, WallsKeepTerritory) {
  ExpectBouzy(21, 5, R"(
      . X . O .
      . X . O .
      . X . O .
      . X . O .
      . X . O . )",
              R"(
      9 52  0 -52  -9
     13 57  0 -57 -13
     13 57  0 -57 -13
     13 57  0 -57 -13
      9 52  0 -52  -9 )");
}

TEST(BouzyTest, DefaultIs21And5AndOtherModelsDoNotHeedIt) {
  EXPECT_EQ(BouzyOperator{}.erosions, 21);
  EXPECT_EQ(BouzyOperator{}.dilations, 5);
  for (InfluenceModel model :
       {InfluenceModel::kStones, InfluenceModel::kZobrist, InfluenceModel::kRyder, InfluenceModel::kSpight}) {
    EXPECT_EQ(Draw(InfluenceOf(model, {.dilations = 0, .erosions = 0}, kTouching)),
              Draw(InfluenceOf(model, {}, kTouching)));
  }
}

TEST(InfluenceModelNameTest, NamesThemInThePapersOrder) {
  std::vector<std::string_view> names;
  for (int model = 0; model < kNumInfluenceModels; ++model) {
    names.push_back(InfluenceModelName(static_cast<InfluenceModel>(model)));
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"stones", "zobrist", "ryder", "spight", "bouzy"}));
}

}  // namespace
}  // namespace tenuki
