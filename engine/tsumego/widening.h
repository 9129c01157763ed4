// Solves a problem in regions of several widths, since none suits all problems.
//
//   const WideningSolution found = SolveByWidening(problem, options);      // problem: board, defender, target, goal
//
// A narrow region shuts the target in, and so is kind to the attacker; it also hides moves from both. A wide one takes
// longer, and lets the target get away where the problem means its surroundings to be closed. So the middle one is
// tried first; then, where the side to move was not proven to win there, the narrow one and the wide one. A win
// outright is the answer, else a ko; where there is neither, an estimate in the middle region. Each has its share of
// the budget.
//
// Pure but for `share_spent`; thread-safe.
#pragma once

#include "absl/status/statusor.h"
#include "engine/tsumego/solver.h"
#include "engine/tsumego/surroundings.h"

namespace tenuki {

struct WideningSolution {
  Solution solution;
  // With the region of the answer.
  Problem problem;
  RegionWidth width = RegionWidth::kNarrow;
  // The region is not ours.
  bool is_given = false;
};

// INVALID_ARGUMENT when the target is enclosed in none of the regions.
absl::StatusOr<WideningSolution> SolveByWidening(const Problem& problem, const SolverOptions& options);

}  // namespace tenuki
