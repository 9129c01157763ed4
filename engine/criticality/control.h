// Who controls each point at the end of a game. There are two readings:
//
//   * kNeighbors (Pellegrino et al. 2009, §2.1): a colour controls the points it occupies, and vacant ones with more of
//   its
//     stones beside them than of the other's; with as many of both nobody does.
//   * kArea (Graf et al. 2013, §3.3): a colour controls its stones and its territory, which is what is counted.
//
// They differ where games end before everything is filled.
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>

#include "engine/board/area.h"
#include "engine/board/point_set.h"

namespace tenuki {

// Which of the points Black and White control.
struct Control {
  PointSet black;
  PointSet white;
};

enum class ControlReading { kNeighbors, kArea };

// By neighbours.
Control ControlOf(int size, const PointSet& black_stones, const PointSet& white_stones);
// By the reading, of a position with these stones and this area.
Control ControlOf(ControlReading reading, int size, const PointSet (&stones)[2], const Area& area);

// Cov(Win, Control), eq. 3 of Pellegrino et al. 2009, from how often Black controlled a point and won, controlled it
// and White won, and so on: from −¼ to ¼; 0 of a point that nobody has controlled.
double Covariance(double black_won_by_black, double black_won_by_white, double white_won_by_black,
                  double white_won_by_white);

}  // namespace tenuki
