#include "bench/runner_parts.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "absl/log/check.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "experiments/config.h"

namespace tenuki::bench {

TemporaryFolder::TemporaryFolder(const RunnerOptions& options)
    : path_(absl::StrCat(options.folder, "/tenuki_bench.XXXXXX")) {
  PCHECK(mkdtemp(path_.data()) != nullptr) << path_;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

v1::SubmitExperimentRequest MatchRequest(const std::string& name, const std::string& match, const std::string& text,
                                         int64_t units_per_job) {
  const absl::StatusOr<v1::Experiment> experiment = ReadExperiment(
      name,
      absl::StrCat("name: '", name, "' match { player { uniform {} } opponent { uniform {} } ", match, " } ", text),
      {});
  CHECK_OK(experiment.status());
  v1::SubmitExperimentRequest request;
  *request.mutable_experiment() = *experiment;
  request.set_units_per_job(units_per_job);
  return request;
}

void PrintFigure(const std::string& name, const std::vector<double>& rounds, Better better, const std::string& target) {
  const auto best = better == Better::kHigher ? std::ranges::max_element(rounds) : std::ranges::min_element(rounds);
  std::printf("%-54s %10.5g  %-12s", name.c_str(), *best, target.c_str());
  for (const double each : rounds) std::printf(" %.5g", each);
  std::printf("\n");
  std::fflush(stdout);
}

void PrintHeading(const std::string& heading) {
  std::printf("\n%-54s %10s  %-12s %s\n", heading.c_str(), "best", "target", "rounds");
}

absl::Duration CpuTime() {
  rusage usage;
  PCHECK(getrusage(RUSAGE_SELF, &usage) == 0);
  return absl::DurationFromTimeval(usage.ru_utime) + absl::DurationFromTimeval(usage.ru_stime);
}

double MemoryOf(pid_t process, const std::string& field) {
  std::ifstream file(absl::StrCat("/proc/", process, "/status"));
  for (std::string line; std::getline(file, line);) {
    if (!absl::StartsWith(line, absl::StrCat(field, ":"))) continue;
    const std::vector<std::string> words = absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    double kibibytes = 0;
    CHECK(words.size() == 3 && absl::SimpleAtod(words[1], &kibibytes)) << line;
    return kibibytes * 1024;
  }
  return 0;
}

void ForgetPeak(pid_t process) { std::ofstream(absl::StrCat("/proc/", process, "/clear_refs")) << "5"; }

}  // namespace tenuki::bench
