// Figure 1 of Borsboom et al. 2007: Black's board, the referee's and White's, side by side.
//
// A pure function: no thread rules.
#pragma once

#include "experiments/experiment.h"
#include "experiments/phantom/summary.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// On a player's board, opposing stones are those whose place the player is certain of.
v1::Figure ThreeBoardsFigure(const Plan& plan, const ThreeBoards& boards);

}  // namespace tenuki
