#include "engine/tsumego/monte_carlo.h"

#include <gtest/gtest.h>

#include "engine/tsumego/exhaustive.h"
#include "engine/tsumego/simulation.h"
#include "engine/tsumego/testing/random_problems.h"

namespace tenuki {
namespace {

// Calls `visit` with games in which the first move is not decided at a glance.
template <typename Visit>
void ForEachGame(int count, Visit visit) {
  for (uint64_t seed = 0; count > 0; ++seed) {
    const absl::StatusOr<LocalGame> game = LocalGame::Make(RandomProblem(seed), KoRights::kNeither);
    if (!game.ok() || game->Empty(game->start()).size() < 4) continue;
    visit(*game, seed);
    --count;
  }
}

// v_j > V/2: the first move with the most visits is that of the search that goes on to the end.
TEST(MonteCarloTest, PruningLosesNothing) {
  int num_pruned = 0;
  ForEachGame(150, [&](const LocalGame& game, uint64_t seed) {
    MonteCarloParameters parameters{.playouts = 400, .segment_playouts = 20, .use_solver = false};
    const MonteCarloResult pruned = MonteCarloSolver(game, parameters, seed).Run();
    parameters.use_pruning = false;
    const MonteCarloResult full = MonteCarloSolver(game, parameters, seed).Run();
    EXPECT_EQ(pruned.move, full.move) << "seed " << seed;
    EXPECT_EQ(pruned.playouts + pruned.saved_playouts, full.playouts);
    num_pruned += pruned.saved_playouts > 0;
  });
  EXPECT_GT(num_pruned, 50);
}

TEST(MonteCarloTest, WhatTheSolverBacksUpIsTrue) {
  int num_known = 0;
  ForEachGame(300, [&](const LocalGame& game, uint64_t seed) {
    const std::optional<ExhaustiveResult> exact = SolveExhaustively(game, 20'000);
    if (!exact.has_value()) return;
    const MonteCarloResult result = MonteCarloSolver(game, {.playouts = 300}, seed).Run();
    if (!result.winner.has_value()) return;
    EXPECT_EQ(*result.winner, exact->winner) << "seed " << seed;
    ++num_known;
  });
  EXPECT_GT(num_known, 100);
}

TEST(MonteCarloTest, TheTableMergesStates) {
  int64_t with_table = 0, without_table = 0;
  ForEachGame(30, [&](const LocalGame& game, uint64_t seed) {
    MonteCarloParameters parameters{
        .playouts = 300, .expansion_threshold = 1, .use_pruning = false, .use_solver = false};
    const MonteCarloResult graph = MonteCarloSolver(game, parameters, seed).Run();
    parameters.use_table = false;
    const MonteCarloResult tree = MonteCarloSolver(game, parameters, seed).Run();
    EXPECT_EQ(tree.num_merged, 0);
    with_table += graph.num_states;
    without_table += tree.num_states;
  });
  EXPECT_LT(with_table, without_table);
}

TEST(MonteCarloTest, EqualSeedsGiveEqualResults) {
  ForEachGame(20, [&](const LocalGame& game, uint64_t seed) {
    const MonteCarloResult a = MonteCarloSolver(game, {.playouts = 200}, seed).Run();
    const MonteCarloResult b = MonteCarloSolver(game, {.playouts = 200}, seed).Run();
    EXPECT_EQ(a.visits, b.visits);
    EXPECT_EQ(a.value, b.value);
  });
}

TEST(SimulationTest, EndsAndIsDeterministic) {
  ForEachGame(100, [&](const LocalGame& game, uint64_t seed) {
    for (bool by_urgency : {false, true}) {
      const Simulation a = Simulate(game, game.start(), by_urgency, seed);
      const Simulation b = Simulate(game, game.start(), by_urgency, seed);
      EXPECT_EQ(a.result, b.result);
      EXPECT_EQ(a.num_moves, b.num_moves);
      EXPECT_LE(a.num_moves, 3 * game.num_spots());
    }
  });
}

}  // namespace
}  // namespace tenuki
