#include "engine/tsumego/local_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/board/diagram.h"
#include "engine/tsumego/life.h"
#include "engine/tsumego/testing/random_problems.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

Problem WholeBoard(const Board& board, Color defender, Point target) {
  Problem problem{.board = board, .defender = defender};
  problem.goal = problem.attacker_to_move() ? Goal::kKill : Goal::kLive;
  problem.target = board.ChainAt(target);
  problem.region = board.empty();
  return problem;
}

void ExpectSamePosition(const LocalGame& game, const LocalState& state, const Board& board, Color defender) {
  for (Point point = 0; point < board.num_points(); ++point) {
    const Spot spot = game.SpotOf(point);
    ASSERT_NE(spot, kNoSpot);
    const bool of_defender = state.of(Role::kDefender).Contains(spot);
    const bool of_attacker = state.of(Role::kAttacker).Contains(spot);
    const Color color = of_defender ? defender : of_attacker ? Opponent(defender) : Color::kEmpty;
    EXPECT_EQ(color, board.at(point)) << ToGtp(board.size(), point) << "\n" << Diagram(board);
  }
}

// The same moves on the board of engine/board, with the simple ko rule and no suicide.
TEST(LocalGameTest, PlaysByTheRulesOfTheBoard) {
  const Rules rules{.ko = KoRule::kSimple};
  int num_moves = 0, num_kos = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Problem problem = RandomProblem(seed);
    problem = WholeBoard(problem.board, problem.defender, *problem.target.begin());
    const absl::StatusOr<LocalGame> game = LocalGame::Make(problem, KoRights::kNeither);
    ASSERT_TRUE(game.ok()) << game.status();
    LocalState state = game->start();
    Board board = problem.board;
    for (uint64_t ply = 0; ply < 60; ++ply) {
      std::vector<Spot> legal;
      for (Point point : board.empty()) {
        LocalState after = state;
        const bool is_legal = game->Play(after, game->SpotOf(point));
        ASSERT_EQ(is_legal, board.Check(point, rules) == MoveError::kNone) << ToGtp(board.size(), point) << "\n"
                                                                           << Diagram(board);
        if (is_legal) legal.push_back(game->SpotOf(point));
      }
      Spot spot = kPassSpot;
      if (!legal.empty()) spot = legal[UniformBelow(static_cast<uint32_t>(legal.size()), Random32(seed, ply))];
      ASSERT_TRUE(game->Play(state, spot));
      board.PlayUnchecked(game->PointOf(spot));
      ExpectSamePosition(*game, state, board, problem.defender);
      ++num_moves;
      num_kos += state.ko != kNoSpot;
    }
  }
  EXPECT_GT(num_moves, 10'000);
  EXPECT_GT(num_kos, 100);
}

TEST(LocalGameTest, KnowsWhatCannotBeCaptured) {
  //  The wall at the right has liberties outside the region; the group inside has none there.
  const Board board = *ParseDiagram(R"(
      . X O . .
      X X O . .
      O O O . .
      . . . . .
      . . . . . )",
                                    Color::kWhite);
  Problem problem{.board = board, .defender = Color::kBlack, .goal = Goal::kKill};
  problem.target = board.ChainAt(*MoveFromGtp(5, "B5"));
  problem.region.Insert(*MoveFromGtp(5, "A5"));
  const LocalGame game = LocalGame::Make(problem, KoRights::kNeither).value();
  EXPECT_EQ(game.num_spots(), 4);
  EXPECT_TRUE(game.safe(Role::kDefender).empty());
  EXPECT_EQ(StaticWinner(game, game.start()), Role::kAttacker);
}

TEST(LocalGameTest, SaysWhatIsWrongWithAProblem) {
  const Board board = *ParseDiagram(R"(
      . X O
      X X O
      . . . )");
  Problem problem{.board = board, .defender = Color::kBlack, .goal = Goal::kLive};
  problem.region.Insert(*MoveFromGtp(3, "A3"));
  const auto error = [&] { return std::string(LocalGame::Make(problem, KoRights::kNeither).status().message()); };
  EXPECT_THAT(error(), HasSubstr("no target"));
  problem.target = board.stones(Color::kWhite);
  EXPECT_THAT(error(), HasSubstr("should be stones of black"));
  problem.target = board.stones(Color::kBlack);
  EXPECT_THAT(error(), HasSubstr("not enclosed"));
  problem.region |= board.empty();
  EXPECT_EQ(error(), "");
  problem.goal = Goal::kKill;
  EXPECT_THAT(error(), HasSubstr("'kill' is not one of black"));
}

TEST(LifeTest, TwoEyesAreAlive) {
  const auto is_alive = [](std::string_view diagram) {
    const Board board = *ParseDiagram(diagram, Color::kWhite);
    const Point black = *board.stones(Color::kBlack).begin();
    const LocalGame game = LocalGame::Make(WholeBoard(board, Color::kBlack, black), KoRights::kNeither).value();
    return IsAliveByBenson(game, game.start());
  };
  EXPECT_TRUE(is_alive(R"(
      . X . X O
      X X X X O
      O O O O O
      . . . . . )"
                       "\n. . . . ."));
  EXPECT_FALSE(is_alive(R"(
      . . . X O
      X X X X O
      O O O O O
      . . . . .
      . . . . . )"));
  //  A stone inside is no harm, where the chain touches all that is empty.
  EXPECT_TRUE(is_alive(R"(
      . O X . X
      X X X X X
      O O O O O
      . . . . .
      . . . . . )"));
  //  The eye at the right is false.
  EXPECT_FALSE(is_alive(R"(
      . X . X O
      X X X O O
      O O O . .
      . . . . .
      . . . . . )"));
}

}  // namespace
}  // namespace tenuki
