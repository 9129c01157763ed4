// Points of a table's column, as SGF has them: "ddpq".
//
// Pure functions: no thread rules.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/board/point_set.h"

namespace tenuki {

// In point order.
std::string SgfPoints(int size, const PointSet& points);

// Nothing unless each is a point of the board; in any order, and any of them twice.
std::optional<PointSet> PointsFromSgf(int size, std::string_view text);

}  // namespace tenuki
