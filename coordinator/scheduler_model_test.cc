// Thousands of random events from a seed: workers ask, finish, fail, vanish and drain; answers are lost, commits are
// slow, the coordinator restarts with half of its memory. Beside the scheduler goes a model that knows of every unit
// whether it is free, leased, committed or quarantined, as the ledger would; each decision must agree with it. At the
// end everybody behaves, and everything must be done.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "coordinator/scheduler.h"

namespace tenuki {
namespace {

struct UnitState {
  enum { kFree, kLeased, kCommitted, kQuarantined } state = kFree;
  AttemptId attempt = 0;  // when leased
};

struct ModelExperiment {
  ScheduledKind kind;
  int64_t units_per_job = 0;
  bool paused = false;
  std::vector<std::vector<UnitState>> cells;
};

struct HeldLease {
  LeasedJob lease;
  int64_t num_units_done = 0;
};

struct ModelWorker {
  std::vector<ScheduledKind> kinds;
  bool draining = false;
  std::map<AttemptId, HeldLease> held;
};

// Rows that are being stored: CheckFinish said yes, Finish is still to come.
struct PendingCommit {
  LeasedJob lease;
  int64_t num_units_done = 0;
  std::optional<std::string> failure;
};

class Model {
 public:
  explicit Model(uint64_t seed) : random_(seed), scheduler_(std::in_place, Options(), epoch_) {
    for (int i = 0; i < 3; ++i) AddExperiment();
    for (int i = 0; i < 5; ++i) AddWorker();
  }

  void RandomEvent() {
    now_ += absl::Milliseconds(Below(3000));
    const int64_t event = Below(100);
    if (event < 40) {
      Synchronize(AnyWorker(), /*answer_arrives=*/Below(5) > 0);
    } else if (event < 70) {
      FinishSomething();
    } else if (event < 78) {
      EndPendingCommit();
    } else if (event < 82) {
      Vanish();
    } else if (event < 85) {
      Drain();
    } else if (event < 90) {
      TogglePause();
    } else if (event < 94) {
      now_ += absl::Seconds(Below(50));
      LearnReaped();
    } else if (event < 96) {
      Restart();
    } else if (event < 98) {
      LoseUnits();
    } else {
      RemoveExperiment();
    }
  }

  // No faults from here on.
  void Complete() {
    while (!pending_.empty()) EndPendingCommit();
    for (auto& [id, experiment] : experiments_) {
      experiment.paused = false;
      scheduler_->SetPaused(id, false);
    }
    while (!workers_.empty()) workers_.erase(workers_.begin());
    for (int i = 0; i < 3; ++i) AddWorker(kKinds);
    for (int round = 0; round < 1000 && !AllComplete(); ++round) {
      now_ += absl::Seconds(1);
      for (auto& [name, worker] : workers_) {
        Synchronize(name, /*answer_arrives=*/true);
        while (!worker.held.empty()) {
          const HeldLease held = worker.held.begin()->second;
          Finish(worker, held.lease, held.lease.job.units.size(), std::nullopt, /*slow=*/false);
        }
      }
      ASSERT_NO_FATAL_FAILURE(CheckInvariants());
    }
    EXPECT_TRUE(AllComplete());
  }

  void CheckInvariants() {
    std::map<std::string, int> num_attempts;
    for (const auto& [attempt, lease] : live_) ++num_attempts[lease.worker];
    for (const SchedulerWorker& worker : scheduler_->Workers()) {
      ASSERT_EQ(worker.num_attempts, num_attempts[worker.name]) << worker.name;
    }
    for (const auto& [id, experiment] : experiments_) {
      const std::vector<CellProgress> progress = scheduler_->Progress(id);
      ASSERT_EQ(progress.size(), experiment.cells.size());
      bool complete = true;
      for (size_t cell = 0; cell < progress.size(); ++cell) {
        const std::vector<UnitState>& units = experiment.cells[cell];
        const auto count = [&](int state) {
          return absl::c_count_if(units, [&](const UnitState& unit) { return unit.state == state; });
        };
        ASSERT_EQ(progress[cell].num_missing, count(UnitState::kFree)) << "experiment " << id << ", cell " << cell;
        ASSERT_EQ(progress[cell].num_leased, count(UnitState::kLeased)) << "experiment " << id << ", cell " << cell;
        complete = complete && progress[cell].num_missing + progress[cell].num_leased == 0;
      }
      ASSERT_EQ(scheduler_->IsComplete(id), complete);
    }
    for (const auto& [attempt, lease] : live_) {
      ForEachUnit(lease.job, [&](UnitState& unit) {
        ASSERT_EQ(unit.state, UnitState::kLeased);
        ASSERT_EQ(unit.attempt, attempt);
      });
    }
  }

 private:
  static SchedulerOptions Options() {
    return {.max_unit_failures = 3, .max_unit_losses = 4, .max_leases_per_synchronize = 5};
  }
  static inline const std::vector<ScheduledKind> kKinds = {{"match", 1}, {"tsumego", 3}};

  int64_t Below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }

  void AddExperiment() {
    ModelExperiment& experiment = experiments_[++last_experiment_];
    experiment.kind = kKinds[Below(2)];
    experiment.units_per_job = Below(2) * (1 + Below(8));
    experiment.cells.resize(1 + Below(4));
    for (std::vector<UnitState>& units : experiment.cells) units.resize(Below(40));
    AddToScheduler(last_experiment_);
  }

  void AddToScheduler(ExperimentId id) {
    const ModelExperiment& experiment = experiments_.at(id);
    ScheduledExperiment added;
    added.id = id;
    added.priority = static_cast<int>(id % 2);
    added.kind = experiment.kind;
    added.units_per_job = experiment.units_per_job;
    for (const std::vector<UnitState>& units : experiment.cells) {
      ScheduledCell& cell = added.cells.emplace_back();
      for (int64_t unit = 0; unit < std::ssize(units); ++unit) {
        const auto state = units[unit].state;
        if (state == UnitState::kFree || state == UnitState::kLeased) cell.missing.Add({unit, unit + 1});
      }
    }
    scheduler_->AddExperiment(std::move(added), now_);
    scheduler_->SetPaused(id, experiment.paused);
  }

  void AddWorker(std::vector<ScheduledKind> kinds) {
    workers_[absl::StrCat("worker ", ++last_worker_)].kinds = std::move(kinds);
  }
  void AddWorker() { AddWorker(Below(4) == 0 ? std::vector<ScheduledKind>{kKinds[0]} : kKinds); }

  std::string AnyWorker() { return std::next(workers_.begin(), Below(std::ssize(workers_)))->first; }

  bool AllComplete() const {
    return absl::c_all_of(experiments_, [&](const auto& entry) { return scheduler_->IsComplete(entry.first); });
  }

  template <typename Function>
  void ForEachUnit(const JobId& job, Function function) {
    std::vector<UnitState>& units = experiments_.at(job.experiment).cells.at(job.cell);
    for (int64_t unit = job.units.first; unit < job.units.end; ++unit) function(units.at(unit));
  }

  void Lease(const LeasedJob& lease) {
    EXPECT_FALSE(live_.contains(lease.attempt));
    ForEachUnit(lease.job, [&](UnitState& unit) {
      EXPECT_EQ(unit.state, UnitState::kFree) << "given to two, or not wanted";
      unit = {.state = UnitState::kLeased, .attempt = lease.attempt};
    });
    live_[lease.attempt] = lease;
  }

  void Release(AttemptId attempt) {
    ForEachUnit(live_.at(attempt).job, [&](UnitState& unit) {
      if (unit.state == UnitState::kLeased && unit.attempt == attempt) unit = {};
    });
    live_.erase(attempt);
  }

  void Quarantine(const QuarantineDecision& quarantine) {
    EXPECT_EQ(quarantine.job.units.size(), 1);
    ForEachUnit(quarantine.job, [&](UnitState& unit) {
      EXPECT_EQ(unit.state, UnitState::kFree);
      unit.state = UnitState::kQuarantined;
    });
  }

  void LearnReaped() {
    const Scheduler::Reaped reaped = scheduler_->ReapExpired(now_);
    for (AttemptId attempt : reaped.attempts) {
      ASSERT_TRUE(live_.contains(attempt));
      Release(attempt);
    }
    for (const QuarantineDecision& quarantine : reaped.quarantined) Quarantine(quarantine);
  }

  void Synchronize(const std::string& name, bool answer_arrives) {
    ModelWorker& worker = workers_.at(name);
    WorkerReport report;
    report.worker = name;
    report.kinds = worker.kinds;
    report.num_slots = 2;
    report.num_jobs_wanted = static_cast<int>(Below(4));
    report.draining = worker.draining;
    for (auto& [attempt, held] : worker.held) {
      held.num_units_done += Below(held.lease.job.units.size() - held.num_units_done + 1);
      report.attempts.push_back({.attempt = attempt, .job = held.lease.job, .num_units_done = held.num_units_done});
    }
    const SynchronizeDecision decision = scheduler_->Synchronize(report, now_);
    LearnReaped();
    const std::set<AttemptId> lost(decision.lost.begin(), decision.lost.end());
    for (const auto& [attempt, held] : worker.held) {
      const bool is_live = live_.contains(attempt);
      EXPECT_FALSE(is_live && lost.contains(attempt));
      if (!is_live && !lost.contains(attempt)) {
        EXPECT_LT(attempt >> 40, epoch_) << "only those of earlier epochs are taken back";
        Lease(held.lease);
      }
    }
    for (size_t i = 0; i < decision.leases.size(); ++i) {
      const LeasedJob& lease = decision.leases[i];
      EXPECT_FALSE(worker.held.contains(lease.attempt));
      if (i >= decision.num_new_leases) {
        EXPECT_TRUE(live_.contains(lease.attempt) && live_.at(lease.attempt).worker == name);
        continue;
      }
      const ModelExperiment& experiment = experiments_.at(lease.job.experiment);
      EXPECT_FALSE(experiment.paused);
      EXPECT_TRUE(absl::c_linear_search(worker.kinds, experiment.kind));
      Lease(lease);
    }
    EXPECT_LE(decision.num_new_leases, static_cast<size_t>(report.num_jobs_wanted));
    EXPECT_TRUE(!decision.drain || decision.leases.empty());
    EXPECT_GT(decision.next_synchronization_in, absl::ZeroDuration());
    if (!answer_arrives) return;
    for (AttemptId attempt : lost) worker.held.erase(attempt);
    for (const LeasedJob& lease : decision.leases) worker.held[lease.attempt] = {.lease = lease};
  }

  void FinishSomething() {
    ModelWorker& worker = workers_.at(AnyWorker());
    if (worker.held.empty()) return;
    const HeldLease held = std::next(worker.held.begin(), Below(std::ssize(worker.held)))->second;
    const int64_t size = held.lease.job.units.size();
    const bool fails = Below(3) == 0;
    const int64_t num_units_done = fails ? Below(size) : Below(2) == 0 ? size : Below(size + 1);
    Finish(worker, held.lease, num_units_done, fails ? std::optional<std::string>("it broke") : std::nullopt,
           /*slow=*/Below(4) == 0);
  }

  void Finish(ModelWorker& worker, const LeasedJob& lease, int64_t num_units_done, std::optional<std::string> failure,
              bool slow) {
    if (pending_.contains(lease.attempt)) return;
    const absl::Status status = scheduler_->CheckFinish(lease.attempt, lease.job, lease.worker, now_);
    if (!status.ok()) {
      EXPECT_TRUE(absl::IsAborted(status)) << status;
      EXPECT_FALSE(live_.contains(lease.attempt)) << status;
      worker.held.erase(lease.attempt);
      return;
    }
    if (!live_.contains(lease.attempt)) Lease(lease);
    pending_[lease.attempt] = {.lease = lease, .num_units_done = num_units_done, .failure = std::move(failure)};
    if (!slow) EndPendingCommit(lease.attempt);
  }

  void EndPendingCommit() {
    if (!pending_.empty()) EndPendingCommit(std::next(pending_.begin(), Below(std::ssize(pending_)))->first);
  }

  void EndPendingCommit(AttemptId attempt) {
    const PendingCommit pending = pending_.at(attempt);
    pending_.erase(attempt);
    const JobId& job = pending.lease.job;
    const std::optional<QuarantineDecision> quarantine = scheduler_->Finish(
        attempt, job, pending.num_units_done, pending.failure, pending.num_units_done * absl::Seconds(2), now_);
    if (const auto it = workers_.find(pending.lease.worker); it != workers_.end()) it->second.held.erase(attempt);
    if (!experiments_.contains(job.experiment)) return;
    if (live_.contains(attempt)) Release(attempt);
    LearnReaped();
    const Interval done = {job.units.first, job.units.first + pending.num_units_done};
    ForEachUnit({.experiment = job.experiment, .cell = job.cell, .units = done}, [&](UnitState& unit) {
      EXPECT_NE(unit.state, UnitState::kLeased) << "whoever had it should have lost it";
      unit = {.state = UnitState::kCommitted};
    });
    if (quarantine) Quarantine(*quarantine);
  }

  void Vanish() {
    workers_.erase(AnyWorker());
    AddWorker();
  }

  void Drain() {
    const std::string name = AnyWorker();
    if (Below(2) == 0) {
      workers_.at(name).draining = true;
    } else {
      scheduler_->DrainWorker(name).IgnoreError();  // it may not have been seen yet
    }
    AddWorker();
    if (workers_.size() > 8) workers_.erase(workers_.begin());
  }

  ExperimentId AnyExperiment() { return std::next(experiments_.begin(), Below(std::ssize(experiments_)))->first; }

  void TogglePause() {
    const ExperimentId id = AnyExperiment();
    ModelExperiment& experiment = experiments_.at(id);
    experiment.paused = !experiment.paused;
    scheduler_->SetPaused(id, experiment.paused);
  }

  // Committed and quarantined units turn out to be missing, among them some that were missing or leased anyway.
  void LoseUnits() {
    const ExperimentId id = AnyExperiment();
    std::vector<std::vector<UnitState>>& cells = experiments_.at(id).cells;
    const int32_t cell = static_cast<int32_t>(Below(std::ssize(cells)));
    if (cells[cell].empty()) return;
    const int64_t first = Below(std::ssize(cells[cell]));
    const JobId job = {
        .experiment = id, .cell = cell, .units = {first, first + Below(std::ssize(cells[cell]) - first)}};
    scheduler_->AddMissing(job);
    ForEachUnit(job, [](UnitState& unit) {
      if (unit.state != UnitState::kLeased) unit = {};
    });
  }

  void RemoveExperiment() {
    const ExperimentId id = AnyExperiment();
    scheduler_->RemoveExperiment(id);
    std::erase_if(live_, [&](const auto& entry) { return entry.second.job.experiment == id; });
    experiments_.erase(id);
    AddExperiment();
  }

  // The ledger remembers what is committed and quarantined, failures, and most leases; rows that were being stored are
  // gone.
  void Restart() {
    std::map<std::pair<ExperimentId, int32_t>, std::map<int64_t, int>> failures;
    for (const auto& [id, experiment] : experiments_) {
      for (int32_t cell = 0; cell < std::ssize(experiment.cells); ++cell) {
        for (int64_t unit = 0; unit < std::ssize(experiment.cells[cell]); ++unit) {
          const JobId job = {.experiment = id, .cell = cell, .units = {unit, unit + 1}};
          failures[{id, cell}][unit] = scheduler_->NumFailures(job);
        }
      }
    }
    pending_.clear();
    scheduler_.emplace(Options(), ++epoch_);
    for (const auto& [id, experiment] : experiments_) AddToScheduler(id);
    const std::map<AttemptId, LeasedJob> before = live_;
    for (const auto& [attempt, lease] : before) {
      if (Below(4) == 0) {
        Release(attempt);
      } else {
        scheduler_->RestoreLease(lease, now_);
      }
    }
    for (const auto& [cell, counts] : failures) {
      for (const auto& [unit, count] : counts) {
        scheduler_->RestoreFailures({.experiment = cell.first, .cell = cell.second, .units = {unit, unit + 1}}, count);
      }
    }
  }

  std::mt19937_64 random_;
  absl::Time now_ = absl::UnixEpoch();
  uint32_t epoch_ = 1;
  std::optional<Scheduler> scheduler_;
  ExperimentId last_experiment_ = 0;
  int last_worker_ = 0;
  std::map<ExperimentId, ModelExperiment> experiments_;
  std::map<std::string, ModelWorker> workers_;
  // What the ledger believes to be on lease.
  std::map<AttemptId, LeasedJob> live_;
  std::map<AttemptId, PendingCommit> pending_;
};

class SchedulerModelTest : public testing::TestWithParam<uint64_t> {};

TEST_P(SchedulerModelTest, AgreesWithTheModel) {
  Model model(GetParam());
  for (int step = 0; step < 4000; ++step) {
    SCOPED_TRACE(testing::Message() << "seed " << GetParam() << ", step " << step);
    ASSERT_NO_FATAL_FAILURE(model.RandomEvent());
    ASSERT_NO_FATAL_FAILURE(model.CheckInvariants());
    if (HasFailure()) return;
  }
  SCOPED_TRACE(testing::Message() << "seed " << GetParam() << ", at the end");
  model.Complete();
}

INSTANTIATE_TEST_SUITE_P(Seeds, SchedulerModelTest, testing::Range(uint64_t{0}, uint64_t{20}));

}  // namespace
}  // namespace tenuki
