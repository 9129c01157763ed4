#include "engine/board/game.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "engine/board/diagram.h"

namespace tenuki {
namespace {

constexpr KoRule kAllKoRules[] = {KoRule::kSimple, KoRule::kPositionalSuperko, KoRule::kSituationalSuperko};

Move At(const Game& game, std::string_view vertex) { return MoveFromGtp(game.board().size(), vertex).value(); }

void PlayAll(Game& game, const std::vector<std::string_view>& vertices) {
  for (std::string_view vertex : vertices) {
    ASSERT_EQ(game.Play(At(game, vertex)), MoveError::kNone) << vertex << "\n" << Diagram(game.board());
  }
}

// What `vertex` is after `vertices`. Check and Play must agree on it.
MoveError ErrorAfter(Game game, const std::vector<std::string_view>& vertices, std::string_view vertex) {
  PlayAll(game, vertices);
  MoveError error = game.Check(At(game, vertex));
  EXPECT_EQ(game.Play(At(game, vertex)), error);
  return error;
}

struct ByRule {
  MoveError simple;
  MoveError positional;
  MoveError situational;
};

void ExpectByRule(const Board& start, bool suicide_allowed, const std::vector<std::string_view>& vertices,
                  std::string_view vertex, const ByRule& expected) {
  const MoveError errors[] = {expected.simple, expected.positional, expected.situational};
  for (KoRule ko : kAllKoRules) {
    Game game(start, Rules{.ko = ko, .suicide_allowed = suicide_allowed});
    EXPECT_EQ(ErrorAfter(game, vertices, vertex), errors[static_cast<int>(ko)]) << "ko rule " << static_cast<int>(ko);
  }
}

TEST(GameTest, KoAtOnceIsKoUnderAllRules) {
  Board start = *ParseDiagram(R"(
      . X O .
      X O . O
      . X O .
      . . . . )");
  ExpectByRule(start, false, {"C3"}, "B3", {MoveError::kKo, MoveError::kKo, MoveError::kKo});
}

// The pass lifts a simple ko; the board of the start, with Black to move, would still come back.
TEST(GameTest, KoAfterPassesIsSuperko) {
  Board start = *ParseDiagram(R"(
      . X O .
      X O . O
      . X O .
      . . . . )");
  ExpectByRule(start, false, {"C3", "pass", "pass"}, "B3",
               {MoveError::kNone, MoveError::kSuperko, MoveError::kSuperko});
}

// White sends two stones with A5, Black takes them with C5, White takes one back with B5: the board of the start, but
// then it was White's move and now it would be Black's.
constexpr std::string_view kSendingTwo = R"(
    . O . O .
    X X O O .
    . X O . .
    . X O . .
    . X . . . )";

TEST(GameTest, SendingTwoReturningOne) {
  Board start = *ParseDiagram(kSendingTwo, Color::kWhite);
  ExpectByRule(start, false, {"A5", "C5"}, "B5", {MoveError::kNone, MoveError::kSuperko, MoveError::kNone});
}

TEST(GameTest, SendingTwoAgainRepeatsTheSituationToo) {
  Board start = *ParseDiagram(kSendingTwo, Color::kWhite);
  for (KoRule ko : {KoRule::kSimple, KoRule::kSituationalSuperko}) {
    Game game(start, Rules{.ko = ko});
    EXPECT_EQ(ErrorAfter(game, {"A5", "C5", "B5", "pass"}, "A5"),
              ko == KoRule::kSimple ? MoveError::kNone : MoveError::kSuperko);
  }
}

// Three kos in the left columns, the first and the last held by White. Each side always retakes one that the other
// has not just taken; after six plies everything is as before, with Black to move again.
TEST(GameTest, TripleKo) {
  Board start = *ParseDiagram(R"(
      . X O . . . . . .
      X O . O . . . . .
      . X O . . . . . .
      . X O . . . . . .
      X . X O . . . . .
      . X O . . . . . .
      . X O . . . . . .
      X O . O . . . . .
      . X O . . . . . . )");
  ExpectByRule(start, false, {"C8", "B5", "C2", "B8", "C5"}, "B2",
               {MoveError::kNone, MoveError::kSuperko, MoveError::kSuperko});
}

// Suicide of one stone leaves the board as it is, but not whose move it is.
TEST(GameTest, SuicideOfOneStoneRepeatsTheBoard) {
  Board start = *ParseDiagram(R"(
      . X .
      X . .
      . . . )",
                              Color::kWhite);
  ExpectByRule(start, true, {}, "A3", {MoveError::kNone, MoveError::kSuperko, MoveError::kNone});
  ExpectByRule(start, false, {}, "A3", {MoveError::kSuicide, MoveError::kSuicide, MoveError::kSuicide});
}

TEST(GameTest, AnIllegalMoveChangesNothing) {
  Game game(9, Rules{});
  PlayAll(game, {"E5"});
  EXPECT_EQ(game.Play(At(game, "E5")), MoveError::kOccupied);
  EXPECT_EQ(game.PlayAs(Color::kBlack, At(game, "E5")), MoveError::kOccupied);
  EXPECT_EQ(game.Play(81), MoveError::kOffBoard);
  EXPECT_EQ(game.plies(), (std::vector<Game::Ply>{{Color::kBlack, At(game, "E5")}}));
  EXPECT_EQ(game.board().to_move(), Color::kWhite);
}

TEST(GameTest, TwoPassesEndItAndPlayMayGoOn) {
  Game game(5, Rules{});
  PlayAll(game, {"C3", "pass"});
  EXPECT_FALSE(game.IsOver());
  PlayAll(game, {"pass"});
  EXPECT_TRUE(game.IsOver());
  PlayAll(game, {"B2"});
  EXPECT_FALSE(game.IsOver());
}

TEST(GameTest, ScoresTheAreaLessKomi) {
  Game game(5, Rules{.komi_half_points = 15});
  EXPECT_EQ(game.ScoreHalfPoints(), -15);
  PlayAll(game, {"C3"});
  EXPECT_EQ(game.ScoreHalfPoints(), 50 - 15);
  game.SetKomiHalfPoints(-3);
  EXPECT_EQ(game.ScoreHalfPoints(), 53);
}

TEST(GameTest, PlayAsLetsOneSideMoveTwice) {
  Game game(9, Rules{});
  EXPECT_EQ(game.PlayAs(Color::kBlack, At(game, "D4")), MoveError::kNone);
  EXPECT_EQ(game.PlayAs(Color::kBlack, At(game, "E5")), MoveError::kNone);
  EXPECT_EQ(game.board().stones(Color::kBlack).size(), 2);
  EXPECT_EQ(game.board().to_move(), Color::kWhite);
  EXPECT_EQ(game.plies()[1].color, Color::kBlack);
}

TEST(GameTest, UndoBringsBackStonesCapturesAndKo) {
  Board start = *ParseDiagram(R"(
      . X O .
      X O . O
      . X O .
      . . . . )");
  Game game(start, Rules{});
  PlayAll(game, {"C3", "D1"});
  ASSERT_TRUE(game.Undo());
  EXPECT_EQ(game.board().ko(), At(game, "B3"));
  EXPECT_EQ(game.board().captured_by(Color::kBlack), 1);
  EXPECT_EQ(game.Check(At(game, "B3")), MoveError::kKo);
  ASSERT_TRUE(game.Undo());
  EXPECT_EQ(Diagram(game.board()), Diagram(start));
  EXPECT_EQ(game.board().captured_by(Color::kBlack), 0);
  EXPECT_EQ(game.board().to_move(), Color::kBlack);
  EXPECT_FALSE(game.Undo()) << "nothing is left to take back";
}

TEST(GameTest, UndoForgetsThePositionForSuperko) {
  Game game(*ParseDiagram(kSendingTwo, Color::kWhite), Rules{.ko = KoRule::kSituationalSuperko});
  PlayAll(game, {"A5"});
  ASSERT_TRUE(game.Undo());
  EXPECT_EQ(game.Play(At(game, "A5")), MoveError::kNone) << "it was taken back, so it does not count as seen";
}

// A position seen twice is forgotten only when it has been taken back twice.
TEST(GameTest, UndoRemembersWhatWasSeenBefore) {
  Game game(*ParseDiagram(kSendingTwo, Color::kWhite), Rules{.ko = KoRule::kSituationalSuperko});
  PlayAll(game, {"A5", "C5", "B5", "pass"});
  ASSERT_TRUE(game.Undo());
  ASSERT_TRUE(game.Undo());
  PlayAll(game, {"B5", "pass"});
  EXPECT_EQ(game.Check(At(game, "A5")), MoveError::kSuperko);
}

TEST(GameTest, UndoReplaysMovesOfOneSideInARow) {
  Game game(9, Rules{});
  for (std::string_view vertex : {"D4", "F6", "E5"}) {
    ASSERT_EQ(game.PlayAs(Color::kBlack, At(game, vertex)), MoveError::kNone);
  }
  ASSERT_TRUE(game.Undo());
  EXPECT_EQ(game.board().stones(Color::kBlack).size(), 2);
  EXPECT_EQ(game.board().stones(Color::kWhite).size(), 0);
  EXPECT_EQ(game.plies().size(), 2u);
}

TEST(GameTest, CopiesBranchOff) {
  Game game(9, Rules{});
  PlayAll(game, {"D4"});
  Game branch = game;
  PlayAll(branch, {"E5"});
  EXPECT_EQ(game.plies().size(), 1u);
  EXPECT_EQ(game.board().at(At(game, "E5")), Color::kEmpty);
}

}  // namespace
}  // namespace tenuki
