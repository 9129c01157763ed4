#include "cli/client_commands.h"

#include <google/protobuf/util/json_util.h>

#include <functional>
#include <iostream>
#include <memory>
#include <string>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "cli/coordinator_option.h"
#include "cli/experiment_files.h"
#include "cli/local_engines.h"
#include "cli/outcome.h"
#include "cli/progress.h"
#include "cli/remote_engines.h"
#include "cli/result_folder.h"
#include "cli/stop_signals.h"
#include "cli/watching.h"
#include "common/protobuf_time.h"
#include "report/format.h"
#include "services/remote_coordinator.h"

namespace tenuki {
namespace {

struct ClientOptions {
  std::string coordinator;
  std::vector<std::string> names;
  std::vector<std::string> settings;
  std::string out = "results";
  std::string engines;
  int priority = 0;
  bool replace = false;
  bool wait = false;
  bool json = false;
  bool workers = false;
  bool with_records = false;
};

using Client = RemoteCoordinator;
using Action = std::function<absl::StatusOr<ExitCode>(const ClientOptions&, Client&)>;

template <typename Message>
absl::Status PrintJson(const Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string text;
  if (!google::protobuf::util::MessageToJsonString(message, &text, options).ok()) {
    return absl::InternalError("the answer cannot be written as JSON");
  }
  std::cout << text;
  return absl::OkStatus();
}

std::string StateName(v1::ExperimentState state) {
  switch (state) {
    case v1::EXPERIMENT_STATE_RUNNING: return "running";
    case v1::EXPERIMENT_STATE_PAUSED: return "paused";
    case v1::EXPERIMENT_STATE_CANCELLED: return "cancelled";
    case v1::EXPERIMENT_STATE_FINISHED: return "finished";
    default: return "unknown";
  }
}

absl::StatusOr<ExitCode> WatchThem(const std::vector<std::string>& names, Client& client) {
  StopSignals signals;
  ABSL_ASSIGN_OR_RETURN(const std::vector<v1::ExperimentStatus> statuses, WatchExperiments(client, names, signals, {}));
  return Conclude(statuses);
}

absl::StatusOr<ExitCode> Submit(const ClientOptions& options, Client& client) {
  MemoryInputs inputs;
  ABSL_ASSIGN_OR_RETURN(const v1::EngineRegistry registry, ReadEngines(options.engines));
  RemoteEngines engines(client, registry);
  ABSL_ASSIGN_OR_RETURN(const std::vector<Plan> plans, PlanFiles(options.names, options.settings, engines, inputs));
  std::vector<std::string> names;
  for (const Plan& plan : plans) {
    v1::SubmitExperimentRequest request;
    *request.mutable_experiment() = plan.experiment;
    request.set_priority(options.priority);
    request.set_replace(options.replace);
    ABSL_ASSIGN_OR_RETURN(const v1::ExperimentStatus status, SubmitWithInputs(request, inputs, client));
    std::cout << status.name() << ": " << StateName(status.state()) << ", " << FormatCount(status.num_units())
              << " units, reused " << FormatCount(status.num_units_reused()) << '\n';
    names.push_back(status.name());
  }
  if (!options.wait) return kExitDone;
  return WatchThem(names, client);
}

absl::StatusOr<ExitCode> List(const ClientOptions& options, Client& client) {
  if (options.workers) {
    ABSL_ASSIGN_OR_RETURN(const v1::ListWorkersResponse response, client.ListWorkers({}));
    for (const v1::WorkerStatus& worker : response.workers()) {
      std::cout << worker.name() << ": " << worker.num_slots() << " slots, " << worker.num_attempts() << " jobs, seen "
                << absl::FormatDuration(absl::Trunc(ToDuration(worker.last_seen_ago()), absl::Seconds(1))) << " ago"
                << (worker.draining() ? ", draining" : "")
                << (worker.refusal().empty() ? "" : absl::StrCat(" – ", worker.refusal())) << '\n';
      for (const v1::EngineOffer& engine : worker.engines()) {
        std::cout << "  has " << engine.name() << ": " << engine.version() << '\n';
      }
    }
    return kExitDone;
  }
  ABSL_ASSIGN_OR_RETURN(const v1::ListExperimentsResponse response, client.ListExperiments({}));
  for (const v1::ExperimentStatus& status : response.experiments()) {
    std::cout << DescribeProgress(status) << ", " << StateName(status.state()) << '\n';
  }
  return kExitDone;
}

absl::StatusOr<ExitCode> Status(const ClientOptions& options, Client& client) {
  std::vector<v1::ExperimentStatus> statuses;
  for (const std::string& name : options.names) {
    v1::GetExperimentRequest request;
    request.set_name(name);
    ABSL_ASSIGN_OR_RETURN(const v1::GetExperimentResponse response, client.GetExperiment(request));
    if (options.json) {
      ABSL_RETURN_IF_ERROR(PrintJson(response.status()));
      continue;
    }
    std::cout << DescribeProgress(response.status()) << ", " << StateName(response.status().state()) << '\n';
    for (const v1::CellStatus& cell : response.status().cells()) {
      if (!cell.place().empty()) std::cout << DescribeProgress(cell) << '\n';
    }
    statuses.push_back(response.status());
  }
  return Conclude(statuses);
}

absl::StatusOr<ExitCode> Watch(const ClientOptions& options, Client& client) {
  return WatchThem(options.names, client);
}

Action Control(v1::ControlExperimentRequest::Action action) {
  return [action](const ClientOptions& options, Client& client) -> absl::StatusOr<ExitCode> {
    for (const std::string& name : options.names) {
      v1::ControlExperimentRequest request;
      request.set_name(name);
      request.set_action(action);
      ABSL_ASSIGN_OR_RETURN(const v1::ControlExperimentResponse response, client.ControlExperiment(request));
      std::cout << name << ": " << StateName(response.experiment().state()) << '\n';
    }
    return kExitDone;
  };
}

absl::StatusOr<ExitCode> Drain(const ClientOptions& options, Client& client) {
  for (const std::string& name : options.names) {
    v1::DrainWorkerRequest request;
    request.set_name(name);
    ABSL_RETURN_IF_ERROR(client.DrainWorker(request).status());
    std::cout << name << ": draining\n";
  }
  return kExitDone;
}

absl::StatusOr<ExitCode> Fetch(const ClientOptions& options, Client& client) {
  for (const std::string& name : options.names) {
    const std::string folder = absl::StrCat(options.out, "/", name);
    ABSL_RETURN_IF_ERROR(FetchResults(client, name, folder));
    if (options.with_records) {
      ABSL_RETURN_IF_ERROR(WriteRecords(folder).status());
    }
    std::cout << name << ": results are in " << folder << '\n';
  }
  return kExitDone;
}

struct Verb {
  std::string name;
  std::string description;
  std::string example;
  Action action;
  // What the names are; empty for none.
  std::string names;
};

}  // namespace

std::vector<Command> AddClientCommands(CLI::App& tenuki) {
  using Request = v1::ControlExperimentRequest;
  const std::vector<Verb> verbs = {
      {"submit", "Give experiments to a coordinator", "--wait configs/quickstart.textproto", Submit, "CONFIG"},
      {"list", "List a coordinator's experiments, or its workers", "--workers", List, ""},
      {"status", "Say how experiments stand, cell by cell", "--json quickstart", Status, "NAME"},
      {"watch", "Show the progress of experiments until they are over", "quickstart", Watch, "NAME"},
      {"cancel", "Cancel experiments; what is done is kept", "quickstart", Control(Request::ACTION_CANCEL), "NAME"},
      {"pause", "Give out no more jobs of experiments", "quickstart", Control(Request::ACTION_PAUSE), "NAME"},
      {"resume", "Go on with paused experiments", "quickstart", Control(Request::ACTION_RESUME), "NAME"},
      {"drain", "Let workers finish what they run and give them no more", "node7.3921.a81f", Drain, "WORKER"},
      {"fetch", "Write the results of experiments as Parquet, also while they run", "quickstart --out results", Fetch,
       "NAME"},
  };
  std::vector<Command> commands;
  for (const Verb& verb : verbs) {
    CLI::App* app = tenuki.add_subcommand(verb.name, verb.description);
    app->footer(absl::StrCat("Example:\n  tenuki ", verb.name, " --coordinator node3:7700 ", verb.example));
    auto options = std::make_shared<ClientOptions>();
    AddCoordinatorOption(*app, options->coordinator);
    if (!verb.names.empty()) app->add_option(verb.names, options->names)->required();
    if (verb.name == "submit") {
      app->add_flag("--wait", options->wait, "Show the progress, and return when they are over");
      app->add_flag("--replace", options->replace, "Take the place of an unfinished experiment of the same name");
      app->add_option("--priority", options->priority, "Higher is run first")->capture_default_str();
      AddEnginesOption(*app, options->engines);
      AddSettingsOption(*app, options->settings);
    }
    if (verb.name == "list") app->add_flag("--workers", options->workers, "List workers instead");
    if (verb.name == "status") app->add_flag("--json", options->json, "As JSON, for scripts");
    if (verb.name == "fetch") {
      app->add_option("--out", options->out, "Folder of the results")->capture_default_str();
      app->add_flag("--sgf", options->with_records, "Also write every game as SGF, into OUT/NAME/games/");
    }
    commands.push_back({app, [options, verb] {
                          absl::StatusOr<std::unique_ptr<Client>> client = Client::Connect(options->coordinator);
                          if (!client.ok()) return Fail(verb.name, client.status());
                          const absl::StatusOr<ExitCode> code = verb.action(*options, **client);
                          return code.ok() ? *code : Fail(verb.name, code.status());
                        }});
  }
  return commands;
}

}  // namespace tenuki
