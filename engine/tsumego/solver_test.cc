#include "engine/tsumego/solver.h"

#include <gtest/gtest.h>

#include "engine/board/diagram.h"
#include "engine/tsumego/exhaustive.h"
#include "engine/tsumego/inference.h"
#include "engine/tsumego/testing/random_problems.h"
#include "engine/tsumego/widening.h"

namespace tenuki {
namespace {

Solution SolveDiagram(std::string_view diagram, Color to_move) {
  const absl::StatusOr<Inference> inference = Infer(*ParseDiagram(diagram, to_move), {}, {});
  EXPECT_TRUE(inference.ok()) << inference.status();
  return SolveByWidening(inference->problem, {.max_nodes = 200'000, .table_bytes = 1 << 22})->solution;
}

std::string Answer(const Solution& solution) { return ToGtp(7, solution.move); }

constexpr char kBentThree[] = R"(
      . . X O . . .
      . X X O . . .
      X X O O . . .
      O O O . . . .
      . . . . . . .
      . . . . . . .
      . . . . . . . )";

TEST(SolverTest, KnowsTheVitalPoint) {
  const Solution live = SolveDiagram(kBentThree, Color::kBlack);
  EXPECT_EQ(live.outcome, Outcome::kAlive);
  EXPECT_EQ(live.certainty, Certainty::kProven);
  EXPECT_EQ(Answer(live), "A7");
  EXPECT_TRUE(live.other_moves.empty());
  const Solution kill = SolveDiagram(kBentThree, Color::kWhite);
  EXPECT_EQ(kill.outcome, Outcome::kDead);
  EXPECT_EQ(Answer(kill), "A7");
  ASSERT_FALSE(kill.line.empty());
  EXPECT_EQ(kill.line[0], kill.move);
}

//  A square of four is dead whoever plays first.
TEST(SolverTest, SaysWhatCannotBeDone) {
  Problem problem{.board = *ParseDiagram(R"(
      . . X O . . .
      . . X O . . .
      X X X O . . .
      O O O O . . .
      . . . . . . .
      . . . . . . .
      . . . . . . . )",
                                         Color::kBlack)};
  problem.target = problem.board.stones(Color::kBlack);
  const Solution solution = SolveByWidening(problem, {.max_nodes = 200'000, .table_bytes = 1 << 22})->solution;
  EXPECT_EQ(solution.outcome, Outcome::kDead);
  EXPECT_EQ(solution.certainty, Certainty::kProven);
  EXPECT_LT(solution.value, 0);
}

// Under the rights that `mover` has, from the hardest for it to the easiest, the first under which exhaustive solving
// says that it wins; 3: under none.
int FirstWinningRights(const Problem& problem, Role mover) {
  const KoRights own = mover == Role::kAttacker ? KoRights::kAttacker : KoRights::kDefender;
  const KoRights others = mover == Role::kAttacker ? KoRights::kDefender : KoRights::kAttacker;
  int number = 0;
  for (KoRights rights : {others, KoRights::kNeither, own}) {
    const std::optional<ExhaustiveResult> exact = SolveExhaustively(*LocalGame::Make(problem, rights), 12'000);
    if (!exact.has_value()) return -1;
    if (exact->winner == mover) return number;
    ++number;
  }
  return number;
}

TEST(SolverTest, OutcomesAreThoseOfExhaustiveSolving) {
  int num_kos = 0, num_others = 0;
  for (uint64_t seed = 50'000; seed < 50'800; ++seed) {
    const Problem problem = RandomProblem(seed);
    if (!LocalGame::Make(problem, KoRights::kNeither).ok()) continue;
    const bool attacks = problem.attacker_to_move();
    const int rights = FirstWinningRights(problem, attacks ? Role::kAttacker : Role::kDefender);
    if (rights < 0) continue;
    const Solution solution =
        *Solve(problem, {.method = Method::kProof, .table_bytes = 1 << 18, .find_other_moves = false});
    ASSERT_EQ(solution.certainty, Certainty::kProven) << "seed " << seed;
    Outcome outcome = solution.outcome == Outcome::kSeki ? Outcome::kAlive : solution.outcome;
    const Outcome expected[] = {
        attacks ? Outcome::kDead : Outcome::kAlive, attacks ? Outcome::kKoForAttacker : Outcome::kKoForDefender,
        attacks ? Outcome::kKoForDefender : Outcome::kKoForAttacker, attacks ? Outcome::kAlive : Outcome::kDead};
    EXPECT_EQ(outcome, expected[rights]) << "seed " << seed << "\n" << Diagram(problem.board);
    (rights == 1 || rights == 2 ? num_kos : num_others) += 1;
  }
  EXPECT_GT(num_kos, 3);
  EXPECT_GT(num_others, 300);
}

TEST(SolverTest, SekiIsLifeWithoutEyes) {
  //  Black's wall and White's five inside have two liberties in common and no eyes: whoever plays there is taken.
  Problem problem;
  problem.board = *ParseDiagram(R"(
      X O . X O . .
      X O . X O . .
      X O O X O . .
      X X O X O . .
      O X X X O . .
      O O O O O . .
      . . . . . . . )",
                                Color::kWhite);
  problem.defender = Color::kBlack;
  problem.goal = Goal::kKill;
  problem.target = problem.board.stones(Color::kBlack);
  for (const char* point : {"C7", "C6"}) problem.region.Insert(*MoveFromGtp(7, point));
  const Solution solution = *Solve(problem, {.max_nodes = 100'000, .table_bytes = 1 << 20});
  EXPECT_EQ(solution.outcome, Outcome::kSeki);
  EXPECT_EQ(solution.certainty, Certainty::kProven);
}

//  In a ladder: the white stone has two liberties, and Black may have it.
TEST(SolverTest, CapturesInANet) {
  const Board board = *ParseDiagram(R"(
      . . . . . . .
      . . O X . . .
      . X O X . . .
      . X O . . . .
      . O X . . . .
      . . . . . . .
      . . . . . . . )",
                                    Color::kBlack);
  Problem problem{.board = board, .defender = Color::kWhite, .goal = Goal::kCapture};
  problem.target = board.ChainAt(*MoveFromGtp(7, "C6"));
  problem.safe_liberties = 4;
  FindRegion(problem);
  const Solution solution = *Solve(problem, {.max_nodes = 100'000, .table_bytes = 1 << 22});
  EXPECT_EQ(solution.outcome, Outcome::kDead);
  EXPECT_EQ(solution.certainty, Certainty::kProven);
}

}  // namespace
}  // namespace tenuki
