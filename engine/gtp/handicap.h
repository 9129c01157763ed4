// Where handicap stones go: the table of GTP 2, section 4.1.1.
//
//   FixedHandicap(19, 3)      // D4 Q16 D16
//
//   size        line   at most                order of the stones    3 8 2
//   below 7      —     none                                          5 . 6
//   7            3     4                                             1 7 4
//   8 to 12      3     4 if even, 9 if odd
//   13 to 19     4     4 if even, 9 if odd    the last of 5, 7 and 9 stones goes to the centre
//
// Pure functions: no thread rules.
#pragma once

#include <vector>

#include "engine/board/point.h"

namespace tenuki {

// 0 where the table has no handicap at all.
int MaxFixedHandicap(int size);

// In the order of the table. REQUIRES: 2 <= stones <= MaxFixedHandicap(size).
std::vector<Point> FixedHandicap(int size, int stones);

}  // namespace tenuki
