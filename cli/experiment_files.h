// Experiment files from the command line, and their way to a coordinator. Errors are INVALID_ARGUMENT, or NOT_FOUND,
// and name the file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "experiments/inputs.h"
#include "services/remote_coordinator.h"

namespace tenuki {

// `--set`, as often as wanted.
void AddSettingsOption(CLI::App& app, std::vector<std::string>& settings);

// Reads, checks and plans each. Two of one name are refused. `settings` are those of --set. What the experiments name
// is in `inputs` afterwards.
absl::StatusOr<std::vector<Plan>> PlanFiles(const std::vector<std::string>& paths,
                                            const std::vector<std::string>& settings, EngineHost& engines,
                                            MemoryInputs& inputs);

// Submits an experiment, after the inputs that the coordinator does not have.
absl::StatusOr<v1::ExperimentStatus> SubmitWithInputs(const v1::SubmitExperimentRequest& request, InputSource& inputs,
                                                      RemoteCoordinator& coordinator);

}  // namespace tenuki
