// What a problem asks, found from its stones: which of them are at stake, and for whom.
//
//   for (const Reading& reading : PossibleReadings(board)) … reading.problem …
//   ABSL_ASSIGN_OR_RETURN(Inference inference, Infer(board, {}, {}));
//   Solve(inference.problem, …)
//
// A tsumego is about stones whose fate the first move decides. So readings are tried on: groups that are shut in come
// first, and of them the one is taken that the side to move saves (or takes) when it plays first, and loses when it
// passes, as far as short searches can tell.
//
// Pure functions: no thread rules.
#pragma once

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/tsumego/problem.h"
#include "engine/tsumego/surroundings.h"

namespace tenuki {

struct Reading {
  Problem problem;
  // Points that the target reaches before its enemies: the fewer, the more it is shut in.
  int reach = 0;
};

// Readings in the order in which they are to be tried. Targets are groups of either side that have no liberty outside
// their region.
std::vector<Reading> PossibleReadings(const Board& board);

// What somebody has said about the problem; all may be missing.
struct ProblemHints {
  std::optional<Goal> goal;
  // Points of stones: their groups are the target.
  PointSet target;
  PointSet region;
};

struct InferenceLimits {
  // For each of the two searches of a likely reading; a tenth of it for a first look at all of them.
  int64_t max_nodes = 20'000;
  int max_readings = 16;
  int64_t table_bytes = 4 << 20;
};

struct Inference {
  Problem problem;
  // Of all readings that were tried, those that the first move was found to decide.
  int num_decided = 0;
  int num_tried = 0;
  bool is_decided = false;
  int64_t num_nodes = 0;
};

// INVALID_ARGUMENT: no stones; no group that is enclosed; a target that is not; two that are as likely and a goal that
// cannot be told; a goal that the side to move cannot have.
absl::StatusOr<Inference> Infer(const Board& board, const ProblemHints& hints, const InferenceLimits& limits);

}  // namespace tenuki
