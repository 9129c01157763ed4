// The figures of a similarity's report: the paper's Figures 7 to 10. Pure functions: no thread rules.
#pragma once

#include <optional>

#include "experiments/similarity/findings.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Figure 7: how many pairs are how similar a posteriori.
v1::Figure APosterioriHistogram(const Findings& findings);

// Figure 8: the first positions' similarity a posteriori. Nothing where there are no pairs.
std::optional<v1::Figure> APosterioriMatrix(const Findings& findings);

// Figures 9 and 10: a measure a priori over that a posteriori. Nothing where there are no pairs.
std::optional<v1::Figure> DistributionFigure(const Findings& findings, const Findings::Distribution& measure);

}  // namespace tenuki
