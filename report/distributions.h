// Distributions drawn in text: a histogram as bars, densities as curves over a common axis.
//
//    score  count  normal  █ count, | normal
//   0 to 5     12      10  ██████████|██▌
//
// Pure functions: no thread rules.
#pragma once

#include <cstddef>
#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// A bin a line; the curve is a | on the bar.
std::string DrawHistogram(const v1::Histogram& histogram, size_t width);

// All densities to one scale, below one another, so that they can be compared column by column.
std::string DrawDistributionOverlay(const v1::DistributionOverlay& overlay, size_t width);

}  // namespace tenuki
