// Whether the coordinator slows down as an experiment grows: 100 million units in 1,000 cells, and what a lease and its
// result cost after ever more jobs. The coordinator is called directly: no wire and no worker.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "bench/runner_parts.h"
#include "coordinator/coordinator.h"
#include "experiments/match/match.h"
#include "worker/job_output.h"

namespace tenuki::bench {
namespace {

constexpr int kNumCells = 1000;
constexpr int64_t kUnitsPerCell = 100'000;
constexpr int64_t kUnitsPerJob = 100;
constexpr int kJobsPerRound = 256;
// As many as a worker delivers at the same time.
constexpr int kNumThreads = 32;

// The games of a job: those of the first job, with the units' numbers of another.
class SomeGames {
 public:
  SomeGames() : budget_(0), tables_(MatchKind().unit_tables()) {
    MemoryTables games(tables_);
    const Cell cell = {.experiment = MatchRequest("row", "board_size: 2 max_plies: 1", "", 1).experiment()};
    CHECK_OK(MatchKind().Run(cell, {.first = 0, .count = kUnitsPerJob}, {}, games));
    rows_ = *games.Rows(0)->CombineChunksToBatch();
  }

  v1::FinishJobRequest ResultOf(const v1::Lease& lease) {
    const auto& old_units = static_cast<const arrow::Int64Array&>(*rows_->column(0));
    arrow::Int64Builder units;
    for (int64_t row = 0; row < rows_->num_rows(); ++row) {
      CHECK(units.Append(lease.job().first_unit() + old_units.Value(row)).ok());
    }
    JobOutput output(tables_, {.first = lease.job().first_unit(), .count = lease.job().num_units()},
                     {.files = FileSystem::Real(), .budget = budget_, .path_prefix = ""});
    CHECK_OK(output.Append(0, *rows_->SetColumn(0, rows_->schema()->field(0), *units.Finish())));
    absl::StatusOr<JobTables> tables = output.Finish();
    CHECK_OK(tables.status());
    v1::FinishJobRequest request;
    v1::JobResult& result = *request.mutable_result();
    result.set_attempt(lease.attempt());
    *result.mutable_job() = lease.job();
    result.set_num_units_done(lease.job().num_units());
    result.set_worker("growth");
    result.mutable_run_time()->set_seconds(1);
    for (v1::TableUpload& upload : tables->uploads) *result.add_tables() = std::move(upload);
    return request;
  }

 private:
  ByteBudget budget_;
  const std::vector<TableDefinition> tables_;
  std::shared_ptr<arrow::RecordBatch> rows_;
};

struct Costs {
  absl::Duration lease, finish, cpu;
};

// One Synchronize, and the results of what it leased.
absl::StatusOr<Costs> RunRound(Coordinator& coordinator, SomeGames& games) {
  v1::SynchronizeRequest request;
  request.set_worker("growth");
  v1::KindVersion& kind = *request.add_kinds();
  kind.set_kind(std::string(MatchKind().name()));
  kind.set_semantic_version(MatchKind().semantic_version());
  request.set_num_slots(kJobsPerRound);
  request.set_num_jobs_wanted(kJobsPerRound);
  const absl::Duration cpu_0 = CpuTime();
  const absl::Time start = absl::Now();
  ABSL_ASSIGN_OR_RETURN(const v1::SynchronizeResponse response, coordinator.Synchronize(request));
  const absl::Time leased = absl::Now();
  const absl::Duration cpu_1 = CpuTime();
  if (response.leases_size() != kJobsPerRound) return absl::InternalError("there should be more leases");
  std::vector<v1::FinishJobRequest> results;
  for (const v1::Lease& lease : response.leases()) results.push_back(games.ResultOf(lease));

  const absl::Duration cpu_2 = CpuTime();
  const absl::Time finish_start = absl::Now();
  std::atomic<size_t> next = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kNumThreads; ++i) {
    threads.emplace_back([&] {
      for (size_t each = next++; each < results.size(); each = next++) {
        CHECK_OK(coordinator.FinishJob(results[each]).status());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return Costs{
      .lease = leased - start, .finish = absl::Now() - finish_start, .cpu = (cpu_1 - cpu_0) + (CpuTime() - cpu_2)};
}

double MicrosecondsPerJob(absl::Duration cost) { return absl::ToDoubleMicroseconds(cost) / kJobsPerRound; }

std::string Seeds() {
  std::string seeds;
  for (int seed = 0; seed < kNumCells; ++seed) absl::StrAppend(&seeds, " values: '", seed, "'");
  return seeds;
}

}  // namespace

absl::Status MeasureGrowth(const RunnerOptions& options) {
  const TemporaryFolder folder(options);
  const CoordinatorOptions coordinator_options = {.folder = absl::StrCat(folder.path(), "/data")};
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<Coordinator> coordinator,
                        Coordinator::Open(coordinator_options, FileSystem::Real(), Clock::Real()));
  SomeGames games;
  const v1::SubmitExperimentRequest request = MatchRequest(
      "growth", "board_size: 2",
      absl::StrCat("sweep { field: 'seed'", Seeds(), " } stop { units: ", kUnitsPerCell, " }"), kUnitsPerJob);
  const double before = MemoryOf(getpid(), "VmRSS");
  const absl::Time start = absl::Now();
  ABSL_RETURN_IF_ERROR(coordinator->SubmitExperiment(request).status());
  std::printf("\nGrowth: %g units in %d cells, %ld to a job: Submit took %.0f ms and %.1f MB\n",
              static_cast<double>(kNumCells * kUnitsPerCell), kNumCells, static_cast<long>(kUnitsPerJob),
              absl::ToDoubleMilliseconds(absl::Now() - start), (MemoryOf(getpid(), "VmRSS") - before) / 1e6);
  std::printf("%-12s %14s %14s %14s %12s\n", "after jobs", "lease, us", "finish, us", "CPU, us", "memory, MB");
  int64_t num_jobs = 0;
  for (const double mark : {0.0, 1e3, 1e4, 1e5}) {
    while (static_cast<double>(num_jobs) < mark * options.scale) {
      ABSL_RETURN_IF_ERROR(RunRound(*coordinator, games).status());
      num_jobs += kJobsPerRound;
    }
    Costs best = {absl::InfiniteDuration(), absl::InfiniteDuration(), absl::InfiniteDuration()};
    for (int round = 0; round < options.num_rounds; ++round) {
      ABSL_ASSIGN_OR_RETURN(const Costs costs, RunRound(*coordinator, games));
      best = {std::min(best.lease, costs.lease), std::min(best.finish, costs.finish), std::min(best.cpu, costs.cpu)};
    }
    std::printf("%-12ld %14.1f %14.1f %14.1f %12.1f\n", static_cast<long>(num_jobs), MicrosecondsPerJob(best.lease),
                MicrosecondsPerJob(best.finish), MicrosecondsPerJob(best.cpu), MemoryOf(getpid(), "VmRSS") / 1e6);
    std::fflush(stdout);
    num_jobs += static_cast<int64_t>(options.num_rounds) * kJobsPerRound;
  }
  coordinator.reset();
  const absl::Time reopened = absl::Now();
  ABSL_ASSIGN_OR_RETURN(coordinator, Coordinator::Open(coordinator_options, FileSystem::Real(), Clock::Real()));
  std::printf("A coordinator that starts with all that: %.0f ms\n", absl::ToDoubleMilliseconds(absl::Now() - reopened));
  return absl::OkStatus();
}

}  // namespace tenuki::bench
