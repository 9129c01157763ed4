#include "cli/coordinator_command.h"

#include <atomic>
#include <iostream>
#include <memory>
#include <string>

#include "absl/log/globals.h"
#include "absl/log/log.h"
#include "cli/outcome.h"
#include "cli/stop_signals.h"
#include "coordinator/coordinator.h"
#include "services/coordinator_server.h"

namespace tenuki {
namespace {

struct CoordinatorCommandOptions {
  std::string folder;
  std::string listen = "127.0.0.1:7700";
  double lease_term_s = 30;
};

ExitCode Run(const CoordinatorCommandOptions& options) {
  StopSignals signals;
  absl::SetStderrThreshold(absl::LogSeverityAtLeast::kInfo);
  std::atomic<bool> is_lost = false;
  absl::StatusOr<std::unique_ptr<Coordinator>> coordinator =
      Coordinator::Open({.folder = options.folder,
                         .scheduler = {.lease_term = absl::Seconds(options.lease_term_s)},
                         .on_lost =
                             [&is_lost](const absl::Status& status) {
                               LOG(ERROR) << status.message();
                               is_lost = true;
                             }},
                        FileSystem::Real(), Clock::Real());
  if (!coordinator.ok()) return Fail("coordinator", absl::UnavailableError(coordinator.status().message()));
  absl::StatusOr<std::unique_ptr<CoordinatorServer>> server = CoordinatorServer::Start(**coordinator, options.listen);
  if (!server.ok()) return Fail("coordinator", server.status());
  // For scripts that gave port 0.
  std::cout << "listening at " << (*server)->address() << '\n' << std::flush;
  while (!signals.WaitFor(absl::Milliseconds(200))) {
    if (is_lost) return kExitCouldNotRun;
  }
  LOG(INFO) << "ending";
  (*server)->Stop();
  return kExitDone;
}

}  // namespace

Command AddCoordinatorCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("coordinator", "Serve experiments to workers on this and other machines");
  app->footer(
      "Example:\n"
      "  tenuki coordinator --data data --listen 0.0.0.0:7700\n"
      "  tenuki worker --coordinator node3:7700          # on each machine\n"
      "  tenuki submit --coordinator node3:7700 --wait configs/quickstart.textproto\n\n"
      "It may be killed at any time: the same command goes on where it was. There is no authentication yet: listen "
      "where\n"
      "only those can connect who may.");
  auto options = std::make_shared<CoordinatorCommandOptions>();
  app->add_option("--data", options->folder, "Folder of the ledger and of results; made when missing")->required();
  app->add_option("--listen", options->listen, "HOST:PORT or unix:PATH; port 0 for any that is free")
      ->capture_default_str();
  app->add_option("--lease-term", options->lease_term_s, "Seconds after which a silent worker's jobs go to others")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str();
  return {app, [options] { return Run(*options); }};
}

}  // namespace tenuki
