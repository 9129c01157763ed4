// Estimates with their intervals, a line each, over a common scale, with a paper's values beside them:
//
//   playouts  40 %         50 %         60 %
//             +------------+------------+
//        100      |----o---x-|               46.1 % [42.8, 50.9]  paper 50.0 %
//
// A pure function: no thread rules.
#pragma once

#include <cstddef>
#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Numbers are left out beside the chart where `width` is too little for both. An interval that goes on beyond what can
// be drawn ends in < or >.
std::string DrawIntervalChart(const v1::IntervalChart& chart, size_t width);

}  // namespace tenuki
