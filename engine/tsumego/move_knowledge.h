// What is known of moves before they are tried: which can be left out, and which to try first.
//
// What is left out is certain to lose. The order is a guess, and no result depends on it but the time it takes.
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>

#include "engine/tsumego/local_game.h"

namespace tenuki {

struct CandidateMoves {
  // Empty spots; some may be against the rules.
  SpotSet spots;
  bool has_pass = false;
};

// All moves of the side to move that are not lost for certain. A defender whose target is one chain in atari has to
// give it a liberty, or to take one of the stones that hold it: everything else loses it at once.
CandidateMoves MovesWorthTrying(const LocalGame& game, const LocalState& state);

// The first numbers of a state that no search has looked at yet, after a move that led to it (df-pn+, Nagai 2002).
struct FirstNumbers {
  uint32_t phi = 1;
  uint32_t delta = 1;
};
FirstNumbers NumbersAfter(const LocalGame& game, const LocalState& before, Spot move, const LocalState& after);

}  // namespace tenuki
