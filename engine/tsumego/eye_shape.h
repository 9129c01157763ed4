// The first moves that an eye shape suggests (Wang & Peng 2013, §2.3): candidates in and around the target's eye space,
// and vital points, of which the paper shows a figure and gives no definition.
//
// Ours: the eye space is every empty spot that the target's side reaches without crossing the attacker's stones, at
// most two steps from the target. Candidates are these spots and the liberties of stones of the attacker that are short
// of them. Vital points are the candidates with the most of the eye space beside and around them, and points on the
// second line next to a corner.
//
// Pure functions: no thread rules.
#pragma once

#include "engine/tsumego/local_game.h"

namespace tenuki {

struct FirstMoves {
  SpotSet candidates;
  SpotSet vital;
};

FirstMoves EyeShapeMoves(const LocalGame& game, const LocalState& state);

// The eye space as above.
SpotSet EyeSpace(const LocalGame& game, const LocalState& state);

}  // namespace tenuki
