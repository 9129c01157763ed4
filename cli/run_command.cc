#include "cli/run_command.h"

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "cli/experiment_files.h"
#include "cli/local_engines.h"
#include "cli/outcome.h"
#include "cli/output_options.h"
#include "cli/result_folder.h"
#include "cli/stop_signals.h"
#include "cli/watching.h"
#include "coordinator/coordinator.h"
#include "report/format.h"
#include "report/terminal.h"
#include "services/coordinator_server.h"
#include "services/remote_coordinator.h"
#include "worker/engines/engine_offers.h"
#include "worker/worker.h"

namespace tenuki {
namespace {

// Of an experiment whose stored rows turn out to be damaged again and again.
constexpr int kMaxFetches = 100;

struct RunOptions {
  std::vector<std::string> configs;
  std::string out = "results";
  int num_workers = 0;
  std::vector<std::string> settings;
  int64_t units_per_job = 0;
  std::string engines;
  std::string cpu_level = std::string(CpuLevelName(BestCpuLevel()));
  bool with_records = false;
  bool is_quiet = false;
};

// A folder for the socket, which only this user can enter. Its name is short, as names of sockets have to be.
class SocketFolder {
 public:
  static absl::StatusOr<std::unique_ptr<SocketFolder>> Make() {
    const char* temporary = std::getenv("TMPDIR");
    std::string path = absl::StrCat(
        temporary == nullptr || std::string_view(temporary).size() > 60 ? "/tmp" : temporary, "/tenuki.XXXXXX");
    if (mkdtemp(path.data()) == nullptr) return absl::ErrnoToStatus(errno, absl::StrCat("cannot make ", path));
    return std::unique_ptr<SocketFolder>(new SocketFolder(std::move(path)));
  }
  ~SocketFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string address() const { return absl::StrCat("unix:", path_, "/socket"); }

 private:
  explicit SocketFolder(std::string path) : path_(std::move(path)) {}
  const std::string path_;
};

// Everything in one process, in the order in which it is made; it ends in the opposite order.
struct Embedded {
  std::unique_ptr<SocketFolder> socket;
  std::unique_ptr<Coordinator> coordinator;
  std::unique_ptr<CoordinatorServer> server;
  std::unique_ptr<RemoteCoordinator> client;
  std::unique_ptr<RemoteCoordinator> worker_client;
  std::unique_ptr<Worker> worker;
};

absl::StatusOr<Embedded> Start(const RunOptions& options, ProcessEngineHost& engines) {
  Embedded embedded;
  const std::string folder = absl::StrCat(options.out, "/.tenuki");
  ABSL_ASSIGN_OR_RETURN(embedded.socket, SocketFolder::Make());
  ABSL_ASSIGN_OR_RETURN(embedded.coordinator, Coordinator::Open({.folder = folder}, FileSystem::Real(), Clock::Real()));
  ABSL_ASSIGN_OR_RETURN(embedded.server, CoordinatorServer::Start(*embedded.coordinator, embedded.socket->address()));
  ABSL_ASSIGN_OR_RETURN(embedded.client, RemoteCoordinator::Connect(embedded.server->address()));
  ABSL_ASSIGN_OR_RETURN(embedded.worker_client, RemoteCoordinator::Connect(embedded.server->address()));
  ABSL_ASSIGN_OR_RETURN(embedded.worker, Worker::Make({.num_slots = options.num_workers,
                                                       .spool_folder = absl::StrCat(folder, "/spool"),
                                                       .cpu_level = *ParseCpuLevel(options.cpu_level),
                                                       .engine_host = engines,
                                                       .engines = OfferEngines(engines).offers},
                                                      *embedded.worker_client));
  return embedded;
}

absl::StatusOr<std::vector<std::string>> Submit(const RunOptions& options, const std::vector<Plan>& plans,
                                                InputSource& inputs, RemoteCoordinator& coordinator) {
  std::vector<std::string> names;
  for (const Plan& plan : plans) {
    v1::SubmitExperimentRequest request;
    *request.mutable_experiment() = plan.experiment;
    request.set_replace(true);
    request.set_units_per_job(options.units_per_job);
    ABSL_ASSIGN_OR_RETURN(const v1::ExperimentStatus status, SubmitWithInputs(request, inputs, coordinator));
    if (status.num_units_reused() > 0) {
      std::cerr << status.name() << ": reused " << FormatCount(status.num_units_reused()) << " of "
                << FormatCount(status.num_units()) << " units\n";
    }
    names.push_back(status.name());
  }
  return names;
}

// Runs all to their end, and again what turns out to be damaged when it is fetched.
absl::StatusOr<std::vector<v1::ExperimentStatus>> RunAndFetch(const RunOptions& options,
                                                              const std::vector<std::string>& names,
                                                              RemoteCoordinator& coordinator, StopSignals& signals) {
  for (int tries = 1;; ++tries) {
    ABSL_ASSIGN_OR_RETURN(std::vector<v1::ExperimentStatus> statuses,
                          WatchExperiments(coordinator, names, signals, {.is_embedded = true}));
    bool is_whole = true;
    for (const std::string& name : names) {
      const absl::Status status = FetchResults(coordinator, name, absl::StrCat(options.out, "/", name));
      if (absl::IsDataLoss(status) && tries < kMaxFetches) {
        std::cerr << name << ": " << status.message() << '\n';
        is_whole = false;
        continue;
      }
      ABSL_RETURN_IF_ERROR(status);
    }
    if (is_whole) return statuses;
  }
}

ExitCode Run(const RunOptions& options) {
  // Before there are threads.
  const absl::StatusOr<std::unique_ptr<ProcessEngineHost>> engines = OpenEngines(options.engines);
  if (!engines.ok()) return Fail("run", engines.status());
  MemoryInputs inputs;
  const absl::StatusOr<std::vector<Plan>> plans = PlanFiles(options.configs, options.settings, **engines, inputs);
  if (!plans.ok()) return Fail("run", plans.status());
  StopSignals signals;
  absl::StatusOr<Embedded> embedded = Start(options, **engines);
  if (!embedded.ok()) return Fail("run", absl::UnavailableError(embedded.status().message()));
  const absl::StatusOr<std::vector<std::string>> names = Submit(options, *plans, inputs, *embedded->client);
  if (!names.ok()) return Fail("run", names.status());
  embedded->worker->Start();
  const absl::StatusOr<std::vector<v1::ExperimentStatus>> statuses =
      RunAndFetch(options, *names, *embedded->client, signals);
  // What was done of a job counts; units in the middle are given up.
  if (absl::IsCancelled(statuses.status())) std::cerr << "stopping; what was done is being stored\n";
  embedded->worker->Drain(absl::ZeroDuration());
  embedded->worker->Wait();
  if (absl::IsCancelled(statuses.status())) {
    std::cerr << "tenuki run: stopped; what is done is kept in " << options.out
              << ", and the same command goes on from there\n";
    return kExitCouldNotRun;
  }
  if (!statuses.ok()) return Fail("run", statuses.status());
  for (const std::string& name : *names) {
    const std::string folder = absl::StrCat(options.out, "/", name);
    const absl::StatusOr<v1::Report> report = ReportOf(folder);
    if (!report.ok()) return Fail("run", report.status());
    if (options.with_records) {
      const absl::StatusOr<int64_t> num_records = WriteRecords(folder);
      if (!num_records.ok()) return Fail("run", num_records.status());
    }
    if (!options.is_quiet) std::cout << RenderTerminal(*report, OutputOptions()) << '\n';
    std::cerr << name << ": results are in " << folder << '\n';
  }
  return Conclude(*statuses);
}

}  // namespace

Command AddRunCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("run", "Run experiments on this machine, to the report");
  app->footer(
      "Example:\n"
      "  tenuki run configs/quickstart.textproto --set stop.units=5000\n\n"
      "Results are Parquet tables and a report in OUT/NAME/. Stop it with Ctrl-C and start it again: it goes on. More\n"
      "units or a wider sweep reuse what is there.\n"
      "Exit codes: 0 done, 1 done but for quarantined units, 2 bad usage or input, 3 could not run or stopped.");
  auto options = std::make_shared<RunOptions>();
  app->add_option("CONFIG", options->configs, "Experiment files")->required();
  app->add_option("--out", options->out, "Folder of the results")->capture_default_str();
  app->add_option("--workers", options->num_workers, "Units to run at the same time; 0 for one a CPU")
      ->check(CLI::Range(0, 4096))
      ->capture_default_str();
  AddSettingsOption(*app, options->settings);
  app->add_option("--units-per-job", options->units_per_job, "Fixed size of jobs; 0 to go by measured times")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 40))
      ->capture_default_str();
  AddEnginesOption(*app, options->engines);
  std::vector<std::string> cpu_levels;
  for (CpuLevel level : SupportedCpuLevels()) cpu_levels.emplace_back(CpuLevelName(level));
  app->add_option("--cpu-level", options->cpu_level, "Instructions to use; results are the same on all levels")
      ->check(CLI::IsMember(cpu_levels))
      ->capture_default_str();
  app->add_flag("--sgf", options->with_records, "Also write every game as SGF, into OUT/NAME/games/");
  app->add_flag("--quiet", options->is_quiet, "Do not print the report");
  return {app, [options] { return Run(*options); }};
}

}  // namespace tenuki
