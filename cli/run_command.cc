#include "cli/run_command.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace tenuki {
namespace {

ExitCode Run(const std::vector<std::string>& configs) {
  for (const std::string& config : configs) {
    std::error_code error;
    if (std::filesystem::is_regular_file(config, error)) continue;
    std::cerr << "tenuki run: " << config << ": " << (error ? error.message() : "not a file") << '\n';
    return kExitBadUsage;
  }
  std::cerr << "tenuki run: running experiments comes with the next release; nothing was run. "
               "`tenuki gtp` works already.\n";
  return kExitCouldNotRun;
}

}  // namespace

Command AddRunCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("run", "Run experiments (comes with the next release)");
  app->footer("Example:\n  tenuki run configs/quickstart.textproto");
  auto configs = std::make_shared<std::vector<std::string>>();
  app->add_option("CONFIG", *configs, "Experiment files")->required();
  return {app, [configs] { return Run(*configs); }};
}

}  // namespace tenuki
