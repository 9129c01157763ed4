// A numeric axis: round ticks, and where on it a value is.
//
//   Scale scale = Scale::Around({0.431, 0.536}, 6);     // 42 % to 54 %, a tick every 2 %
//   scale.PlaceOf(0.48)                                 // 0.5
//   scale.ColumnOf(0.48, 61)                            // 30
//   scale.Draw(61, true)                                // {"42 %      44 % …", "+---------+ …"}
//
// A logarithmic one goes from a power of ten to another. Values that cannot be drawn (not finite, or beyond 10¹⁵; on a
// logarithmic axis those not above zero) do not stretch it. Computed without the library's logarithm, so that a report
// is the same on every machine (law 1). Immutable: may be used from any thread.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

class Scale {
 public:
  struct Tick {
    // From 0 to 1.
    double place;
    std::string label;
  };

  // Holds all the values that can be drawn, in at most `max_steps` steps; of one value it is a scale around it, of none
  // from 0 to 1. REQUIRES: max_steps > 1, for there is no single round step from below zero to above it.
  static Scale Around(const std::vector<double>& values, int max_steps);

  // At most eight powers of ten: smaller values cannot be drawn. Of none from 1 to 10. REQUIRES: max_steps > 1.
  static Scale Logarithmic(const std::vector<double>& values, int max_steps);

  // As the axis says.
  static Scale Of(const v1::Axis& axis, const std::vector<double>& values, int max_steps);

  bool CanDraw(double value) const;

  // From 0 at the lower end to 1; of values beyond the ends, the nearest. REQUIRES: value is not NaN.
  double PlaceOf(double value) const;

  // The same from 0 to width - 1. REQUIRES: width > 1, value is not NaN.
  size_t ColumnOf(double value, size_t width) const;

  // In ascending order.
  std::vector<Tick> Ticks(bool percent) const;

  // The ticks' values, as many as have room, and the line below them; `width` columns or a little more.
  std::vector<std::string> Draw(size_t width, bool percent) const;

 private:
  std::vector<Tick> LinearTicks(bool percent) const;
  std::vector<Tick> LogarithmicTicks(bool percent) const;

  bool is_logarithmic_ = false;
  // Of a logarithmic scale, powers of ten: 2 is 100.
  double low_ = 0;
  double high_ = 1;
  // Of a logarithmic scale, the value at its lower end.
  double least_ = 0;
  double step_ = 1;
  // step_ is 1, 2 or 5 times this power of ten.
  int exponent_ = 0;
};

}  // namespace tenuki
