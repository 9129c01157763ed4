// The runner measured: jobs a second, rows a second, what it takes from the machine, and how it grows.
//
//   ./dev bench runner                       everything
//   ./dev bench runner --part=jobs --rounds=1 --scale=0.1 --folder=/scratch
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string_view>

#include "absl/log/globals.h"
#include "absl/log/initialize.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "bench/runner_parts.h"

namespace tenuki::bench {
namespace {

struct Part {
  std::string_view name;
  absl::Status (*measure)(const RunnerOptions&);
};
constexpr Part kParts[] = {
    {"jobs", MeasureJobs}, {"ingest", MeasureIngest}, {"efficiency", MeasureEfficiency}, {"growth", MeasureGrowth}};

// In a process of its own: nothing of an earlier part is in its memory. True when it went well.
bool RunInChild(const Part& part, const RunnerOptions& options) {
  const pid_t child = fork();
  if (child == 0) {
    const absl::Status status = part.measure(options);
    if (!status.ok()) std::cerr << "bench runner: " << part.name << ": " << status.message() << '\n';
    std::fflush(stdout);
    _exit(status.ok() ? 0 : 1);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return false;
  if (WIFSIGNALED(status))
    std::cerr << "bench runner: " << part.name << ": killed by signal " << WTERMSIG(status) << '\n';
  return status == 0;
}

int Main(int argc, char** argv) {
  RunnerOptions options;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (absl::StartsWith(argument, "--benchmark_")) continue;  // for the others
    bool is_valid = false;
    if (absl::ConsumePrefix(&argument, "--part=")) {
      only = argument;
      for (const Part& part : kParts) is_valid |= part.name == only;
    } else if (absl::ConsumePrefix(&argument, "--folder=")) {
      options.folder = argument;
      is_valid = !argument.empty();
    } else if (absl::ConsumePrefix(&argument, "--rounds=")) {
      is_valid = absl::SimpleAtoi(argument, &options.num_rounds) && options.num_rounds > 0;
    } else if (absl::ConsumePrefix(&argument, "--scale=")) {
      is_valid = absl::SimpleAtod(argument, &options.scale) && options.scale >= 0.001 && options.scale <= 1;
    }
    if (!is_valid) {
      std::cerr << "bench runner: " << argv[i] << ": the options are --part=jobs|ingest|efficiency|growth, "
                << "--folder=DIR, --rounds=N and --scale=0.001…1\n";
      return 2;
    }
  }
  absl::SetStderrThreshold(absl::LogSeverityAtLeast::kError);
  absl::InitializeLog();
  bool is_well = true;
  for (const Part& part : kParts) {
    if (only.empty() || only == part.name) is_well &= RunInChild(part, options);
  }
  return is_well ? 0 : 1;
}

}  // namespace
}  // namespace tenuki::bench

int main(int argc, char** argv) { return tenuki::bench::Main(argc, argv); }
