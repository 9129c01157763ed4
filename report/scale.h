// A numeric axis in text: round ticks, and which column a value falls into.
//
//   Scale scale = Scale::Around({0.431, 0.536}, 6);     // 42 % to 54 %, a tick every 2 %
//   scale.ColumnOf(0.48, 61)                            // 30
//   scale.Draw(61, true)                                // {"42 %      44 % …", "+---------+ …"}
//
// Values that cannot be drawn (not finite, or beyond 10¹⁵) do not stretch it. Computed without logarithms, so that a
// report is the same on every machine (law 1). Immutable: may be used from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tenuki {

class Scale {
 public:
  // Holds all the values that can be drawn, in at most `max_steps` steps; of one value it is a scale around it, of none
  // from 0 to 1. REQUIRES: max_steps > 1, for there is no single round step from below zero to above it.
  static Scale Around(const std::vector<double>& values, int max_steps);

  static bool CanDraw(double value);

  // From 0 to width - 1; of values beyond the ends, the nearest. REQUIRES: width > 1, value is not NaN.
  size_t ColumnOf(double value, size_t width) const;

  // The ticks' values, as many as have room, and the line below them; `width` columns or a little more.
  std::vector<std::string> Draw(size_t width, bool percent) const;

 private:
  double low_ = 0;
  double high_ = 1;
  double step_ = 1;
  // step_ is 1, 2 or 5 times this power of ten.
  int exponent_ = 0;
};

}  // namespace tenuki
