// What the ledger would know of a scheduler's decisions, unit by unit: each is free, leased, committed or quarantined.
// A decision that does not fit fails the test.
//
//   ledger.Lease(decision.leases[0]);        // its units must be free
//   ledger.Check(scheduler);                 // the scheduler's counts must be the ledger's
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "coordinator/scheduler.h"

namespace tenuki {

class LedgerModel {
 public:
  struct Unit {
    enum { kFree, kLeased, kCommitted, kQuarantined } state = kFree;
    AttemptId attempt = 0;  // when leased
  };
  struct Experiment {
    ScheduledKind kind;
    int64_t units_per_job = 0;
    bool paused = false;
    std::vector<std::vector<Unit>> cells;
  };

  std::map<ExperimentId, Experiment>& experiments() { return experiments_; }
  const std::map<AttemptId, LeasedJob>& live() const { return live_; }
  bool IsLive(AttemptId attempt) const { return live_.contains(attempt); }

  // As a coordinator would add it when it starts.
  ScheduledExperiment Scheduled(ExperimentId id) const {
    const Experiment& experiment = experiments_.at(id);
    ScheduledExperiment scheduled;
    scheduled.id = id;
    scheduled.priority = static_cast<int>(id % 2);
    scheduled.kind = experiment.kind;
    scheduled.units_per_job = experiment.units_per_job;
    for (const std::vector<Unit>& units : experiment.cells) {
      ScheduledCell& cell = scheduled.cells.emplace_back();
      for (int64_t unit = 0; unit < std::ssize(units); ++unit) {
        const auto state = units[unit].state;
        if (state == Unit::kFree || state == Unit::kLeased) cell.missing.Add({unit, unit + 1});
      }
    }
    return scheduled;
  }

  void Lease(const LeasedJob& lease) {
    EXPECT_FALSE(IsLive(lease.attempt));
    ForEachUnit(lease.job, [&](Unit& unit) {
      EXPECT_EQ(unit.state, Unit::kFree) << "given to two, or not wanted";
      unit = {.state = Unit::kLeased, .attempt = lease.attempt};
    });
    live_[lease.attempt] = lease;
  }

  void Release(AttemptId attempt) {
    ASSERT_TRUE(IsLive(attempt));
    ForEachUnit(live_.at(attempt).job, [&](Unit& unit) { unit = {}; });
    live_.erase(attempt);
  }

  void Commit(const JobId& units) {
    ForEachUnit(units, [&](Unit& unit) {
      EXPECT_NE(unit.state, Unit::kLeased) << "whoever had it should have lost it";
      unit = {.state = Unit::kCommitted};
    });
  }

  void Quarantine(const QuarantineDecision& quarantine) {
    EXPECT_EQ(quarantine.job.units.size(), 1);
    ForEachUnit(quarantine.job, [&](Unit& unit) {
      EXPECT_EQ(unit.state, Unit::kFree);
      unit.state = Unit::kQuarantined;
    });
  }

  void AddMissing(const JobId& units) {
    ForEachUnit(units, [](Unit& unit) {
      if (unit.state != Unit::kLeased) unit = {};
    });
  }

  void RemoveExperiment(ExperimentId id) {
    std::erase_if(live_, [&](const auto& entry) { return entry.second.job.experiment == id; });
    experiments_.erase(id);
  }

  void Check(const Scheduler& scheduler) {
    std::map<std::string, int> num_attempts;
    for (const auto& [attempt, lease] : live_) {
      ++num_attempts[lease.worker];
      ForEachUnit(lease.job, [&](Unit& unit) { EXPECT_TRUE(unit.state == Unit::kLeased && unit.attempt == attempt); });
    }
    for (const SchedulerWorker& worker : scheduler.Workers()) {
      EXPECT_EQ(worker.num_attempts, num_attempts[worker.name]) << worker.name;
    }
    for (const auto& [id, experiment] : experiments_) {
      const std::vector<CellProgress> progress = scheduler.Progress(id);
      ASSERT_EQ(progress.size(), experiment.cells.size());
      int64_t num_left = 0;
      for (size_t cell = 0; cell < progress.size(); ++cell) {
        const auto count = [&](int state) {
          return absl::c_count_if(experiment.cells[cell], [&](const Unit& unit) { return unit.state == state; });
        };
        EXPECT_EQ(progress[cell].num_missing, count(Unit::kFree)) << "experiment " << id << ", cell " << cell;
        EXPECT_EQ(progress[cell].num_leased, count(Unit::kLeased)) << "experiment " << id << ", cell " << cell;
        num_left += count(Unit::kFree) + count(Unit::kLeased);
      }
      EXPECT_EQ(scheduler.IsComplete(id), num_left == 0);
    }
  }

 private:
  template <typename Function>
  void ForEachUnit(const JobId& job, Function function) {
    std::vector<Unit>& units = experiments_.at(job.experiment).cells.at(job.cell);
    for (int64_t unit = job.units.first; unit < job.units.end; ++unit) function(units.at(unit));
  }

  std::map<ExperimentId, Experiment> experiments_;
  std::map<AttemptId, LeasedJob> live_;
};

}  // namespace tenuki
