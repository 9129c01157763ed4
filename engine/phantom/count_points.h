// How many points a set has, quicker than by PointSet::size: only the words that a board of this size uses are looked
// at, on 9×9 two of six; and where std::popcount is no instruction but a call (x86-64 before 2008, which is what we
// compile for) it is spelled out.
#pragma once

#include <cstdint>

#include "engine/board/point_set.h"

namespace tenuki {

inline int CountBits(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0F0F0F0F0F0F0F0F;
  return static_cast<int>(word * 0x0101010101010101 >> 56);
}

// REQUIRES: all points are below num_points.
inline int CountPoints(const PointSet& points, int num_points) {
  int count = 0;
  for (int word = 0; word * 64 < num_points; ++word) count += CountBits(points.word(word));
  return count;
}

}  // namespace tenuki
