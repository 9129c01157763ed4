// One problem of a suite, from its hints to its rows.
//
// Pure but for the clock, which counts with a time limit alone. Thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "engine/tsumego/solver.h"
#include "experiments/tsumego/schema.h"
#include "experiments/tsumego/suite.h"
#include "tenuki/v1/tsumego.pb.h"

namespace tenuki {

struct SolvedUnit {
  ProblemRow problem;
  std::vector<ExpansionRow> expansion;
};

// `elapsed` is the time since the problem was begun.
SolvedUnit SolveUnit(const SuiteProblem& problem, const v1::Tsumego& tsumego, uint64_t seed,
                     absl::FunctionRef<absl::Duration()> elapsed);

// The solver's options as the experiment has them, without a time limit.
SolverOptions SolverOptionsOf(const v1::Tsumego& tsumego, uint64_t seed);

}  // namespace tenuki
