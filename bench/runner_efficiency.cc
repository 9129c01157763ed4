// What the runner takes from the machine while jobs of five seconds run: beside it the same units in a plain loop.
#include <algorithm>
#include <atomic>
#include <thread>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "bench/runner_cluster.h"
#include "bench/runner_parts.h"
#include "experiments/plan.h"

namespace tenuki::bench {
namespace {

constexpr int64_t kJobsPerSlot = 6;
constexpr double kSecondsPerJob = 5;
constexpr int64_t kNumJobs = kJobsPerSlot * kNumSlots;

std::string Text(int64_t num_units) { return absl::StrCat("stop { units: ", num_units, " }"); }

// Rows are made, and that is all.
class NoSink final : public TableSink {
 public:
  absl::Status Append(size_t, std::shared_ptr<arrow::RecordBatch>) override { return absl::OkStatus(); }
};

struct Used {
  absl::Duration wall, cpu;
};

Used RunPlainly(const Cell& cell, int64_t units_per_job, int64_t num_jobs, int num_threads) {
  const absl::Time start = absl::Now();
  const absl::Duration cpu_before = CpuTime();
  std::atomic<int64_t> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < num_threads; ++i) {
    threads.emplace_back([&] {
      const MatchKind match;
      NoSink sink;
      for (int64_t job = next++; job < num_jobs; job = next++) {
        CHECK_OK(match.Run(cell, {.first = job * units_per_job, .count = units_per_job}, {}, sink));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return {.wall = absl::Now() - start, .cpu = CpuTime() - cpu_before};
}

}  // namespace

absl::Status MeasureEfficiency(const RunnerOptions& options) {
  ABSL_ASSIGN_OR_RETURN(const Plan probe,
                        MakePlan(MatchRequest("efficiency", "board_size: 9", Text(1), 0).experiment()));
  const Cell& cell = probe.cells.front();
  constexpr int64_t kProbeUnits = 2000;
  const absl::Duration probe_time = RunPlainly(cell, kProbeUnits, 1, 1).wall;
  const int64_t units_per_job = std::max<int64_t>(
      1, static_cast<int64_t>(kProbeUnits * kSecondsPerJob * options.scale / absl::ToDoubleSeconds(probe_time)));
  std::vector<double> share, by_wall, by_cpu;
  for (int round = 0; round < options.num_rounds; ++round) {
    // In turns: the machine may be slower in one half of a round.
    Used plain = RunPlainly(cell, units_per_job, kNumJobs / 2, kNumSlots);
    const TemporaryFolder folder(options);
    const int64_t num_units = units_per_job * kNumJobs;
    ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<Cluster> cluster, Cluster::Make(folder.path(), num_units));
    ABSL_RETURN_IF_ERROR(
        cluster->coordinator()
            .SubmitExperiment(MatchRequest("efficiency", "board_size: 9", Text(num_units), units_per_job))
            .status());
    const absl::Duration cpu_before = CpuTime();
    const absl::Duration wall = cluster->RunToEnd();
    const absl::Duration cpu = CpuTime() - cpu_before;
    const Used second_half = RunPlainly(cell, units_per_job, kNumJobs / 2, kNumSlots);
    plain = {.wall = plain.wall + second_half.wall, .cpu = plain.cpu + second_half.cpu};
    share.push_back(100 * absl::FDivDuration(absl::Nanoseconds(cluster->times().run_time_ns.load()), kNumSlots * wall));
    by_wall.push_back(100 * absl::FDivDuration(plain.wall, wall));
    by_cpu.push_back(100 * absl::FDivDuration(plain.cpu, cpu));
  }
  PrintHeading(
      absl::StrCat("Efficiency: ", kNumJobs, " jobs of ", units_per_job, " pairs on 9x9, ", kNumSlots, " slots"));
  PrintFigure("time in which slots run units, %", share, Better::kHigher, ">= 98");
  PrintFigure("wall time of a plain loop / of the runner, %", by_wall, Better::kHigher, ">= 98");
  PrintFigure("CPU time of a plain loop / of the runner, %", by_cpu, Better::kHigher, ">= 98");
  return absl::OkStatus();
}

}  // namespace tenuki::bench
