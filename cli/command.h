// One verb of `tenuki`: its options and what it does.
//
//   Command AddGtpCommand(CLI::App& tenuki);        // adds `tenuki gtp`; main.cc has the list of all verbs
//
// A command is made before the arguments are parsed, and run after, if its verb was given. Used by the main thread.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace tenuki {

// What a process of ours ends with; scripts and schedulers rely on the numbers.
enum ExitCode : int {
  kExitDone = 0,
  // The experiment finished with quarantined units, or some of it was not deterministic.
  kExitQuarantined = 1,
  kExitBadUsage = 2,
  kExitCouldNotRun = 3,
};

struct Command {
  // Owned by the application.
  CLI::App* app;
  std::function<ExitCode()> run;
};

}  // namespace tenuki
