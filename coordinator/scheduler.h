// Who works on what: a pure state machine. Events come in with the time at which they happened, decisions go out; there
// is no clock, thread, socket or file in it (law 5), so that a simulation can run a day of a thousand workers in seconds.
//
//   Scheduler scheduler(options, /*epoch=*/7);
//   scheduler.AddExperiment({.id = 1, .kind = {"match", 1}, .cells = {…}}, now);
//   SynchronizeDecision decision = scheduler.Synchronize(report, now);      // leases, renewals, losses
//   …
//   ABSL_ASSIGN_OR_RETURN(LeasedJob job, scheduler.CheckFinish(attempt, claim, now));   // before its rows are stored
//   scheduler.Committed(attempt, claim, num_units_done, run_time, now);                 // after they are durable
//
// How it decides:
//   * Experiments: the higher priority first; among equals the one with the fewest units' seconds on lease, so that they
//     share the slots evenly. Within an experiment cells go in their order.
//   * Job size: from measured unit times, for `target_job_time` of work; smaller towards an experiment's end, so that no
//     straggler holds it up; a cell that was never measured starts from its neighbour's time, or with one unit.
//   * A lease that is not renewed within its term is lost, and its units go back. After a restart every lease that the
//     ledger remembers gets one full term.
//   * A unit that fails is tried again after a backoff, alone; after `max_unit_failures` it is quarantined. A unit at
//     which a worker vanished is suspect, and treated in the same way.
//
// Costs: everything is O(log n) in cells and leases, apart from what it returns. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/interval_set.h"

namespace tenuki {

using ExperimentId = int64_t;
// A lease of a job to a worker: the epoch in the upper 24 bits, a counter below. Never used again.
using AttemptId = uint64_t;

struct SchedulerOptions {
  absl::Duration lease_term = absl::Seconds(30);
  absl::Duration target_job_time = absl::Seconds(10);
  // Towards the end jobs shrink, but not below this.
  absl::Duration min_job_time = absl::Milliseconds(250);
  int64_t max_units_per_job = 1'000'000;
  int max_unit_failures = 3;
  // Doubled with every failure of the unit.
  absl::Duration failure_backoff = absl::Seconds(1);
  // At most this many jobs are granted by one Synchronize.
  int max_leases_per_synchronize = 256;
  // Idle workers ask again after this, or later when there are so many that they would ask more often than
  // `max_idle_synchronizations_per_second` together.
  absl::Duration idle_synchronization_interval = absl::Milliseconds(250);
  double max_idle_synchronizations_per_second = 2000;
};

struct ScheduledKind {
  std::string name;
  int semantic_version = 0;
  friend bool operator==(const ScheduledKind&, const ScheduledKind&) = default;
};

struct ScheduledCell {
  // Not committed and not quarantined.
  IntervalSet missing;
};

struct ScheduledExperiment {
  ExperimentId id = 0;
  int priority = 0;
  ScheduledKind kind;
  // Fixed, or 0 to let measured times decide.
  int64_t units_per_job = 0;
  std::vector<ScheduledCell> cells;
};

// An interval of units of one cell.
struct JobId {
  ExperimentId experiment = 0;
  int32_t cell = 0;
  Interval units;
  friend bool operator==(const JobId&, const JobId&) = default;
};

struct LeasedJob {
  AttemptId attempt = 0;
  JobId job;
  std::string worker;
};

struct AttemptReport {
  AttemptId attempt = 0;
  // What the worker says it is; nothing when the coordinator does not know the cell.
  std::optional<JobId> job;
  int64_t num_units_done = 0;
};

struct WorkerReport {
  std::string worker;
  std::vector<ScheduledKind> kinds;
  int num_slots = 0;
  int num_jobs_wanted = 0;
  bool draining = false;
  std::vector<AttemptReport> attempts;
};

struct SynchronizeDecision {
  // New ones, and those of this worker that it did not mention: their answer was lost.
  std::vector<LeasedJob> leases;
  // How many at the front of `leases` are granted just now, for the ledger.
  size_t num_new_leases = 0;
  // Mentioned by the worker, but not its own (any more).
  std::vector<AttemptId> lost;
  absl::Duration next_synchronization_in;
  bool drain = false;
  // Not empty: why the worker gets nothing.
  std::string refusal;
};

struct QuarantineDecision {
  JobId job;  // a single unit
  int num_failures = 0;
  std::string reason;
};

struct SchedulerWorker {
  std::string name;
  int num_slots = 0;
  int num_attempts = 0;
  absl::Time last_seen;
  bool draining = false;
  std::string refusal;
};

struct CellProgress {
  int64_t num_missing = 0;  // neither leased nor committed nor quarantined
  int64_t num_leased = 0;
  // Of the leased ones, how many their workers say they have done.
  int64_t num_done_unreported = 0;
  // Measured; nothing before the first job.
  std::optional<absl::Duration> unit_time;
};

class Scheduler {
 public:
  Scheduler(SchedulerOptions options, uint32_t epoch);

  // REQUIRES: the id is new.
  void AddExperiment(ScheduledExperiment experiment, absl::Time now);
  // Its attempts are lost. Nothing happens when there is none.
  void RemoveExperiment(ExperimentId id);
  // A paused experiment is leased to nobody; what is leased goes on.
  void SetPaused(ExperimentId id, bool paused);
  // Units that turned out to be missing after all, e.g. because a segment was damaged.
  void AddMissing(const JobId& units);

  // A lease that the ledger remembers from before a restart: it gets one full term from now.
  void RestoreLease(const LeasedJob& lease, absl::Time now);
  // A failure count that the ledger remembers.
  void RestoreFailures(const JobId& unit, int num_failures);

  SynchronizeDecision Synchronize(const WorkerReport& report, absl::Time now);

  // Whether the units that the attempt claims to have done may be committed: yes for a live lease of them, and for a
  // lease that was forgotten in a restart while nobody else has the units; the lease is then taken back. ABORTED
  // otherwise.
  absl::Status CheckFinish(AttemptId attempt, const JobId& job, const std::string& worker, absl::Time now);
  // The first `num_units_done` units are durable. The rest of the job goes back; with a failure, the unit after them
  // failed. The lease is over. The quarantine decision, if the failure led to one, is to be written to the ledger.
  // REQUIRES: CheckFinish said yes, and the attempt was not reaped since — a reaped one is ignored but for the commit.
  std::optional<QuarantineDecision> Finish(AttemptId attempt, const JobId& job, int64_t num_units_done,
                                           const std::optional<std::string>& failure, absl::Duration run_time,
                                           absl::Time now);

  // Leases whose term is over. Called before every Synchronize and now and then; returns what the ledger should know.
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
  // (to be designed)
};

}  // namespace tenuki
