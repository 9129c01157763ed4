// The `tenuki` command: finds the verb, and leaves the rest to it.
#include <CLI/CLI.hpp>
#include <iostream>
#include <vector>

#include "cli/command.h"
#include "cli/gtp_command.h"
#include "cli/run_command.h"

namespace tenuki {
namespace {

ExitCode Main(int argc, char** argv) {
  CLI::App app("tenuki: experiments in Computer Go, played elsewhere", "tenuki");
  app.set_version_flag("--version", "tenuki " TENUKI_VERSION, "Print the version and exit");
  app.footer(
      "Exit codes: 0 done, 2 bad usage or input, 3 could not run.\n"
      "`tenuki VERB --help` has an example of each verb.");

  const std::vector<Command> commands = {AddRunCommand(app), AddGtpCommand(app)};

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

int main(int argc, char** argv) { return tenuki::Main(argc, argv); }
