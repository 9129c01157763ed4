// What a worker is told: which leases it has, which it lost, which are new, and when to ask again.
#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "coordinator/scheduler.h"

namespace tenuki {
namespace {

// While no unit of an experiment is measured this many jobs may be out, or one for every slot if that is more: units
// that take minutes should keep all slots busy, and those that take microseconds should not be leased one by one.
constexpr int64_t kMinProbes = 8;
// A worker that waits for a backoff is not asked to come back sooner.
constexpr absl::Duration kMinSynchronizationInterval = absl::Milliseconds(1);

}  // namespace

SynchronizeDecision Scheduler::Synchronize(const WorkerReport& report, absl::Time now) {
  Reap(now);
  const bool draining = workers_.Seen(report, now).draining();
  SynchronizeDecision decision;
  decision.drain = draining;
  decision.lost = RenewMentioned(report, now);
  const std::vector<AttemptId> unmentioned = Unmentioned(report);
  bool satisfied = true;
  if (draining) {
    for (AttemptId attempt : unmentioned) Release(attempt);
  } else {
    // Those whose answer was lost are what it asks for again.
    const int64_t num_wanted = std::max<int64_t>(report.num_jobs_wanted - std::ssize(unmentioned), 0);
    const int64_t max_jobs = options_.max_leases_per_synchronize - std::ssize(unmentioned);
    decision.leases = Grant(report, std::min(num_wanted, max_jobs), now);
    decision.num_new_leases = decision.leases.size();
    satisfied = std::ssize(decision.leases) == num_wanted;
    for (AttemptId attempt : unmentioned) {
      leases_.Renew(attempt, now + options_.lease_term, /*num_units_done=*/0);
      const Lease& lease = *leases_.Find(attempt);
      decision.leases.push_back({.attempt = attempt, .job = lease.job, .worker = lease.worker});
    }
    decision.refusal = Refusal(report.kinds);
  }
  const bool has_leases = leases_.NumOfWorker(report.worker) > 0;
  workers_.SetOutcome(report.worker, /*idle=*/!has_leases || !satisfied, decision.refusal);
  decision.next_synchronization_in = NextSynchronizationIn(report, has_leases, satisfied, now);
  return decision;
}

std::vector<AttemptId> Scheduler::RenewMentioned(const WorkerReport& report, absl::Time now) {
  std::vector<AttemptId> lost;
  for (const AttemptReport& mentioned : report.attempts) {
    const Lease* lease = leases_.Find(mentioned.attempt);
    if (lease == nullptr && mentioned.job && IsOfEarlierEpoch(mentioned.attempt)) {
      const Experiment* experiment = Find(mentioned.job->experiment);
      if (experiment != nullptr && CanRun(report, *experiment) &&
          TryAdopt(mentioned.attempt, *mentioned.job, report.worker, now)) {
        lease = leases_.Find(mentioned.attempt);
      }
    }
    const bool is_own = lease != nullptr && lease->worker == report.worker;
    if (!is_own || (mentioned.job && *mentioned.job != lease->job)) {
      lost.push_back(mentioned.attempt);
      continue;
    }
    const int64_t num_units_done = std::clamp<int64_t>(mentioned.num_units_done, 0, lease->job.units.size());
    leases_.Renew(mentioned.attempt, now + options_.lease_term, num_units_done);
  }
  return lost;
}

std::vector<AttemptId> Scheduler::Unmentioned(const WorkerReport& report) const {
  absl::flat_hash_set<AttemptId> mentioned;
  for (const AttemptReport& attempt : report.attempts) mentioned.insert(attempt.attempt);
  std::vector<AttemptId> unmentioned;
  for (const Lease* lease : leases_.OfWorker(report.worker)) {
    if (!mentioned.contains(lease->attempt)) unmentioned.push_back(lease->attempt);
  }
  return unmentioned;
}

void Scheduler::Release(AttemptId attempt) {
  const Lease lease = EndLease(attempt);
  experiments_.at(lease.job.experiment).pool.Return(lease.job.cell, lease.job.units);
  reaped_.attempts.push_back(attempt);
}

std::vector<LeasedJob> Scheduler::Grant(const WorkerReport& report, int64_t max_jobs, absl::Time now) {
  std::vector<LeasedJob> granted;
  while (std::ssize(granted) < max_jobs) {
    Experiment* experiment = Choose(report, now);
    if (experiment == nullptr) break;
    const bool probe = experiment->sizer.probing();
    const LeasedJob job = {.attempt = NextAttempt(), .job = CutJob(*experiment, now), .worker = report.worker};
    AddLease(job.attempt, job.job, job.worker, probe, now);
    granted.push_back(job);
  }
  return granted;
}

bool Scheduler::CanRun(const WorkerReport& report, const Experiment& experiment) {
  return absl::c_linear_search(report.kinds, experiment.kind) &&
         absl::c_all_of(experiment.engines,
                        [&](const ScheduledEngine& engine) { return absl::c_linear_search(report.engines, engine); });
}

Scheduler::Experiment* Scheduler::Choose(const WorkerReport& report, absl::Time now) {
  Experiment* best = nullptr;
  for (auto& [id, experiment] : experiments_) {  // by rising id, so that the lower one wins a tie
    if (!HasWork(experiment, now) || !CanRun(report, experiment)) continue;
    const bool is_better = best == nullptr || experiment.priority > best->priority ||
                           (experiment.priority == best->priority && experiment.num_leases < best->num_leases);
    if (is_better) best = &experiment;
  }
  return best;
}

bool Scheduler::HasWork(const Experiment& experiment, absl::Time now) const {
  if (experiment.paused) return false;
  if (experiment.sizer.probing() && experiment.num_probes >= std::max(kMinProbes, workers_.total_slots())) return false;
  return experiment.pool.FirstCell().has_value() || experiment.pool.NextRetry() <= now;
}

JobId Scheduler::CutJob(Experiment& experiment, absl::Time now) {
  UnitPool& pool = experiment.pool;
  if (pool.NextRetry() <= now) {
    const UnitPool::Unit unit = pool.TakeRetry();
    return {.experiment = experiment.id, .cell = unit.cell, .units = {unit.unit, unit.unit + 1}};
  }
  const int32_t cell = *pool.FirstCell();
  const int64_t size = experiment.sizer.JobSize(cell, pool.size(), workers_.total_slots());
  return {.experiment = experiment.id, .cell = cell, .units = pool.Take(cell, size)};
}

std::string Scheduler::Refusal(const std::vector<ScheduledKind>& kinds) const {
  std::string refusal;
  for (const auto& [id, experiment] : experiments_) {
    if (IsComplete(id)) continue;
    const ScheduledKind& needed = experiment.kind;
    if (absl::c_linear_search(kinds, needed)) return "";
    const auto other = absl::c_find_if(kinds, [&](const ScheduledKind& kind) { return kind.name == needed.name; });
    if (other == kinds.end() || !refusal.empty()) continue;
    refusal = absl::StrCat(
        "this worker runs version ", other->semantic_version, " of '", needed.name,
        "', but the experiments here need version ", needed.semantic_version,
        other->semantic_version < needed.semantic_version ? "; update the worker" : "; update the coordinator");
  }
  return refusal;
}

absl::Duration Scheduler::NextSynchronizationIn(const WorkerReport& report, bool has_leases, bool satisfied,
                                                absl::Time now) const {
  const absl::Duration renewal = options_.lease_term / 3;
  if (has_leases && satisfied) return renewal;
  const double num_idle = static_cast<double>(std::max<int64_t>(workers_.num_idle(), 1));
  absl::Duration next = std::max(options_.idle_synchronization_interval,
                                 absl::Seconds(num_idle / options_.max_idle_synchronizations_per_second));
  if (has_leases) next = std::min(next, renewal);
  if (satisfied) return next;
  for (const auto& [id, experiment] : experiments_) {
    if (experiment.paused || !CanRun(report, experiment)) continue;
    const absl::Duration wait = experiment.pool.NextRetry() - now;
    if (wait > absl::ZeroDuration()) next = std::min(next, std::max(wait, kMinSynchronizationInterval));
  }
  return next;
}

}  // namespace tenuki
