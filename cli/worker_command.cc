#include "cli/worker_command.h"

#include <CLI/CLI.hpp>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/log/globals.h"
#include "absl/log/log.h"
#include "absl/strings/str_cat.h"
#include "cli/coordinator_option.h"
#include "cli/local_engines.h"
#include "cli/outcome.h"
#include "cli/stop_signals.h"
#include "services/remote_coordinator.h"
#include "worker/engines/engine_offers.h"
#include "worker/worker.h"

namespace tenuki {
namespace {

struct WorkerCommandOptions {
  std::string coordinator;
  int num_slots = 0;
  std::string name;
  std::string spool;
  double grace_s = 25;
  std::string engines;
  int max_games_at_once = 16;
  int max_games_in_lockstep = 64;
  std::string cpu_level = std::string(CpuLevelName(BestCpuLevel()));
};

std::string DefaultSpool() {
  if (const char* state = std::getenv("XDG_STATE_HOME")) return absl::StrCat(state, "/tenuki/spool");
  if (const char* home = std::getenv("HOME")) return absl::StrCat(home, "/.local/state/tenuki/spool");
  return "/var/tmp/tenuki/spool";
}

ExitCode Run(const WorkerCommandOptions& options) {
  // Before there are threads.
  const absl::StatusOr<std::unique_ptr<ProcessEngineHost>> engines = OpenEngines(options.engines);
  if (!engines.ok()) return Fail("worker", engines.status());
  StopSignals signals;
  absl::SetStderrThreshold(absl::LogSeverityAtLeast::kInfo);
  EngineOffers offers = OfferEngines(**engines);
  for (const v1::EngineOffer& offer : offers.offers)
    LOG(INFO) << "has the engine " << offer.name() << ": " << offer.version();
  for (const std::string& missing : offers.missing) LOG(INFO) << "does not have the engine " << missing;
  const absl::StatusOr<std::unique_ptr<RemoteCoordinator>> client = RemoteCoordinator::Connect(options.coordinator);
  if (!client.ok()) return Fail("worker", client.status());
  absl::StatusOr<std::unique_ptr<Worker>> worker =
      Worker::Make({.name = options.name,
                    .num_slots = options.num_slots,
                    .spool_folder = options.spool,
                    .cpu_level = *ParseCpuLevel(options.cpu_level),
                    .engine_host = **engines,
                    .engines = std::move(offers.offers),
                    .max_games_at_once = options.max_games_at_once,
                    .max_games_in_lockstep = options.max_games_in_lockstep},
                   **client);
  if (!worker.ok()) return Fail("worker", worker.status());
  LOG(INFO) << "worker " << (*worker)->name() << " takes jobs from " << options.coordinator;
  (*worker)->Start();
  std::atomic<bool> is_done = false;
  std::thread waiting([&] {
    (*worker)->Wait();
    is_done = true;
  });
  absl::Duration grace = absl::Seconds(options.grace_s);
  while (!is_done) {
    if (!signals.WaitFor(absl::Milliseconds(100))) continue;
    LOG(INFO) << "draining: what runs has " << grace << " to end; a second signal cuts it short";
    (*worker)->Drain(grace);
    grace = absl::ZeroDuration();
  }
  waiting.join();
  return kExitDone;
}

}  // namespace

Command AddWorkerCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("worker", "Run jobs of a coordinator on this machine");
  app->footer(
      "Example:\n"
      "  tenuki worker --coordinator node3:7700 --slots 8\n\n"
      "SIGTERM or Ctrl-C drains it: running units have --grace seconds, and what they have done is delivered. Results "
      "that\n"
      "cannot be delivered are kept in the spool and offered again, also by the next worker that uses it.");
  auto options = std::make_shared<WorkerCommandOptions>();
  options->spool = DefaultSpool();
  AddCoordinatorOption(*app, options->coordinator);
  app->add_option("--slots", options->num_slots, "Jobs to run at the same time; 0 for one a CPU")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  app->add_option("--name", options->name, "Unique to this process; by default made from host and process");
  app->add_option("--spool", options->spool, "Folder for results that wait to be delivered")->capture_default_str();
  app->add_option("--grace", options->grace_s, "Seconds that running jobs have when it is drained")
      ->check(CLI::Range(0.0, 86400.0))
      ->capture_default_str();
  AddEnginesOption(*app, options->engines);
  app->add_option("--games-at-once", options->max_games_at_once,
                  "Games that a slot plays at the same time while engines think")
      ->check(CLI::Range(1, 64))
      ->capture_default_str();
  app->add_option("--lockstep", options->max_games_in_lockstep,
                  "Games without engines that a slot plays together; results are the same with any number")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  std::vector<std::string> cpu_levels;
  for (CpuLevel level : SupportedCpuLevels()) cpu_levels.emplace_back(CpuLevelName(level));
  app->add_option("--cpu-level", options->cpu_level, "Instructions to use; results are the same on all levels")
      ->check(CLI::IsMember(cpu_levels))
      ->capture_default_str();
  return {app, [options] { return Run(*options); }};
}

}  // namespace tenuki
