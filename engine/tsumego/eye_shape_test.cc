#include "engine/tsumego/eye_shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/board/diagram.h"
#include "engine/tsumego/inference.h"

namespace tenuki {
namespace {

using ::testing::UnorderedElementsAre;

std::vector<std::string> Names(const LocalGame& game, const SpotSet& spots) {
  std::vector<std::string> names;
  for (Spot spot : spots) names.push_back(ToGtp(game.board_size(), game.PointOf(spot)));
  return names;
}

TEST(EyeShapeTest, TheMiddleOfABulkyFiveIsVital) {
  //  The eye space is B6, C6, B5, C5, B4: its middle is B5.
  const Board board = *ParseDiagram(R"(
      X X X X O . .
      X . . X O . .
      X . . X O . .
      X . X O . . .
      X X X O . . .
      O O O . . . .
      . . . . . . . )",
                                    Color::kWhite);
  Problem problem{.board = board, .defender = Color::kBlack, .goal = Goal::kKill};
  problem.target = board.stones(Color::kBlack);
  for (const char* point : {"B6", "C6", "B5", "C5", "B4"}) problem.region.Insert(*MoveFromGtp(7, point));
  const absl::StatusOr<LocalGame> game = LocalGame::Make(problem, KoRights::kNeither);
  ASSERT_TRUE(game.ok()) << game.status();
  const FirstMoves moves = EyeShapeMoves(*game, game->start());
  EXPECT_THAT(Names(*game, moves.candidates), UnorderedElementsAre("B6", "C6", "B5", "C5", "B4"));
  EXPECT_THAT(Names(*game, moves.vital), testing::Contains("B5"));
  EXPECT_THAT(Names(*game, moves.vital), testing::Not(testing::Contains("B4")));
}

TEST(InferenceTest, FindsTheGroupThatTheFirstMoveDecides) {
  //  Straight three in the corner; White's wall reaches the open board.
  constexpr std::string_view kDiagram = R"(
      . . . X O . .
      X X X X O . .
      O O O O O . .
      . . . . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . . )";
  for (Color to_move : {Color::kBlack, Color::kWhite}) {
    const absl::StatusOr<Inference> inference = Infer(*ParseDiagram(kDiagram, to_move), {}, {});
    ASSERT_TRUE(inference.ok()) << inference.status();
    EXPECT_TRUE(inference->is_decided);
    EXPECT_EQ(inference->problem.defender, Color::kBlack);
    EXPECT_EQ(inference->problem.goal, to_move == Color::kBlack ? Goal::kLive : Goal::kKill);
    EXPECT_EQ(inference->problem.target.size(), 5);
  }
  ProblemHints hints{.goal = Goal::kLive};
  EXPECT_FALSE(Infer(*ParseDiagram(kDiagram, Color::kWhite), hints, {}).ok() &&
               Infer(*ParseDiagram(kDiagram, Color::kWhite), hints, {})->problem.defender == Color::kBlack);
}

}  // namespace
}  // namespace tenuki
