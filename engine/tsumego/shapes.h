// Problems made by a program: eye shapes walled in, corners, capturing races, and shapes with stones inside them, of
// which exhaustive solving says what they are. All of the project's own making, so that they can be shipped.
//
//   for (const Shape& shape : MakeShapes()) … shape.problem …
//
// Of everything that is drawn up, a problem stays when its first move matters: the side to move reaches its goal, and
// would not by passing. Its correct moves are all that reach it; its level goes by how many states exhaustive solving
// visits. Deterministic; no thread rules.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/tsumego/problem.h"

namespace tenuki {

struct Shape {
  // "rabbity six in the corner, 2 liberties, white to kill".
  std::string name;
  // "eye shape", "corner shape", "race", "ko", "seki", "snapback", "under the stones".
  std::string sort;
  // "primary", "intermediate", "high", "high_dan".
  std::string level;
  Problem problem;
  Outcome outcome = Outcome::kUnknown;
  std::vector<Move> correct;
  int64_t num_states = 0;
};

std::vector<Shape> MakeShapes();

}  // namespace tenuki
