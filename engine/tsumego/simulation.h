// Play to the end of a local game at random, weighted by urgency (Wang & Peng 2013, eq. 1): a move is drawn with
// probability P_i = U_i / Σ U_k over all possible moves.
//
// The paper does not say what U is. Ours is the sum of: 1 for any move; what it captures; what it saves from atari; a
// vital point of the eye space; a spot beside the last move. Moves that fill the mover's own eye are not played. With
// `by_urgency` off, all moves weigh the same.
//
// A game ends when the target is captured (−1 for the defender), when it is unconditionally alive or neither side has a
// move (+1), or after so many moves that it cannot be told (0).
//
// Deterministic in the seed; pure functions: no thread rules.
#pragma once

#include <cstdint>

#include "engine/tsumego/local_game.h"

namespace tenuki {

struct Simulation {
  // For the defender: +1, 0 or −1.
  int result = 0;
  int num_moves = 0;
};

Simulation Simulate(const LocalGame& game, const LocalState& from, bool by_urgency, uint64_t seed);

}  // namespace tenuki
