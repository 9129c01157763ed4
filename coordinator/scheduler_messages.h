// What goes into the scheduler and what comes out of it: experiments, reports of workers, leases, decisions. Values,
// all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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
  // How often workers may vanish at a unit. More, because a worker that was killed is seldom the unit's fault.
  int max_unit_losses = 5;
  // Doubled with every failure or loss of the unit.
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

// An external engine, by its identity (experiments/engine_host.h).
struct ScheduledEngine {
  std::string identity;
  // What people know of it.
  std::string name;
  std::string version = {};
  bool deterministic = false;
  friend bool operator==(const ScheduledEngine& a, const ScheduledEngine& b) { return a.identity == b.identity; }
};

struct ScheduledCell {
  // Not committed and not quarantined.
  IntervalSet missing;
};

struct ScheduledExperiment {
  ExperimentId id = 0;
  int priority = 0;
  ScheduledKind kind;
  // All that its cells need.
  std::vector<ScheduledEngine> engines = {};
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
  std::vector<ScheduledEngine> engines;
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
  std::vector<ScheduledEngine> engines;
};

struct CellProgress {
  int64_t num_missing = 0;  // neither leased nor committed nor quarantined
  int64_t num_leased = 0;
  // Of the leased ones, how many their workers say they have done.
  int64_t num_done_unreported = 0;
  // Measured; nothing before the first job.
  std::optional<absl::Duration> unit_time;
};

}  // namespace tenuki
