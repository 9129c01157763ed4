// Solves a problem: what becomes of the target, the first move, and how sure that is.
//
//   const Solution solution = Solve(problem, {.method = Method::kHybrid, .max_nodes = 1'000'000});
//   solution.certainty == Certainty::kProven ? solution.line : …
//
// Kos. A proof is tried under three rights to take a ko back, from the hardest for the side to move to the easiest: the
// other side always has a threat; nobody has; it always has one itself. Won under the first, the result holds whatever
// happens elsewhere. Won only later, it is a ko, and who must find threats is known.
//
// The hybrid gives proof-number search its share of the budget; where that leaves the problem unsolved, Monte-Carlo
// tree search estimates.
//
// Pure but for `share_spent`; thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/tsumego/monte_carlo.h"
#include "engine/tsumego/problem.h"
#include "engine/tsumego/proof_search.h"

namespace tenuki {

enum class Method : uint8_t { kMonteCarlo, kProof, kHybrid };

struct SolverOptions {
  Method method = Method::kHybrid;
  // Of all proof searches together.
  int64_t max_nodes = 1'000'000;
  int64_t table_bytes = 64 << 20;
  // Also searches whether other first moves work, for at most as many nodes again as the proof took, or so many.
  bool find_other_moves = true;
  int64_t min_nodes_for_others = 20'000;
  MonteCarloParameters monte_carlo;
  uint64_t seed = 0;
  // Which share of a time limit has passed, from 0 to 1; null where there is none.
  std::function<double()> share_spent = nullptr;
};

struct Solution {
  Outcome outcome = Outcome::kUnknown;
  Certainty certainty = Certainty::kUnsolved;
  // kPass where no move is needed or none helps.
  Move move = kPass;
  bool has_move = false;
  // What both play; it may end early where a search has forgotten.
  std::vector<Move> line;
  // Other first moves that do as well, as far as they were looked at.
  std::vector<Move> other_moves;
  // Whether all of them were.
  bool others_are_complete = false;
  int64_t num_nodes = 0;
  // Of the Monte-Carlo search.
  int64_t playouts = 0;
  int64_t saved_playouts = 0;
  int64_t num_states = 0;
  int64_t num_merged = 0;
  double value = 0;
  double half_width = 0;
  int max_depth = 0;
  // Empty points in the region.
  int num_empty = 0;
};

// INVALID_ARGUMENT when the problem is wrong.
absl::StatusOr<Solution> Solve(const Problem& problem, const SolverOptions& options);

}  // namespace tenuki
