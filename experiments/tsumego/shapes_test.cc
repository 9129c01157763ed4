// The suite that is shipped: each problem's correct moves are what exhaustive solving says, and proof-number search
// agrees.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "engine/tsumego/exhaustive.h"
#include "engine/tsumego/solver.h"
#include "experiments/tsumego/suite.h"

namespace tenuki {
namespace {

Suite Shipped() {
  std::ifstream in(TENUKI_SHAPES, std::ios::binary);
  v1::InputFiles files;
  files.add_files()->set_path("tsumego_shapes.jsonl");
  files.mutable_files(0)->set_content(std::string(std::istreambuf_iterator<char>(in), {}));
  return Suite::Read(files).value();
}

// The first of the rights, from the hardest for the side to move on, under which it wins.
std::vector<Move> SolvingMoves(const Problem& problem) {
  const bool attacks = problem.attacker_to_move();
  const Role mover = attacks ? Role::kAttacker : Role::kDefender;
  for (KoRights rights : {attacks ? KoRights::kDefender : KoRights::kAttacker, KoRights::kNeither,
                          attacks ? KoRights::kAttacker : KoRights::kDefender}) {
    const LocalGame game = LocalGame::Make(problem, rights).value();
    const ExhaustiveResult exact = SolveExhaustively(game, 100'000).value();
    if (exact.winner != mover) continue;
    std::vector<Move> moves;
    for (Spot spot : exact.winning_moves) moves.push_back(game.PointOf(spot));
    return moves;
  }
  return {};
}

TEST(ShippedShapesTest, AreWhatExhaustiveSolvingSays) {
  const Suite suite = Shipped();
  EXPECT_GE(suite.problems.size(), 200);
  std::set<std::string> levels;
  for (const SuiteProblem& shape : suite.problems) {
    levels.insert(shape.level);
    const absl::StatusOr<Inference> inference = Infer(shape.board, shape.hints, {});
    ASSERT_TRUE(inference.ok()) << shape.id << ": " << inference.status();
    EXPECT_EQ(SolvingMoves(inference->problem), shape.correct) << shape.id;
  }
  EXPECT_EQ(levels.size(), 4);
}

TEST(ShippedShapesTest, AreProven) {
  const Suite suite = Shipped();
  for (size_t i = 0; i < suite.problems.size(); i += 3) {
    const SuiteProblem& shape = suite.problems[i];
    const Inference inference = Infer(shape.board, shape.hints, {}).value();
    const Solution solution = Solve(inference.problem, {.max_nodes = 200'000, .table_bytes = 1 << 20}).value();
    EXPECT_EQ(solution.certainty, Certainty::kProven) << shape.id;
    EXPECT_TRUE(shape.IsCorrect(solution.move)) << shape.id;
  }
}

}  // namespace
}  // namespace tenuki
