// A grid laid out with spaces: aligned columns under a header and a rule.
//
//   player  games     win rate
//   ------  -----  -----------
//   UCT       120       48.3 %
//
// A table that is too wide first breaks long texts over several lines; if that is not enough, it is cut into bands of
// columns below one another, each of which begins with the first column again. A pure function: no thread rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/grid.h"

namespace tenuki {

// Each line ends with a line break. The notes are below the table. With `color`, escape sequences make the header and
// strong cells bold. No line is wider than `width`. REQUIRES: width >= 12.
std::string LayOutTable(const Grid& grid, size_t width, bool color);

// Bold in a terminal, if `color`.
std::string Bold(std::string_view text, bool color);

}  // namespace tenuki
