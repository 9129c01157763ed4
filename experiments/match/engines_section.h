// What a match's report says of external engines: which programs they were, and what went wrong with them.
#pragma once

#include <optional>
#include <vector>

#include "experiments/match/faults.h"
#include "experiments/match/summary.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Nothing when no engine plays.
std::optional<v1::Section> EnginesSection(const Plan& plan, const std::vector<CellSummary>& cells,
                                          const std::vector<Fault>& faults);

}  // namespace tenuki
