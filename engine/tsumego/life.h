// What can be said of a target without a search, and is certain.
//
// Pure functions: no thread rules.
#pragma once

#include <optional>

#include "engine/tsumego/local_game.h"

namespace tenuki {

// Whether a stone of the target is unconditionally alive in Benson's sense (1976), or connected to one that cannot be
// captured: the defender could pass for ever.
bool IsAliveByBenson(const LocalGame& game, const LocalState& state);

// Whether the defender has no room for two eyes nor for a seki: one chain walled in by stones that he cannot capture,
// with one empty spot left, or two side by side.
bool IsDeadShape(const LocalGame& game, const LocalState& state);

// Who has won, where that is seen without a search: the target is captured or the attacker to move captures it at once;
// it is alive; or dead as it stands. REQUIRES: nothing.
std::optional<Role> StaticWinner(const LocalGame& game, const LocalState& state);

}  // namespace tenuki
