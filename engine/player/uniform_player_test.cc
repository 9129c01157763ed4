#include "engine/player/uniform_player.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "engine/board/diagram.h"

namespace tenuki {
namespace {

Game GameFrom(std::string_view diagram, Color to_move, const Rules& rules = {}) {
  return Game(*ParseDiagram(diagram, to_move), rules);
}

Move At(const Game& game, std::string_view vertex) { return *MoveFromGtp(game.board().size(), vertex); }

std::vector<Game::Ply> PlayOut(uint64_t seed) {
  UniformPlayer player(seed);
  Game game(9, Rules{});
  while (!game.IsOver()) EXPECT_EQ(game.Play(*player.ChooseMove(game)), MoveError::kNone);
  return game.plies();
}

TEST(UniformPlayerTest, ItsGamesAreFunctionsOfTheSeed) {
  EXPECT_EQ(PlayOut(1), PlayOut(1));
  EXPECT_NE(PlayOut(1), PlayOut(2));
}

TEST(UniformPlayerTest, ChoicesDoNotDependOnThoseBefore) {
  UniformPlayer asked_often(3);
  UniformPlayer asked_once(99);
  asked_once.SetSeed(3);
  Game game(9, Rules{});
  for (int ply = 0; ply < 20; ++ply) game.Play(*asked_often.ChooseMove(game));
  EXPECT_EQ(asked_often.ChooseMove(game), asked_once.ChooseMove(game));
  EXPECT_EQ(asked_often.ChooseMove(game), asked_once.ChooseMove(game));
}

TEST(UniformPlayerTest, PassesRatherThanFillItsEyes) {
  const Game game = GameFrom(R"(
      . X . X
      X X X X
      O O O O
      . O . O )",
                             Color::kBlack);
  EXPECT_EQ(UniformPlayer(1).ChooseMove(game), kPass);
}

TEST(UniformPlayerTest, ChoosesEveryCandidateAboutEquallyOften) {
  const Game game = GameFrom(R"(
      . X . .
      X X X X
      O O O O
      . . . O )",
                             Color::kBlack);
  constexpr int kDraws = 3000;
  std::map<Move, int> times;
  for (uint64_t seed = 0; seed < kDraws; ++seed) ++times[*UniformPlayer(seed).ChooseMove(game)];
  // Black's one eye is at A4; C4 and D4 make an eye of two points, A1, B1 and C1 are White's.
  ASSERT_EQ(times.size(), 5);
  for (const auto& [move, count] : times) {
    EXPECT_NEAR(count, kDraws / 5.0, 5 * 22) << ToGtp(4, move);  // five standard deviations of Binomial(3000, 1/5)
  }
}

TEST(UniformPlayerTest, DrawsAgainWhereSuperkoForbids) {
  // White retakes at B4 unless superko forbids it. The moves in between lift the ban of the simple ko rule.
  const std::string_view diagram = R"(
      . X O . .
      X O . O .
      . X O . .
      . . . . .
      . . . . . )";
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko}) {
    Game game = GameFrom(diagram, Color::kBlack, {.ko = ko});
    ASSERT_EQ(game.Play(At(game, "C4")), MoveError::kNone);  // takes B4
    ASSERT_EQ(game.Play(kPass), MoveError::kNone);
    ASSERT_EQ(game.Play(kPass), MoveError::kNone);
    int retakes = 0;
    for (uint64_t seed = 0; seed < 500; ++seed) {
      const Move move = *UniformPlayer(seed).ChooseMove(game);
      ASSERT_EQ(game.Check(move), MoveError::kNone) << "seed " << seed;
      retakes += move == At(game, "B4");
    }
    EXPECT_EQ(retakes > 0, ko == KoRule::kSimple);
  }
}

}  // namespace
}  // namespace tenuki
