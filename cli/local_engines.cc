#include "cli/local_engines.h"

#include "absl/status/status_macros.h"
#include "common/file_system.h"
#include "default_engines.h"
#include "worker/engines/engine_registry.h"

namespace tenuki {

void AddEnginesOption(CLI::App& app, std::string& path) {
  app.add_option("--engines", path,
                 "Registry of external engines (docs/engines.md); by default GNU Go and Pachi from PATH")
      ->envname("TENUKI_ENGINES");
}

absl::StatusOr<v1::EngineRegistry> ReadEngines(const std::string& path) {
  std::string text = kDefaultEngines;
  if (!path.empty()) {
    absl::StatusOr<std::string> read = ReadWholeFile(FileSystem::Real(), path, kMaxEngineRegistryBytes);
    if (!read.ok()) return absl::InvalidArgumentError(read.status().message());
    text = *std::move(read);
  }
  return ReadEngineRegistry(path.empty() ? "engines" : path, text);
}

absl::StatusOr<std::unique_ptr<ProcessEngineHost>> OpenEngines(const std::string& path) {
  ABSL_ASSIGN_OR_RETURN(v1::EngineRegistry registry, ReadEngines(path));
  return ProcessEngineHost::Make(std::move(registry));
}

}  // namespace tenuki
