#include "engine/tsumego/proof_search.h"

#include <gtest/gtest.h>

#include "engine/board/diagram.h"
#include "engine/tsumego/exhaustive.h"
#include "engine/tsumego/life.h"
#include "engine/tsumego/testing/random_problems.h"

namespace tenuki {
namespace {

constexpr KoRights kAllRights[] = {KoRights::kNeither, KoRights::kAttacker, KoRights::kDefender};

// Thousands of problems whose every state an exhaustive solver has visited: the same winner in all, the winning move
// among those that win, by a table of any size.
TEST(ProofSearchTest, AgreesWithExhaustiveSolving) {
  int num_solved = 0, num_deep = 0, num_kos = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    const Problem problem = RandomProblem(seed);
    bool attacker_wins[3] = {};
    for (int i = 0; i < 3; ++i) {
      const LifeRule life_rule = seed % 4 == 0 ? LifeRule::kSekiDies : LifeRule::kSekiLives;
      const absl::StatusOr<LocalGame> game = LocalGame::Make(problem, kAllRights[i], life_rule);
      if (!game.ok()) break;
      const std::optional<ExhaustiveResult> exact = SolveExhaustively(*game, 12'000);
      if (!exact.has_value()) break;
      attacker_wins[i] = exact->winner == Role::kAttacker;
      for (int64_t bytes : {int64_t{1} << 12, int64_t{1} << 18}) {
        ProofTable table(bytes);
        ProofSearch search(*game, table);
        const ProofResult result = search.Solve(game->start(), {.max_nodes = 2'000'000});
        ASSERT_TRUE(result.winner.has_value()) << "seed " << seed << "\n" << Diagram(problem.board);
        ASSERT_EQ(*result.winner, exact->winner)
            << "seed " << seed << ", rights " << i << "\n"
            << Diagram(problem.board) << "target at " << ToGtp(problem.board.size(), *problem.target.begin()) << ", "
            << ColorName(problem.board.to_move()) << " to move";
        if (*result.winner != game->start().to_move || result.move == kNoMove) continue;
        EXPECT_NE(std::ranges::find(exact->winning_moves, result.move), exact->winning_moves.end()) << "seed " << seed;
      }
      ++num_solved;
      num_deep += exact->num_states > 2'000;
      if (i == 2) num_kos += attacker_wins[1] != attacker_wins[2];
    }
  }
  EXPECT_GT(num_solved, 3'000);
  EXPECT_GT(num_deep, 200);
  EXPECT_GT(num_kos, 10);
}

TEST(LifeTest, StaticWinnersAreRight) {
  int num_decided = 0;
  for (uint64_t seed = 100'000; seed < 101'000; ++seed) {
    const absl::StatusOr<LocalGame> game = LocalGame::Make(RandomProblem(seed), KoRights::kNeither);
    if (!game.ok()) continue;
    const std::optional<Role> winner = StaticWinner(*game, game->start());
    if (!winner.has_value()) continue;
    const std::optional<ExhaustiveResult> exact = SolveExhaustively(*game, 12'000);
    if (!exact.has_value()) continue;
    EXPECT_EQ(*winner, exact->winner) << "seed " << seed;
    ++num_decided;
  }
  EXPECT_GT(num_decided, 50);
}

}  // namespace
}  // namespace tenuki
