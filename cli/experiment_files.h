// Experiment files from the command line. Errors are INVALID_ARGUMENT, or NOT_FOUND, and name the file.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"

namespace tenuki {

// Reads, checks and plans each. Two of one name are refused. `settings` are those of --set.
absl::StatusOr<std::vector<Plan>> PlanFiles(const std::vector<std::string>& paths,
                                            const std::vector<std::string>& settings);

}  // namespace tenuki
