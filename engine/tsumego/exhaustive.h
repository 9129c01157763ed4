// Solves a small problem by visiting every state that play can reach: the oracle that other solvers are tested against.
//
//   std::optional<ExhaustiveResult> result = SolveExhaustively(game, /*max_states=*/1'000'000);
//
// It knows the rules of LocalGame and when the target is captured, and nothing else. The attacker's wins are the least
// fixed point: states from which he can force the capture in so many moves, for some number of moves. So repetition
// needs no rule of its own: play that goes on for ever captures nothing.
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/tsumego/local_game.h"

namespace tenuki {

struct ExhaustiveResult {
  Role winner = Role::kDefender;
  int64_t num_states = 0;
  // Moves of the side to move that win, ascending; a pass comes last. Empty when it loses.
  std::vector<Spot> winning_moves;
};

// Nothing when there are more states than that.
std::optional<ExhaustiveResult> SolveExhaustively(const LocalGame& game, int64_t max_states);

}  // namespace tenuki
