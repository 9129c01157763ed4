// The search for α and β of a measure: a grid, then ever smaller steps around the best of it.
//
//   Coefficients fitted = Fit(counts, similarity.formula(), similarity.fit_objective(), threshold);
//
// "Highly similar, a priori" is, whatever α and β are, a limit on the distance; so many values of them classify alike.
// Of these the one with the smaller average error is taken, then the one that was tried first. A pure function: no
// thread rules.
#pragma once

#include "experiments/similarity/pair_counts.h"

namespace tenuki {

// Zeros when there are no pairs. REQUIRES: `counts` were made with `threshold`.
Coefficients Fit(const PairCounts& counts, v1::Formula formula, v1::FitObjective objective, float threshold);

}  // namespace tenuki
