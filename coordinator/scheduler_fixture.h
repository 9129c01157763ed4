// A scheduler, a clock that tests turn by hand, and workers that answer in one line:
//
//   AddExperiment(1, {100, 100}, {.units_per_job = 10});
//   LeasedJob job = GrantOne("a");
//   Advance(absl::Seconds(5));
//   Renew("a", {{job, 3}});
//   Finish(job, 10);
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/scheduler.h"

namespace tenuki {

inline void PrintTo(const JobId& job, std::ostream* out) {
  *out << "experiment " << job.experiment << ", cell " << job.cell << ", [" << job.units.first << ", " << job.units.end
       << ")";
}

class SchedulerFixture : public testing::Test {
 protected:
  struct Settings {
    int64_t units_per_job = 0;
    int priority = 0;
    ScheduledKind kind = {"match", 1};
  };
  // A lease, and how much of it is done.
  using Held = std::pair<LeasedJob, int64_t>;

  // Begins a scheduler with these options, and nothing in it.
  void Start(const SchedulerOptions& options, uint32_t epoch = 1) { scheduler_.emplace(options, epoch); }

  void AddExperiment(ExperimentId id, const std::vector<int64_t>& num_units, const Settings& settings) {
    ScheduledExperiment experiment;
    experiment.id = id;
    experiment.priority = settings.priority;
    experiment.kind = settings.kind;
    experiment.units_per_job = settings.units_per_job;
    for (int64_t count : num_units) experiment.cells.push_back({.missing = IntervalSet({0, count})});
    scheduler_->AddExperiment(std::move(experiment), now_);
  }
  void AddExperiment(ExperimentId id, const std::vector<int64_t>& num_units) { AddExperiment(id, num_units, {}); }

  void Advance(absl::Duration duration) { now_ += duration; }

  // One slot, 'match' version 1.
  static WorkerReport Report(const std::string& worker, int num_jobs_wanted, const std::vector<Held>& held = {}) {
    WorkerReport report;
    report.worker = worker;
    report.kinds = {{"match", 1}};
    report.num_slots = 1;
    report.num_jobs_wanted = num_jobs_wanted;
    for (const auto& [lease, num_units_done] : held) {
      report.attempts.push_back({.attempt = lease.attempt, .job = lease.job, .num_units_done = num_units_done});
    }
    return report;
  }
  SynchronizeDecision Synchronize(const WorkerReport& report) { return scheduler_->Synchronize(report, now_); }
  // Asks for nothing new.
  SynchronizeDecision Renew(const std::string& worker, const std::vector<Held>& held) {
    return Synchronize(Report(worker, 0, held));
  }
  // One more job, which must be there.
  LeasedJob GrantOne(const std::string& worker, const std::vector<Held>& held = {}) {
    const SynchronizeDecision decision = Synchronize(Report(worker, 1, held));
    EXPECT_EQ(decision.num_new_leases, 1u);
    return decision.leases.empty() ? LeasedJob() : decision.leases.front();
  }
  bool GetsNothing(const std::string& worker) { return Synchronize(Report(worker, 1)).leases.empty(); }

  absl::Status CheckFinish(const LeasedJob& lease) {
    return scheduler_->CheckFinish(lease.attempt, lease.job, lease.worker, now_);
  }
  std::optional<QuarantineDecision> Finish(const LeasedJob& lease, int64_t num_units_done,
                                           const std::optional<std::string>& failure = std::nullopt,
                                           absl::Duration run_time = absl::Seconds(1)) {
    EXPECT_EQ(CheckFinish(lease), absl::OkStatus());
    return scheduler_->Finish(lease.attempt, lease.job, num_units_done, failure, run_time, now_);
  }

  static JobId Units(ExperimentId experiment, int32_t cell, int64_t first, int64_t end) {
    return {.experiment = experiment, .cell = cell, .units = {first, end}};
  }
  static JobId Unit(ExperimentId experiment, int32_t cell, int64_t unit) {
    return Units(experiment, cell, unit, unit + 1);
  }
  CellProgress Progress(ExperimentId experiment, int32_t cell = 0) { return scheduler_->Progress(experiment).at(cell); }

  std::optional<Scheduler> scheduler_ = std::optional<Scheduler>(std::in_place, SchedulerOptions(), 1);
  absl::Time now_ = absl::UnixEpoch() + absl::Hours(1);
};

}  // namespace tenuki
