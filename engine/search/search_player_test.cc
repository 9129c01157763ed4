#include "engine/search/search_player.h"

#include <gtest/gtest.h>

#include "engine/board/diagram.h"

namespace tenuki {
namespace {

const PlayoutKernel kKernel(BestCpuLevel());

// All is settled: Black has 15 points of 25, White 10.
constexpr std::string_view kSettled = R"(
    . X . X O
    X X X X O
    X . X O O
    X X X O .
    X . X O O )";

TEST(SearchPlayerTest, PassesAfterAPassWhenTheCountWins) {
  SearchPlayer player({.playouts = 50}, kKernel, 1);
  Game game(*ParseDiagram(kSettled, Color::kWhite), {.komi_half_points = 1});
  ASSERT_EQ(game.Play(kPass), MoveError::kNone);
  EXPECT_EQ(player.ChooseMove(game), kPass);
  EXPECT_EQ(player.last_search(), nullptr) << "there was nothing to think about";
}

TEST(SearchPlayerTest, DoesNotPassIntoALoss) {
  // White to move has lost by the count, and has one move left that is no own eye: none. Black has passed.
  Game game(*ParseDiagram(R"(
      . . X . .
      . . X . .
      X X X X X
      . . X . .
      . . X . . )",
                          Color::kBlack),
            {.komi_half_points = 1});
  ASSERT_EQ(game.Play(kPass), MoveError::kNone);
  SearchPlayer player({.playouts = 200}, kKernel, 1);
  const std::optional<Move> move = player.ChooseMove(game);
  ASSERT_TRUE(move.has_value());
  EXPECT_NE(*move, kPass);
}

TEST(SearchPlayerTest, ResignsOnlyWhereItIsAskedTo) {
  const Game game(*ParseDiagram(R"(
      . X X X .
      X X X X X
      X . X X X
      X X X X X
      . X X X . )",
                                Color::kWhite),
                  {.komi_half_points = 1});
  EXPECT_NE(SearchPlayer({.playouts = 100}, kKernel, 1).ChooseMove(game), std::nullopt);
  EXPECT_EQ(SearchPlayer({.playouts = 100, .resign_below = 0.05}, kKernel, 1).ChooseMove(game), std::nullopt);
}

TEST(SearchPlayerTest, AnswersTheSameWhenAskedTwice) {
  SearchPlayer player({.playouts = 300}, kKernel, 1);
  Game game(9, {});
  const std::optional<Move> first = player.ChooseMove(game);
  ASSERT_EQ(game.Play(*first), MoveError::kNone);
  player.ChooseMove(game);
  game.Undo();
  EXPECT_EQ(player.ChooseMove(game), first);
}

TEST(SearchPlayerTest, HasAName) {
  EXPECT_EQ(SearchPlayer({}, kKernel, 1).name(), "uct");
  EXPECT_EQ(SearchPlayer({.guide = SearchParameters::Guide::kRave}, kKernel, 1).name(), "rave");
  EXPECT_EQ(SearchPlayer({.guide = SearchParameters::Guide::kCovariance}, kKernel, 1).name(), "covariance");
}

// A game to its end: every move is legal, and the better player wins.
TEST(SearchPlayerTest, BeatsAWeakerOne) {
  SearchPlayer strong({.playouts = 1000}, kKernel, 1);
  SearchPlayer weak({.playouts = 20}, kKernel, 2);
  int strong_wins = 0;
  for (int round = 0; round < 4; ++round) {
    Game game(7, {.komi_half_points = 15});
    strong.SetSeed(static_cast<uint64_t>(100 + round));
    weak.SetSeed(static_cast<uint64_t>(200 + round));
    const Color strong_color = round % 2 == 0 ? Color::kBlack : Color::kWhite;
    while (!game.IsOver() && game.plies().size() < 400) {
      Player& mover = game.board().to_move() == strong_color ? static_cast<Player&>(strong) : weak;
      ASSERT_EQ(game.Play(mover.ChooseMove(game).value()), MoveError::kNone);
    }
    strong_wins += (game.ScoreHalfPoints() > 0) == (strong_color == Color::kBlack);
  }
  EXPECT_GE(strong_wins, 3);
}

}  // namespace
}  // namespace tenuki
