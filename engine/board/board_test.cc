// The rules on drawn boards. Random positions are differential_test.cc's; superko is game_test.cc's.
#include "engine/board/board.h"

#include <gtest/gtest.h>

#include <string_view>
#include <unordered_set>
#include <vector>

#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/testing/colorings.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

constexpr Rules kSimpleKo{.ko = KoRule::kSimple, .suicide_allowed = false};
constexpr Rules kSuicideAllowed{.ko = KoRule::kSimple, .suicide_allowed = true};

Move At(const Board& board, std::string_view vertex) { return MoveFromGtp(board.size(), vertex).value(); }

MoveError Play(Board& board, std::string_view vertex, const Rules& rules = kSimpleKo) {
  return board.Play(At(board, vertex), rules);
}

// Compares stones only; both diagrams are drawn alike.
void ExpectStones(const Board& board, std::string_view diagram) {
  EXPECT_EQ(Diagram(board), Diagram(*ParseDiagram(diagram)));
}

TEST(BoardTest, StartsEmptyWithBlackToMove) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    Board board(size);
    EXPECT_EQ(board.size(), size);
    EXPECT_EQ(board.num_points(), size * size);
    EXPECT_EQ(board.empty(), PointSet::All(size));
    EXPECT_EQ(board.to_move(), Color::kBlack);
    EXPECT_EQ(board.ko(), kNoPoint);
    EXPECT_EQ(board.passes(), 0);
    EXPECT_EQ(board.captured_by(Color::kBlack) + board.captured_by(Color::kWhite), 0);
  }
}

TEST(BoardTest, OnePointBoardHasNoMoveButPass) {
  Board board(1);
  EXPECT_EQ(board.Check(0, kSimpleKo), MoveError::kSuicide);
  EXPECT_TRUE(board.PlayoutCandidates().empty());
  EXPECT_EQ(board.Play(kPass, kSimpleKo), MoveError::kNone);
}

TEST(BoardTest, CapturesFourChainsAtOnce) {
  Board board = *ParseDiagram(R"(
      . X O X .
      X O . O X
      . X O X .
      . . X . .
      . . . . . )");
  EXPECT_EQ(Play(board, "C4"), MoveError::kNone);
  ExpectStones(board, R"(
      . X . X .
      X . X . X
      . X . X .
      . . X . .
      . . . . . )");
  EXPECT_EQ(board.captured_by(Color::kBlack), 4);
  EXPECT_EQ(board.captured_by(Color::kWhite), 0);
  EXPECT_EQ(board.ko(), kNoPoint);
}

TEST(BoardTest, CaptureComesBeforeSuicide) {
  Board board = *ParseDiagram(R"(
      . O X
      O X .
      X . . )");
  EXPECT_EQ(Play(board, "A3"), MoveError::kNone);
  ExpectStones(board, R"(
      X . X
      . X .
      X . . )");
}

TEST(BoardTest, Snapback) {
  Board board = *ParseDiagram(R"(
      X . . O .
      X X X O .
      O O O . .
      . . . . .
      . . . . . )",
                              Color::kWhite);
  EXPECT_EQ(Play(board, "B5"), MoveError::kNone);
  EXPECT_EQ(Play(board, "C5"), MoveError::kNone);
  EXPECT_EQ(board.ko(), kNoPoint) << "the capturing stone is part of a larger chain";
  EXPECT_EQ(Play(board, "B5"), MoveError::kNone);
  ExpectStones(board, R"(
      . O . O .
      . . . O .
      O O O . .
      . . . . .
      . . . . . )");
  EXPECT_EQ(board.captured_by(Color::kBlack), 1);
  EXPECT_EQ(board.captured_by(Color::kWhite), 5);
}

constexpr std::string_view kKoForBlack = R"(
    . X O .
    X O . O
    . X O .
    . . . . )";

TEST(BoardTest, KoMayNotBeRetakenAtOnce) {
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko, KoRule::kSituationalSuperko}) {
    Rules rules{.ko = ko};
    Board board = *ParseDiagram(kKoForBlack);
    ASSERT_EQ(Play(board, "C3", rules), MoveError::kNone);
    EXPECT_EQ(board.ko(), At(board, "B3"));
    EXPECT_EQ(Play(board, "B3", rules), MoveError::kKo);
    EXPECT_FALSE(board.PlayoutCandidates().Contains(At(board, "B3")));
    EXPECT_EQ(board.to_move(), Color::kWhite) << "an illegal move changes nothing";
  }
}

TEST(BoardTest, KoIsLiftedByAMoveElsewhereAndByAPass) {
  for (std::string_view elsewhere : {"D1", "pass"}) {
    Board board = *ParseDiagram(kKoForBlack);
    ASSERT_EQ(Play(board, "C3"), MoveError::kNone);
    ASSERT_EQ(Play(board, elsewhere), MoveError::kNone);
    EXPECT_EQ(board.ko(), kNoPoint);
    ASSERT_EQ(Play(board, "pass"), MoveError::kNone);
    EXPECT_EQ(Play(board, "B3"), MoveError::kNone);
    EXPECT_EQ(board.ko(), At(board, "C3"));
  }
}

TEST(BoardTest, KoIsLiftedWhenTheTurnChanges) {
  Board board = *ParseDiagram(kKoForBlack);
  ASSERT_EQ(Play(board, "C3"), MoveError::kNone);
  board.SetToMove(Color::kWhite);
  EXPECT_EQ(board.ko(), At(board, "B3")) << "it was White's turn before";
  board.SetToMove(Color::kBlack);
  EXPECT_EQ(board.ko(), kNoPoint);
}

// Black takes two stones; White takes the stone that did it, which no ko forbids.
TEST(BoardTest, TakingBackAfterTwoStonesIsNoKo) {
  Board board = *ParseDiagram(R"(
      O O . O
      X X O .
      . X O .
      . . . . )");
  ASSERT_EQ(Play(board, "C4"), MoveError::kNone);
  EXPECT_EQ(board.captured_by(Color::kBlack), 2);
  EXPECT_EQ(board.ko(), kNoPoint);
  EXPECT_EQ(Play(board, "B4"), MoveError::kNone);
  EXPECT_EQ(board.captured_by(Color::kWhite), 1);
}

TEST(BoardTest, SuicideOfOneStone) {
  constexpr std::string_view kDiagram = R"(
      . X .
      X . .
      . . . )";
  Board board = *ParseDiagram(kDiagram, Color::kWhite);
  EXPECT_EQ(Play(board, "A3", kSimpleKo), MoveError::kSuicide);
  EXPECT_EQ(board.to_move(), Color::kWhite);
  EXPECT_EQ(Play(board, "A3", kSuicideAllowed), MoveError::kNone);
  ExpectStones(board, kDiagram);
  EXPECT_EQ(board.captured_by(Color::kBlack), 1);
  EXPECT_EQ(board.to_move(), Color::kBlack);
  EXPECT_EQ(board.passes(), 0);
}

// Both corners would leave the board as it is. The second of two such plies recreates the board of two plies ago.
TEST(BoardTest, SuicideOfOneStoneMayNotFollowAPlyThatChangedNothing) {
  constexpr std::string_view kDiagram = R"(
      . X . O .
      X . . . O
      . . . . .
      . . . . .
      . . . . . )";
  for (std::string_view first : {"A5", "pass"}) {
    Board board = *ParseDiagram(kDiagram, Color::kWhite);
    ASSERT_EQ(Play(board, first, kSuicideAllowed), MoveError::kNone);
    EXPECT_EQ(board.Check(At(board, "E5"), kSuicideAllowed), MoveError::kKo) << "after " << first;
    ASSERT_EQ(Play(board, "C3", kSuicideAllowed), MoveError::kNone);
    EXPECT_EQ(board.Check(At(board, "A5"), kSuicideAllowed), MoveError::kNone) << "after " << first;
  }
}

TEST(BoardTest, SuicideOfSeveralStones) {
  Board board = *ParseDiagram(R"(
      O . X .
      O X X .
      X . . .
      . . . . )",
                              Color::kWhite);
  EXPECT_EQ(Play(board, "B4", kSimpleKo), MoveError::kSuicide);
  EXPECT_EQ(Play(board, "B4", kSuicideAllowed), MoveError::kNone);
  ExpectStones(board, R"(
      . . X .
      . X X .
      X . . .
      . . . . )");
  EXPECT_EQ(board.captured_by(Color::kBlack), 3);
}

TEST(BoardTest, RejectsOccupiedAndOffBoardPoints) {
  Board board = *ParseDiagram(R"(
      X .
      . O )");
  EXPECT_EQ(board.Play(0, kSimpleKo), MoveError::kOccupied);
  EXPECT_EQ(board.Play(3, kSimpleKo), MoveError::kOccupied);
  EXPECT_EQ(board.Play(4, kSimpleKo), MoveError::kOffBoard);
  EXPECT_EQ(board.Play(kNoPoint, kSimpleKo), MoveError::kOffBoard);
  EXPECT_EQ(board.Play(1000, kSimpleKo), MoveError::kOffBoard);
}

TEST(BoardTest, PassesAreCountedUpToTwo) {
  Board board(5);
  for (int expected : {1, 2, 2}) {
    ASSERT_EQ(board.Play(kPass, kSimpleKo), MoveError::kNone);
    EXPECT_EQ(board.passes(), expected);
  }
  EXPECT_EQ(board.to_move(), Color::kWhite);
  ASSERT_EQ(board.Play(0, kSimpleKo), MoveError::kNone);
  EXPECT_EQ(board.passes(), 0);
}

TEST(BoardTest, ChainsAndLiberties) {
  Board board = *ParseDiagram(R"(
      X X . .
      . X O O
      . . O .
      X . . . )");
  EXPECT_EQ(Points(board.ChainAt(At(board, "A4"))),
            (std::vector<Point>{At(board, "A4"), At(board, "B4"), At(board, "B3")}));
  EXPECT_EQ(Points(board.LibertiesAt(At(board, "B3"))),
            (std::vector<Point>{At(board, "A3"), At(board, "B2"), At(board, "C4")}));
  EXPECT_EQ(board.ChainAt(At(board, "D3")).size(), 3);
  EXPECT_EQ(board.LibertiesAt(At(board, "C2")).size(), 5);
  EXPECT_EQ(board.LibertiesAt(At(board, "A1")).size(), 2);
}

// Which of the empty points are own eyes, which Black leaves alone in playouts.
TEST(BoardTest, PlayoutsFillNoOwnEye) {
  struct Case {
    std::string_view diagram;
    std::string_view point;
    bool is_candidate;
  };
  const Case cases[] = {
      {". X . . / X X . . / . . . . / . . . .", "A4", false},                      // the corner
      {". X . . / X O . . / . . . . / . . . .", "A4", true},                       // with its diagonal White's
      {"X . X . / . X . . / . . . . / . . . .", "B4", false},                      // the edge, diagonals empty
      {"X . X . / O X . . / . . . . / . . . .", "B4", true},                       // with a diagonal White's
      {". . . . . / . O X . . / . X . X . / . . X . . / . . . . .", "C3", false},  // the middle, one diagonal White's
      {". . . . . / . O X O . / . X . X . / . . X . . / . . . . .", "C3", true},   // with two
      {". . . . . / . . X . . / . X . . . / . . X . . / . . . . .", "C3", true},   // a neighbour is empty
  };
  for (const Case& eye : cases) {
    std::string rows(eye.diagram);
    for (char& c : rows) c = c == '/' ? '\n' : c;
    Board board = *ParseDiagram(rows);
    EXPECT_EQ(board.PlayoutCandidates().Contains(At(board, eye.point)), eye.is_candidate) << rows;
  }
}

TEST(BoardTest, ExplainsWhatIsWrong) {
  Move d4 = MoveFromGtp(9, "D4").value();
  EXPECT_EQ(Explain(MoveError::kOccupied, 9, d4), "D4 is occupied");
  EXPECT_EQ(Explain(MoveError::kSuicide, 9, d4), "D4 is suicide: it would leave its own chain without liberties");
  EXPECT_EQ(Explain(MoveError::kOffBoard, 9, 1000), "the move is not on a board of size 9");
  std::unordered_set<std::string> texts;
  for (MoveError error :
       {MoveError::kOffBoard, MoveError::kOccupied, MoveError::kSuicide, MoveError::kKo, MoveError::kSuperko}) {
    texts.insert(Explain(error, 9, d4));
  }
  EXPECT_EQ(texts.size(), 5u) << "every error has a text of its own";
}

TEST(BoardTest, HashTellsAllPositionsOf3x3Apart) {
  std::unordered_set<uint64_t> hashes;
  ForEachLegalPosition(3, [&hashes](const Board& board) { hashes.insert(board.hash()); });
  EXPECT_EQ(hashes.size(), 12'675u);
}

TEST(BoardTest, HashIsOfTheStonesAlone) {
  Board board = *ParseDiagram(kKoForBlack, Color::kBlack);
  uint64_t hash = board.hash();
  EXPECT_EQ(hash, ParseDiagram(kKoForBlack, Color::kWhite)->hash());
  board.PlayUnchecked(kPass);
  EXPECT_EQ(board.hash(), hash);
}

TEST(BoardTest, CapturesAndHashesAreForetold) {
  int captures = 0;
  for (int size : {2, 3, 5, 9}) {
    for (uint64_t seed = 0; seed < 40; ++seed) {
      Board board(size);
      for (uint64_t ply = 0; ply < 200; ++ply) {
        const auto move =
            static_cast<Move>(UniformBelow(static_cast<uint32_t>(board.num_points()), Random32(seed, ply)));
        if (board.Check(move, Rules{}) != MoveError::kNone) continue;
        Board after = board;
        after.PlayUnchecked(move);
        const bool captured = after.captured_by(board.to_move()) > board.captured_by(board.to_move());
        ASSERT_EQ(board.WouldCapture(move), captured) << Diagram(board) << ToGtp(size, move);
        ASSERT_EQ(board.HashAfter(move), after.hash()) << Diagram(board) << ToGtp(size, move);
        captures += captured;
        board = after;
      }
    }
  }
  EXPECT_GT(captures, 200);
  EXPECT_EQ(Board(3).HashAfter(kPass), Board(3).hash());
}

TEST(BoardTest, CopiesAreIndependent) {
  Board board = *ParseDiagram(kKoForBlack);
  Board copy = board;
  copy.PlayUnchecked(At(copy, "C3"));
  ExpectStones(board, kKoForBlack);
  board = copy;
  EXPECT_EQ(board.ko(), At(board, "B3"));
  Board small(2);
  board = small;
  EXPECT_EQ(board.num_points(), 4);
  EXPECT_EQ(board.empty().size(), 4);
}

}  // namespace
}  // namespace tenuki
