#include "engine/gtp/handicap.h"

namespace tenuki {

int MaxFixedHandicap(int size) {
  if (size < 7) return 0;
  return size % 2 == 0 || size == 7 ? 4 : 9;
}

std::vector<Point> FixedHandicap(int size, int stones) {
  const int low = size < 13 ? 2 : 3;  // a column or row, counted from 0
  const int high = size - 1 - low;
  const int middle = size / 2;
  // Rows count from the top here and from the bottom in the table.
  const std::vector<Point> corners_and_sides = {MakePoint(size, low, high),    MakePoint(size, high, low),
                                                MakePoint(size, low, low),     MakePoint(size, high, high),
                                                MakePoint(size, low, middle),  MakePoint(size, high, middle),
                                                MakePoint(size, middle, high), MakePoint(size, middle, low)};
  const bool has_centre = stones >= 5 && stones % 2 == 1;
  std::vector<Point> points(corners_and_sides.begin(), corners_and_sides.begin() + stones - (has_centre ? 1 : 0));
  if (has_centre) points.push_back(MakePoint(size, middle, middle));
  return points;
}

}  // namespace tenuki
