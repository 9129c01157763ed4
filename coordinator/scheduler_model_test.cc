// Thousands of random events from a seed: workers ask, finish, fail, vanish and drain; answers are lost, commits are
// slow, the coordinator restarts with half of its memory. Each decision must agree with a model of the ledger. At the
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
#include "coordinator/ledger_model.h"
#include "coordinator/scheduler.h"

namespace tenuki {
namespace {

struct HeldLease {
  LeasedJob lease;
  int64_t num_units_done = 0;
};

struct ClusterWorker {
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

class Cluster {
 public:
  explicit Cluster(uint64_t seed) : random_(seed), scheduler_(std::in_place, Options(), epoch_) {
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
    for (auto& [id, experiment] : ledger_.experiments()) {
      experiment.paused = false;
      scheduler_->SetPaused(id, false);
    }
    workers_.clear();
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
      ASSERT_NO_FATAL_FAILURE(Check());
    }
    EXPECT_TRUE(AllComplete());
  }

  void Check() { ledger_.Check(*scheduler_); }

 private:
  static SchedulerOptions Options() {
    return {.max_unit_failures = 3, .max_unit_losses = 4, .max_leases_per_synchronize = 5};
  }
  static inline const std::vector<ScheduledKind> kKinds = {{"match", 1}, {"tsumego", 3}};

  int64_t Below(int64_t n) { return static_cast<int64_t>(random_() % static_cast<uint64_t>(n)); }

  void AddExperiment() {
    LedgerModel::Experiment& experiment = ledger_.experiments()[++last_experiment_];
    experiment.kind = kKinds[Below(2)];
    experiment.units_per_job = Below(2) * (1 + Below(8));
    experiment.cells.resize(1 + Below(4));
    for (std::vector<LedgerModel::Unit>& units : experiment.cells) units.resize(Below(40));
    AddToScheduler(last_experiment_);
  }

  void AddToScheduler(ExperimentId id) {
    scheduler_->AddExperiment(ledger_.Scheduled(id), now_);
    scheduler_->SetPaused(id, ledger_.experiments().at(id).paused);
  }

  void AddWorker(std::vector<ScheduledKind> kinds) {
    workers_[absl::StrCat("worker ", ++last_worker_)].kinds = std::move(kinds);
  }
  void AddWorker() { AddWorker(Below(4) == 0 ? std::vector<ScheduledKind>{kKinds[0]} : kKinds); }

  std::string AnyWorker() { return std::next(workers_.begin(), Below(std::ssize(workers_)))->first; }

  bool AllComplete() {
    return absl::c_all_of(ledger_.experiments(),
                          [&](const auto& entry) { return scheduler_->IsComplete(entry.first); });
  }

  void LearnReaped() {
    const Scheduler::Reaped reaped = scheduler_->ReapExpired(now_);
    for (AttemptId attempt : reaped.attempts) ledger_.Release(attempt);
    for (const QuarantineDecision& quarantine : reaped.quarantined) ledger_.Quarantine(quarantine);
  }

  void Synchronize(const std::string& name, bool answer_arrives) {
    ClusterWorker& worker = workers_.at(name);
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
      const bool is_live = ledger_.IsLive(attempt);
      EXPECT_FALSE(is_live && lost.contains(attempt));
      if (!is_live && !lost.contains(attempt)) {
        EXPECT_LT(attempt >> 40, epoch_) << "only those of earlier epochs are taken back";
        ledger_.Lease(held.lease);
      }
    }
    for (size_t i = 0; i < decision.leases.size(); ++i) {
      const LeasedJob& lease = decision.leases[i];
      EXPECT_FALSE(worker.held.contains(lease.attempt));
      if (i >= decision.num_new_leases) {
        EXPECT_TRUE(ledger_.IsLive(lease.attempt) && ledger_.live().at(lease.attempt).worker == name);
        continue;
      }
      const LedgerModel::Experiment& experiment = ledger_.experiments().at(lease.job.experiment);
      EXPECT_FALSE(experiment.paused);
      EXPECT_TRUE(absl::c_linear_search(worker.kinds, experiment.kind));
      ledger_.Lease(lease);
    }
    EXPECT_LE(decision.num_new_leases, static_cast<size_t>(report.num_jobs_wanted));
    EXPECT_TRUE(!decision.drain || decision.leases.empty());
    EXPECT_GT(decision.next_synchronization_in, absl::ZeroDuration());
    if (!answer_arrives) return;
    for (AttemptId attempt : lost) worker.held.erase(attempt);
    for (const LeasedJob& lease : decision.leases) worker.held[lease.attempt] = {.lease = lease};
  }

  void FinishSomething() {
    ClusterWorker& worker = workers_.at(AnyWorker());
    if (worker.held.empty()) return;
    const HeldLease held = std::next(worker.held.begin(), Below(std::ssize(worker.held)))->second;
    const int64_t size = held.lease.job.units.size();
    const bool fails = Below(3) == 0;
    const int64_t num_units_done = fails ? Below(size) : Below(2) == 0 ? size : Below(size + 1);
    Finish(worker, held.lease, num_units_done, fails ? std::optional<std::string>("it broke") : std::nullopt,
           /*slow=*/Below(4) == 0);
  }

  void Finish(ClusterWorker& worker, const LeasedJob& lease, int64_t num_units_done, std::optional<std::string> failure,
              bool slow) {
    if (pending_.contains(lease.attempt)) return;
    const absl::Status status = scheduler_->CheckFinish(lease.attempt, lease.job, lease.worker, now_);
    if (!status.ok()) {
      EXPECT_TRUE(absl::IsAborted(status)) << status;
      EXPECT_FALSE(ledger_.IsLive(lease.attempt)) << status;
      worker.held.erase(lease.attempt);
      return;
    }
    if (!ledger_.IsLive(lease.attempt)) ledger_.Lease(lease);
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
    if (!scheduler_->HasExperiment(job.experiment)) return;
    if (ledger_.IsLive(attempt)) ledger_.Release(attempt);
    LearnReaped();
    const Interval done = {job.units.first, job.units.first + pending.num_units_done};
    ledger_.Commit({.experiment = job.experiment, .cell = job.cell, .units = done});
    if (quarantine) ledger_.Quarantine(*quarantine);
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

  ExperimentId AnyExperiment() {
    return std::next(ledger_.experiments().begin(), Below(std::ssize(ledger_.experiments())))->first;
  }

  void TogglePause() {
    const ExperimentId id = AnyExperiment();
    LedgerModel::Experiment& experiment = ledger_.experiments().at(id);
    experiment.paused = !experiment.paused;
    scheduler_->SetPaused(id, experiment.paused);
  }

  // Committed and quarantined units turn out to be missing, among them some that were missing or leased anyway.
  void LoseUnits() {
    const ExperimentId id = AnyExperiment();
    const std::vector<std::vector<LedgerModel::Unit>>& cells = ledger_.experiments().at(id).cells;
    const int32_t cell = static_cast<int32_t>(Below(std::ssize(cells)));
    if (cells[cell].empty()) return;
    const int64_t first = Below(std::ssize(cells[cell]));
    const JobId job = {
        .experiment = id, .cell = cell, .units = {first, first + Below(std::ssize(cells[cell]) - first)}};
    scheduler_->AddMissing(job);
    ledger_.AddMissing(job);
  }

  void RemoveExperiment() {
    const ExperimentId id = AnyExperiment();
    scheduler_->RemoveExperiment(id);
    ledger_.RemoveExperiment(id);
    AddExperiment();
  }

  // The ledger remembers what is committed and quarantined, failures, and most leases; rows that were being stored are
  // gone.
  void Restart() {
    std::map<std::pair<ExperimentId, int32_t>, std::map<int64_t, int>> failures;
    for (const auto& [id, experiment] : ledger_.experiments()) {
      for (int32_t cell = 0; cell < std::ssize(experiment.cells); ++cell) {
        for (int64_t unit = 0; unit < std::ssize(experiment.cells[cell]); ++unit) {
          const JobId job = {.experiment = id, .cell = cell, .units = {unit, unit + 1}};
          failures[{id, cell}][unit] = scheduler_->NumFailures(job);
        }
      }
    }
    pending_.clear();
    scheduler_.emplace(Options(), ++epoch_);
    for (const auto& [id, experiment] : ledger_.experiments()) AddToScheduler(id);
    const std::map<AttemptId, LeasedJob> before = ledger_.live();
    for (const auto& [attempt, lease] : before) {
      if (Below(4) == 0) {
        ledger_.Release(attempt);
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
  LedgerModel ledger_;
  std::map<std::string, ClusterWorker> workers_;
  std::map<AttemptId, PendingCommit> pending_;
};

class SchedulerModelTest : public testing::TestWithParam<uint64_t> {};

TEST_P(SchedulerModelTest, AgreesWithTheModel) {
  Cluster cluster(GetParam());
  for (int step = 0; step < 4000; ++step) {
    SCOPED_TRACE(testing::Message() << "seed " << GetParam() << ", step " << step);
    ASSERT_NO_FATAL_FAILURE(cluster.RandomEvent());
    ASSERT_NO_FATAL_FAILURE(cluster.Check());
    if (HasFailure()) return;
  }
  SCOPED_TRACE(testing::Message() << "seed " << GetParam() << ", at the end");
  cluster.Complete();
}

INSTANTIATE_TEST_SUITE_P(Seeds, SchedulerModelTest, testing::Range(uint64_t{0}, uint64_t{20}));

}  // namespace
}  // namespace tenuki
