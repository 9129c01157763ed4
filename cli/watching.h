// Watches experiments until they are over, showing how they get on. Used by the main thread.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cli/stop_signals.h"
#include "services/remote_coordinator.h"

namespace tenuki {

struct WatchOptions {
  // A coordinator of our own in this process: when it cannot store results, there is no point in waiting.
  bool is_embedded = false;
};

// The last statuses. CANCELLED when a stop signal came, RESOURCE_EXHAUSTED or UNAVAILABLE when results cannot be
// stored. A coordinator that does not answer for a while is waited for.
absl::StatusOr<std::vector<v1::ExperimentStatus>> WatchExperiments(RemoteCoordinator& coordinator,
                                                                   const std::vector<std::string>& names,
                                                                   StopSignals& signals, const WatchOptions& options);

}  // namespace tenuki
