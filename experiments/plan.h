// From an experiment to its cells.
//
//   ABSL_ASSIGN_OR_RETURN(Plan plan, MakePlan(experiment, inputs));
//
// A plan depends on the experiment and its inputs alone. The kind's own axis and the sweeps multiply; the last sweep
// runs fastest, as in nested loops. A pure function: no thread rules.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"

namespace tenuki {

inline constexpr int64_t kMaxCells = 20'000;

// INVALID_ARGUMENT when a kind refuses a cell, or there are too many; else an error of the inputs' source.
// REQUIRES: the experiment comes from ReadExperiment.
absl::StatusOr<Plan> MakePlan(const v1::Experiment& experiment, Inputs& inputs = Inputs::None());

// Where a cell stands: "match.player=RAVE, match.komi=5.5"; empty when there is only one.
std::string DescribePlace(const Plan& plan, const Cell& cell);

// What a cell's results are stored under: it changes with everything that may change a result, and with nothing else.
// Names, descriptions, the number of units, the paper's values and the place in a sweep are not in it.
// INVALID_ARGUMENT when a field names an input that was not read.
// REQUIRES: every default is written out, and there is no sweep.
absl::StatusOr<Digest> CellDigest(const Kind& kind, const v1::Experiment& cell);

}  // namespace tenuki
