// Boards of a report: a failure with both answers marked, and a solution's line.
//
// Pure functions: no thread rules.
#pragma once

#include "experiments/tsumego/schema.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// The position with our answer marked "?" and the suite's "1".
v1::Figure FailureFigure(const ProblemRow& row);
// The position with the moves of the line numbered from 1.
v1::Figure LineFigure(const ProblemRow& row);

}  // namespace tenuki
