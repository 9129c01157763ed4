// The external engines of this machine: the option --engines, and the registry that comes with tenuki.
//
//   AddEnginesOption(*app, options->engines);
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<ProcessEngineHost> engines, OpenEngines(options->engines));
//
// One thread at a time.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "worker/engines/process_engine_host.h"

namespace tenuki {

void AddEnginesOption(CLI::App& app, std::string& path);

// The registry in the file; without a path by configs/engines.textproto as it was when tenuki was built.
// INVALID_ARGUMENT with the place in the file.
absl::StatusOr<v1::EngineRegistry> ReadEngines(const std::string& path);
// What it names, to be run here. To be called before there are other threads.
absl::StatusOr<std::unique_ptr<ProcessEngineHost>> OpenEngines(const std::string& path);

}  // namespace tenuki
