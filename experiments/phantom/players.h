// Players of Phantom Go from their messages.
//
// Pure functions: no thread rules.
#pragma once

#include <string>

#include "engine/board/rules.h"
#include "engine/phantom/player.h"
#include "tenuki/v1/phantom.pb.h"

namespace tenuki {

// REQUIRES: a method is given, and defaults are written out.
PhantomParameters ParametersOf(const v1::PhantomPlayer& player);

// Its name, or what the paper calls it: "MCE_std", "MCE_all", "UCT_rand", "UCT_prob"; "ISMCTS", "random".
std::string DisplayName(const v1::PhantomPlayer& player);

// Whether what it proposes depends on a clock.
bool IsTimed(const v1::PhantomPlayer& player);

Rules RulesOf(const v1::Phantom& phantom);

}  // namespace tenuki
