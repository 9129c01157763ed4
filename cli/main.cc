// The `tenuki` command: finds the verb, and leaves the rest to it.
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

#include "absl/log/initialize.h"
#include "cli/bench_command.h"
#include "cli/check_command.h"
#include "cli/client_commands.h"
#include "cli/command.h"
#include "cli/coordinator_command.h"
#include "cli/gtp_command.h"
#include "cli/result_commands.h"
#include "cli/run_command.h"
#include "cli/similar_command.h"
#include "cli/worker_command.h"

namespace tenuki {
namespace {

ExitCode Main(int argc, char** argv) {
  CLI::App app("tenuki: experiments in Computer Go, played elsewhere", "tenuki");
  app.set_version_flag("--version", "tenuki " TENUKI_VERSION, "Print the version and exit");
  app.footer(
      "Exit codes: 0 done, 1 finished but for quarantined units, 2 bad usage or input, 3 could not run.\n"
      "`tenuki VERB --help` has an example of each verb.");

  std::vector<Command> commands = {AddRunCommand(app), AddCheckCommand(app), AddCoordinatorCommand(app),
                                   AddWorkerCommand(app)};
  for (Command& command : AddClientCommands(app)) commands.push_back(std::move(command));
  for (Command& command : AddResultCommands(app)) commands.push_back(std::move(command));
  commands.push_back(AddSimilarCommand(app));
  commands.push_back(AddGtpCommand(app));
  commands.push_back(AddBenchCommand(app));

  // The parser of the library reports by exceptions; this is the one place that sees them.
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error) == 0 ? kExitDone : kExitCouldNotRun;  // --help, --version
    std::cerr << "tenuki: " << error.what() << "\nTry `tenuki --help`, or `tenuki VERB --help`.\n";
    return kExitBadUsage;
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  std::cerr << app.help();
  return kExitBadUsage;
}

}  // namespace
}  // namespace tenuki

int main(int argc, char** argv) {
  // What gRPC has to say is in the statuses; on standard error it would only disturb.
  setenv("GRPC_VERBOSITY", "NONE", /*overwrite=*/0);
  absl::InitializeLog();
  return tenuki::Main(argc, argv);
}
