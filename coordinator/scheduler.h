// Who works on what: a pure state machine. Events come in with the time at which they happened, decisions go out; there
// is no clock, thread, socket or file in it (law 5): a simulation can run a day of a thousand workers in seconds.
//
//   Scheduler scheduler(options, /*epoch=*/7);
//   scheduler.AddExperiment({.id = 1, .kind = {"match", 1}, .cells = {…}}, now);
//   SynchronizeDecision decision = scheduler.Synchronize(report, now);      // leases, renewals, losses
//   …
//   ABSL_RETURN_IF_ERROR(scheduler.CheckFinish(attempt, job, worker, now));  // before its rows are stored
//   scheduler.Finish(attempt, job, num_units_done, failure, run_time, now);  // after they are durable
//
// How it decides:
//   * Experiments: the higher priority first; among equals the one with the fewest live leases, so that they share the
//     slots evenly. Within an experiment cells go in their order.
//   * Workers: only those that know the kind's version and have all of the experiment's engines (law 6).
//   * Job size: from measured unit times, for `target_job_time` of work; smaller towards an experiment's end, so that
//     no straggler holds it up. A cell that was never measured starts from its neighbour's time, or with one unit.
//   * A lease that is not renewed within its term is lost, and its units go back. After a restart every lease that the
//     ledger remembers gets one full term.
//   * A unit that fails is tried again after a backoff, alone; after `max_unit_failures` it is quarantined. A unit at
//     which a worker vanished is suspect and treated in the same way, but with a limit of its own, `max_unit_losses`.
//
// Costs: everything is O(log n) in cells and leases, apart from what it returns, and O(n) in the experiments, which are
// few. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "coordinator/job_sizer.h"
#include "coordinator/lease_table.h"
#include "coordinator/scheduler_messages.h"
#include "coordinator/unit_pool.h"
#include "coordinator/worker_table.h"

namespace tenuki {

class Scheduler {
 public:
  Scheduler(const SchedulerOptions& options, uint32_t epoch);

  // REQUIRES: the id is new.
  void AddExperiment(ScheduledExperiment experiment, absl::Time now);
  // Its attempts are lost. Nothing happens when there is none.
  void RemoveExperiment(ExperimentId id);
  // A paused experiment is leased to nobody; what is leased goes on.
  void SetPaused(ExperimentId id, bool paused);
  // The cell has no units from this one on: leases of them are lost.
  void EndCell(ExperimentId id, int32_t cell, int64_t end_unit);
  // Units that turned out to be missing after all, e.g. because a segment was damaged.
  void AddMissing(const JobId& units);

  // A lease that the ledger remembers from before a restart: it gets one full term from now. Nothing happens when its
  // units are not missing any more.
  void RestoreLease(const LeasedJob& lease, absl::Time now);
  // A failure count that the ledger remembers. (Losses are not remembered.)
  void RestoreFailures(const JobId& unit, int num_failures);

  // Whether there was such an attempt, as far as one can tell of those before this start.
  bool WasGiven(AttemptId attempt) const;

  SynchronizeDecision Synchronize(const WorkerReport& report, absl::Time now);

  // Whether the units that the attempt claims to have done may be committed: yes for a live lease of them, which is
  // renewed by it, and for a lease that was reaped or forgotten in a restart while nobody else has the units; the lease
  // is then taken back. ABORTED otherwise.
  absl::Status CheckFinish(AttemptId attempt, const JobId& job, const std::string& worker, absl::Time now);
  // The first `num_units_done` units are durable. The rest of the job goes back; with a failure, the unit after them
  // failed. The lease is over. The quarantine decision, if the failure led to one, is to be written to the ledger.
  // REQUIRES: CheckFinish said yes. If the attempt was reaped since, only the commit counts, and those who were given
  // some of the units in between lose their leases.
  std::optional<QuarantineDecision> Finish(AttemptId attempt, const JobId& job, int64_t num_units_done,
                                           const std::optional<std::string>& failure, absl::Duration run_time,
                                           absl::Time now);

  // Ends the leases whose term is over, as Synchronize does too. Gives all leases that ended without a Finish since the
  // last call, which the ledger should know. To be called after every Synchronize, and now and then.
  struct Reaped {
    std::vector<AttemptId> attempts;
    std::vector<QuarantineDecision> quarantined;
  };
  Reaped ReapExpired(absl::Time now);

  // NOT_FOUND.
  absl::Status DrainWorker(const std::string& worker);

  bool HasExperiment(ExperimentId id) const;
  // Nothing missing and nothing leased.
  bool IsComplete(ExperimentId id) const;
  std::vector<CellProgress> Progress(ExperimentId id) const;
  int NumFailures(const JobId& unit) const;
  std::vector<SchedulerWorker> Workers() const;
  // "no worker is connected", "every worker has another version of 'match': …"; empty when nothing is in the way.
  std::vector<std::string> Obstacles(ExperimentId id, absl::Time now) const;

 private:
  struct Experiment {
    ExperimentId id = 0;
    int priority = 0;
    ScheduledKind kind;
    std::vector<ScheduledEngine> engines;
    bool paused = false;
    UnitPool pool;
    JobSizer sizer;
    int num_leases = 0;
    int num_probes = 0;
  };

  Experiment* Find(ExperimentId id);
  const Experiment* Find(ExperimentId id) const;

  // Leases: a unit is in its experiment's pool, on one lease, committed, or quarantined.
  AttemptId NextAttempt();
  bool IsOfEarlierEpoch(AttemptId attempt) const;
  // REQUIRES: the units are taken from the pool.
  void AddLease(AttemptId attempt, const JobId& job, const std::string& worker, bool probe, absl::Time now);
  // Its units are nobody's then, and to be taken care of.
  Lease EndLease(AttemptId attempt);
  void Reap(absl::Time now);
  // A lease that the worker still believes in, and that may be taken back because all of its units are in the pool.
  bool TryAdopt(AttemptId attempt, const JobId& job, const std::string& worker, absl::Time now);
  absl::Status WhyLost(AttemptId attempt, const JobId& job) const;
  std::optional<QuarantineDecision> AddTrouble(Experiment& experiment, const JobId& unit, UnitPool::TroubleKind kind,
                                               const std::string& reason, absl::Time now);

  // The steps of Synchronize.
  std::vector<AttemptId> RenewMentioned(const WorkerReport& report, absl::Time now);
  std::vector<AttemptId> Unmentioned(const WorkerReport& report) const;
  std::vector<LeasedJob> Grant(const WorkerReport& report, int64_t max_jobs, absl::Time now);
  // They go back to the pool; nobody is to blame.
  void Release(AttemptId attempt);
  // Null when there is no work for the worker at this moment.
  Experiment* Choose(const WorkerReport& report, absl::Time now);
  static bool CanRun(const WorkerReport& report, const Experiment& experiment);
  bool HasWork(const Experiment& experiment, absl::Time now) const;
  // REQUIRES: HasWork.
  JobId CutJob(Experiment& experiment, absl::Time now);
  std::string Refusal(const std::vector<ScheduledKind>& kinds) const;
  // `satisfied`: it has as many jobs as it wants.
  absl::Duration NextSynchronizationIn(const WorkerReport& report, bool has_leases, bool satisfied,
                                       absl::Time now) const;

  // Workers seen at this time or earlier are forgotten.
  absl::Time ForgottenAt(absl::Time now) const { return now - 3 * options_.lease_term; }
  std::string WorkerObstacle(const Experiment& experiment, absl::Time now) const;

  const SchedulerOptions options_;
  const uint64_t epoch_;
  uint64_t num_attempts_ = 0;
  std::map<ExperimentId, Experiment> experiments_;
  LeaseTable leases_;
  ReapedLeases reaped_leases_;
  WorkerTable workers_;
  // Not yet given to the caller.
  Reaped reaped_;
};

}  // namespace tenuki
