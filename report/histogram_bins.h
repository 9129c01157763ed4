// What the bins of a histogram are, whatever the document holds: which group each belongs to, and what has to have room
// on the axis of the counts.
//
//   const int group = GroupOf(histogram, 3);     // 1
//   GroupName(histogram, group)                  // "dan"
//
// Pure functions: no thread rules.
#pragma once

#include <string>
#include <vector>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

inline constexpr int kNoGroup = -1;

// From 0 to the number of names − 1, or kNoGroup.
int GroupOf(const v1::Histogram& histogram, int bin);

// On one line; "–" of kNoGroup, "group 2" of the second where its name is empty.
std::string GroupName(const v1::Histogram& histogram, int group);

// The counts and the curve. On a logarithmic axis the curve's tail does not count, or it would take most of the room,
// but a little below the least count does, so that its bar is seen.
std::vector<double> HeightsOf(const v1::Histogram& histogram);

}  // namespace tenuki
