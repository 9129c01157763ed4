// How a verb ends: what is printed, and the exit code that scripts rely on.
#pragma once

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "cli/command.h"
#include "tenuki/v1/coordinator.pb.h"

namespace tenuki {

// Prints "tenuki VERB: message" on standard error. The user's input is 2, everything else 3.
ExitCode Fail(std::string_view verb, const absl::Status& status);

// Says on standard error which units are quarantined and what was not deterministic. 0, or 1 when there is such a
// thing.
ExitCode Conclude(const std::vector<v1::ExperimentStatus>& statuses);

}  // namespace tenuki
