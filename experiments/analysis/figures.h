// The figures of a position: its histogram (Graf et al. 2013, fig. 3b), the board of each cluster (figs. 3 to 5), and
// the covariances (Pellegrino et al. 2009, fig. 1). Pure functions: no thread rules.
#pragma once

#include "experiments/analysis/findings.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki::analysis {

// Bars coloured by cluster, under the density.
v1::Figure ScoreHistogramFigure(const SampleFindings& sample);

// White's criticality: light or dark squares by its sign, as large as it is, and its value in hundredths.
// REQUIRES: there is such a cluster.
v1::Figure ClusterBoard(const SampleFindings& sample, int cluster);

// Circles as large as Cov(Win, Control).
v1::Figure CovarianceBoard(const SampleFindings& sample);

// "3: mode −28.9, 12.0 %".
std::string ClusterName(const SampleFindings& sample, int cluster);

}  // namespace tenuki::analysis
