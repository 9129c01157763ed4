// How many jobs a second, when they do nothing: each has its own lease, its own table, and is durable before it is
// acknowledged.
#include <algorithm>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "bench/runner_cluster.h"
#include "bench/runner_parts.h"

namespace tenuki::bench {
namespace {

double Milliseconds(const std::vector<absl::Time>& from, const std::vector<absl::Time>& to, double quantile) {
  std::vector<double> times;
  for (size_t i = 0; i < from.size(); ++i) times.push_back(absl::ToDoubleMilliseconds(to[i] - from[i]));
  std::ranges::sort(times);
  return times[static_cast<size_t>(quantile * static_cast<double>(times.size() - 1))];
}

}  // namespace

absl::Status MeasureJobs(const RunnerOptions& options) {
  const auto num_jobs = static_cast<int64_t>(20'000 * options.scale);
  std::vector<double> rate, cpu, per_synchronization, mentions, start_p50, start_p99, ask_p99, whole_p50, whole_p99;
  for (int round = 0; round < options.num_rounds; ++round) {
    const TemporaryFolder folder(options);
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<Cluster> cluster, Cluster::Make(folder.path(), num_jobs));
    const std::string text = absl::StrCat("stop { units: ", num_jobs, " }");
    ABSL_RETURN_IF_ERROR(
        cluster->coordinator().SubmitExperiment(MatchRequest("jobs", "board_size: 2 max_plies: 1", text, 1)).status());
    const absl::Duration cpu_before = CpuTime();
    const absl::Duration wall = cluster->RunToEnd();
    cpu.push_back(absl::ToDoubleMicroseconds(CpuTime() - cpu_before) / static_cast<double>(num_jobs));
    rate.push_back(static_cast<double>(num_jobs) / absl::ToDoubleSeconds(wall));
    const UnitTimes& times = cluster->times();
    per_synchronization.push_back(static_cast<double>(num_jobs) / static_cast<double>(times.num_synchronizations));
    mentions.push_back(static_cast<double>(times.num_mentions) / static_cast<double>(num_jobs));
    start_p50.push_back(Milliseconds(times.leased, times.started, 0.5));
    start_p99.push_back(Milliseconds(times.leased, times.started, 0.99));
    ask_p99.push_back(Milliseconds(times.asked, times.started, 0.99));
    whole_p50.push_back(Milliseconds(times.leased, times.acknowledged, 0.5));
    whole_p99.push_back(Milliseconds(times.leased, times.acknowledged, 0.99));
  }
  PrintHeading(absl::StrCat("Jobs: ", num_jobs, " of one unit, ", kNumSlots, " slots, loopback"));
  PrintFigure("durable jobs a second", rate, Better::kHigher, ">= 4000");
  PrintFigure("CPU time a job, both sides, us", cpu, Better::kLower, "");
  PrintFigure("jobs to a Synchronize", per_synchronization, Better::kHigher, "");
  PrintFigure("mentions of a job in Synchronize", mentions, Better::kLower, "");
  PrintFigure("lease at the worker to start, p50, ms", start_p50, Better::kLower, "");
  PrintFigure("lease at the worker to start, p99, ms", start_p99, Better::kLower, "< 10");
  PrintFigure("request for leases to start, p99, ms", ask_p99, Better::kLower, "< 10");
  PrintFigure("lease at the worker to acknowledged, p50, ms", whole_p50, Better::kLower, "");
  PrintFigure("lease at the worker to acknowledged, p99, ms", whole_p99, Better::kLower, "");
  return absl::OkStatus();
}

}  // namespace tenuki::bench
