// All kinds of experiment there are: one explicit list, in registry.cc.
#pragma once

#include <span>

#include "experiments/experiment.h"

namespace tenuki {

std::span<const Kind* const> AllKinds();

// REQUIRES: the experiment has a kind, as ReadExperiment makes sure.
const Kind& KindOf(const v1::Experiment& experiment);

}  // namespace tenuki
