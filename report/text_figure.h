// Figures in text: what a terminal shows, and what stands in Markdown's fences. The caption is the caller's.
//
//   std::string drawn = DrawFigure(figure, 100, false);     // lines, each with its line break
//
// A pure function: no thread rules.
#pragma once

#include <cstddef>
#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// In about `width` columns; boards and long numbers may take more. With `color`, headers of tables are bold.
// REQUIRES: width >= 40.
std::string DrawFigure(const v1::Figure& figure, size_t width, bool color);

}  // namespace tenuki
