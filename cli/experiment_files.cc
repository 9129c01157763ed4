#include "cli/experiment_files.h"

#include <map>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/file_system.h"
#include "experiments/config.h"
#include "experiments/plan.h"

namespace tenuki {

absl::StatusOr<std::vector<Plan>> PlanFiles(const std::vector<std::string>& paths,
                                            const std::vector<std::string>& settings) {
  std::vector<Plan> plans;
  std::map<std::string, std::string> path_of;
  for (const std::string& path : paths) {
    const absl::StatusOr<std::string> text = ReadWholeFile(FileSystem::Real(), path, kMaxExperimentBytes);
    // Whatever keeps it from being read, it is what the user named.
    if (!text.ok()) return absl::InvalidArgumentError(text.status().message());
    ABSL_ASSIGN_OR_RETURN(const v1::Experiment experiment, ReadExperiment(path, *text, settings));
    absl::StatusOr<Plan> plan = MakePlan(experiment);
    if (!plan.ok()) return absl::Status(plan.status().code(), absl::StrCat(path, ": ", plan.status().message()));
    const auto [other, is_new] = path_of.emplace(experiment.name(), path);
    if (!is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ": ", other->second, " has an experiment of the name '", experiment.name(), "' already"));
    }
    plans.push_back(*std::move(plan));
  }
  return plans;
}

}  // namespace tenuki
