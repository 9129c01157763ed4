#include "cli/experiment_files.h"

#include <map>
#include <optional>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/file_system.h"
#include "experiments/config.h"
#include "experiments/engines.h"
#include "experiments/input_loader.h"
#include "experiments/plan.h"

namespace tenuki {

void AddSettingsOption(CLI::App& app, std::vector<std::string>& settings) {
  app.add_option("--set", settings,
                 "Set a field of the experiments: field.path=value; of a field that is swept, what the sweep goes "
                 "through: field.path=value,value; files are looked for from here on")
      ->allow_extra_args(false);
}

absl::StatusOr<std::vector<Plan>> PlanFiles(const std::vector<std::string>& paths,
                                            const std::vector<std::string>& settings, EngineHost& engines,
                                            MemoryInputs& inputs) {
  Inputs inputs_for_kinds(inputs);
  std::vector<Plan> plans;
  std::map<std::string, std::string> path_of;
  for (const std::string& path : paths) {
    const absl::StatusOr<std::string> text = ReadWholeFile(FileSystem::Real(), path, kMaxExperimentBytes);
    // Whatever keeps it from being read, it is what the user named.
    if (!text.ok()) return absl::InvalidArgumentError(text.status().message());
    InputFileLoader loader(FolderOf(path), inputs);
    ABSL_ASSIGN_OR_RETURN(v1::Experiment experiment, ReadExperiment(path, *text, settings, &loader));
    if (absl::Status pinned = PinEngines(engines, experiment); !pinned.ok()) {
      return absl::Status(pinned.code(), absl::StrCat(path, ": ", pinned.message()));
    }
    absl::StatusOr<Plan> plan = MakePlan(experiment, inputs_for_kinds);
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

absl::StatusOr<v1::ExperimentStatus> SubmitWithInputs(const v1::SubmitExperimentRequest& request, InputSource& inputs,
                                                      RemoteCoordinator& coordinator) {
  ABSL_ASSIGN_OR_RETURN(v1::SubmitExperimentResponse response, coordinator.SubmitExperiment(request));
  if (response.missing_inputs_size() > 0) {
    for (const std::string& bytes : response.missing_inputs()) {
      const std::optional<Digest> digest = Digest::FromBytes(bytes);
      if (!digest.has_value()) return absl::InternalError("the coordinator asks for an input without a digest");
      ABSL_ASSIGN_OR_RETURN(const v1::InputFiles input, inputs.ReadInput(*digest));
      ABSL_RETURN_IF_ERROR(coordinator.UploadInput(input));
    }
    ABSL_ASSIGN_OR_RETURN(response, coordinator.SubmitExperiment(request));
  }
  if (response.missing_inputs_size() > 0) return absl::UnavailableError("the coordinator does not keep the inputs");
  return response.experiment();
}

}  // namespace tenuki
