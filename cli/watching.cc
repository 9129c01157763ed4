#include "cli/watching.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "cli/progress.h"
#include "common/clock.h"

namespace tenuki {
namespace {

constexpr absl::Duration kPollInterval = absl::Milliseconds(200);
// Before the first line: workers that are just being started are no news.
constexpr absl::Duration kQuietTime = absl::Milliseconds(500);
// Without an answer.
constexpr absl::Duration kPatience = absl::Minutes(10);

bool IsOver(const v1::ExperimentStatus& status) {
  return status.state() == v1::EXPERIMENT_STATE_FINISHED || status.state() == v1::EXPERIMENT_STATE_CANCELLED;
}

absl::StatusOr<std::vector<v1::ExperimentStatus>> Poll(RemoteCoordinator& coordinator,
                                                       const std::vector<std::string>& names) {
  std::vector<v1::ExperimentStatus> statuses;
  for (const std::string& name : names) {
    v1::GetExperimentRequest request;
    request.set_name(name);
    ABSL_ASSIGN_OR_RETURN(v1::GetExperimentResponse response, coordinator.GetExperiment(request));
    statuses.push_back(std::move(*response.mutable_status()));
  }
  return statuses;
}

}  // namespace

absl::StatusOr<std::vector<v1::ExperimentStatus>> WatchExperiments(RemoteCoordinator& coordinator,
                                                                   const std::vector<std::string>& names,
                                                                   StopSignals& signals, const WatchOptions& options) {
  const Clock& clock = Clock::Real();
  ProgressDisplay display(isatty(STDERR_FILENO) != 0);
  const absl::Time started_at = clock.Now();
  absl::Time answered_at = started_at;
  bool is_answering = true;
  std::vector<v1::ExperimentStatus> last;
  while (true) {
    absl::StatusOr<std::vector<v1::ExperimentStatus>> statuses = Poll(coordinator, names);
    if (statuses.ok()) {
      is_answering = true;
      answered_at = clock.Now();
      last = *std::move(statuses);
      if (std::ranges::all_of(last, IsOver)) {
        display.Finish(last);
        return last;
      }
      for (const v1::ExperimentStatus& status : last) {
        if (options.is_embedded && !status.storage_error().empty()) {
          display.Finish(last);
          return absl::UnavailableError(status.storage_error());
        }
      }
      if (clock.Now() - started_at >= kQuietTime) display.Show(last, clock.Now());
    } else if (!absl::IsUnavailable(statuses.status()) || clock.Now() - answered_at > kPatience) {
      return statuses.status();
    } else if (is_answering) {
      is_answering = false;
      std::cerr << "waiting: " << statuses.status().message() << '\n';
    }
    if (signals.WaitFor(kPollInterval)) {
      display.Finish(last);
      return absl::CancelledError("stopped by a signal");
    }
  }
}

}  // namespace tenuki
