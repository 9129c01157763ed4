// The paper's numbers, and which cell each belongs to.
//
//   paper { values { measure: "win_rate" at { field: "match.komi" value: "7.5" } value: 0.48 sample_size: 1000 } }
//
// Pure functions: no thread rules.
#pragma once

#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "experiments/experiment.h"

namespace tenuki {

// INVALID_ARGUMENT when a value names a field that is not swept, leaves one out, or belongs to no cell.
absl::Status CheckPaper(const Plan& plan);

// What the paper says of a measure in a cell, or null. REQUIRES: CheckPaper was ok.
const v1::PaperValue* FindPaperValue(const Plan& plan, const Cell& cell, std::string_view measure);

}  // namespace tenuki
