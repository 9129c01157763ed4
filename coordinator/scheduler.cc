// Experiments and leases. What a worker is told is decided in scheduler_synchronize.cc; what people are told, in
// scheduler_status.cc.
#include "coordinator/scheduler.h"

#include <algorithm>
#include <utility>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

constexpr int kEpochShift = 40;
// Backoffs are doubled no more often than this.
constexpr int kMaxBackoffDoublings = 16;

std::string Describe(const JobId& job) {
  if (job.units.size() == 1) return absl::StrCat("unit ", job.units.first, " of cell ", job.cell);
  return absl::StrCat("units ", job.units.first, " to ", job.units.end - 1, " of cell ", job.cell);
}

JobId SingleUnit(const JobId& job, int64_t unit) {
  return {.experiment = job.experiment, .cell = job.cell, .units = {unit, unit + 1}};
}

}  // namespace

Scheduler::Scheduler(const SchedulerOptions& options, uint32_t epoch) : options_(options), epoch_(epoch) {
  CHECK_LT(epoch_, uint64_t{1} << (64 - kEpochShift));
}

void Scheduler::AddExperiment(ScheduledExperiment experiment, absl::Time) {
  std::vector<IntervalSet> missing;
  missing.reserve(experiment.cells.size());
  for (ScheduledCell& cell : experiment.cells) missing.push_back(std::move(cell.missing));
  const bool is_new = experiments_
                          .try_emplace(experiment.id, Experiment{.id = experiment.id,
                                                                 .priority = experiment.priority,
                                                                 .kind = std::move(experiment.kind),
                                                                 .engines = std::move(experiment.engines),
                                                                 .pool = UnitPool(std::move(missing)),
                                                                 .sizer = JobSizer(options_, experiment.units_per_job)})
                          .second;
  CHECK(is_new) << "experiment " << experiment.id << " is there already";
}

void Scheduler::RemoveExperiment(ExperimentId id) {
  if (!HasExperiment(id)) return;
  for (const Lease* lease : leases_.OfExperiment(id)) EndLease(lease->attempt);
  std::erase_if(reaped_.quarantined, [&](const QuarantineDecision& decision) { return decision.job.experiment == id; });
  experiments_.erase(id);
}

void Scheduler::SetPaused(ExperimentId id, bool paused) {
  if (Experiment* experiment = Find(id)) experiment->paused = paused;
}

void Scheduler::EndCell(ExperimentId id, int32_t cell, int64_t end_unit) {
  Experiment* experiment = Find(id);
  if (experiment == nullptr) return;
  const Interval unwanted = {end_unit, INT64_MAX};
  for (const Lease* lease : leases_.Overlapping({.experiment = id, .cell = cell, .units = unwanted})) {
    const Lease ended = EndLease(lease->attempt);
    reaped_.attempts.push_back(ended.attempt);
    experiment->pool.Return(cell, {ended.job.units.first, std::min(ended.job.units.end, end_unit)});
  }
  experiment->pool.Commit(cell, unwanted);
}

void Scheduler::AddMissing(const JobId& units) {
  Experiment* experiment = Find(units.experiment);
  if (experiment == nullptr) return;
  IntervalSet missing(units.units);
  for (const Lease* lease : leases_.Overlapping(units)) missing.Remove(lease->job.units);
  for (const Interval& part : missing.intervals()) experiment->pool.AddMissing(units.cell, part);
}

void Scheduler::RestoreLease(const LeasedJob& lease, absl::Time now) {
  Experiment* experiment = Find(lease.job.experiment);
  if (experiment == nullptr || lease.job.units.empty() || leases_.Find(lease.attempt) != nullptr) return;
  if (!experiment->pool.ContainsAll(lease.job.cell, lease.job.units)) return;
  experiment->pool.TakeAll(lease.job.cell, lease.job.units);
  AddLease(lease.attempt, lease.job, lease.worker, /*probe=*/false, now);
}

void Scheduler::RestoreFailures(const JobId& unit, int num_failures) {
  Experiment* experiment = Find(unit.experiment);
  if (experiment == nullptr || num_failures <= 0) return;
  experiment->pool.RestoreFailures(unit.cell, unit.units.first, num_failures);
}

absl::Status Scheduler::CheckFinish(AttemptId attempt, const JobId& job, const std::string& worker, absl::Time now) {
  const Lease* lease = leases_.Find(attempt);
  if (lease != nullptr && lease->job == job && lease->worker == worker) {
    leases_.Renew(attempt, now + options_.lease_term, lease->num_units_done);
    return absl::OkStatus();
  }
  if (lease != nullptr) {
    return absl::AbortedError(absl::StrCat("attempt ", attempt, " is a lease of ", Describe(lease->job),
                                           " to the worker '", lease->worker, "', not of ", Describe(job), " to '",
                                           worker, "'"));
  }
  if (TryAdopt(attempt, job, worker, now)) return absl::OkStatus();
  return WhyLost(attempt, job);
}

std::optional<QuarantineDecision> Scheduler::Finish(AttemptId attempt, const JobId& job, int64_t num_units_done,
                                                    const std::optional<std::string>& failure, absl::Duration run_time,
                                                    absl::Time now) {
  Experiment* experiment = Find(job.experiment);
  if (experiment == nullptr) return std::nullopt;
  num_units_done = std::clamp<int64_t>(num_units_done, 0, job.units.size());
  const Interval done = {job.units.first, job.units.first + num_units_done};
  const Lease* lease = leases_.Find(attempt);
  if (lease == nullptr || lease->job != job) {
    // Reaped while its rows were stored. Others may have some of the units by now: what they do is not wanted any more,
    // and what they would have done besides goes back.
    for (const Lease* other : leases_.Overlapping({job.experiment, job.cell, done})) {
      const Lease ended = EndLease(other->attempt);
      reaped_.attempts.push_back(ended.attempt);
      experiment->pool.Return(job.cell, {ended.job.units.first, done.first});
      experiment->pool.Return(job.cell, {done.end, ended.job.units.end});
    }
    experiment->pool.Commit(job.cell, done);
    return std::nullopt;
  }

  const Lease ended = EndLease(attempt);
  experiment->pool.Commit(job.cell, done);
  if (num_units_done > 0 && !failure) {
    // A worker that does not say how long it ran had the lease for no shorter than that.
    if (run_time <= absl::ZeroDuration()) run_time = now - ended.granted;
    experiment->sizer.Measure(job.cell, num_units_done, run_time);
  }
  if (!failure || done.end == job.units.end) {
    experiment->pool.Return(job.cell, {done.end, job.units.end});
    return std::nullopt;
  }
  experiment->pool.Return(job.cell, {done.end + 1, job.units.end});
  return AddTrouble(*experiment, SingleUnit(job, done.end), UnitPool::TroubleKind::kFailure, *failure, now);
}

Scheduler::Reaped Scheduler::ReapExpired(absl::Time now) {
  Reap(now);
  return std::exchange(reaped_, Reaped());
}

bool Scheduler::HasExperiment(ExperimentId id) const { return experiments_.contains(id); }

Scheduler::Experiment* Scheduler::Find(ExperimentId id) {
  const auto it = experiments_.find(id);
  return it == experiments_.end() ? nullptr : &it->second;
}

const Scheduler::Experiment* Scheduler::Find(ExperimentId id) const {
  const auto it = experiments_.find(id);
  return it == experiments_.end() ? nullptr : &it->second;
}

AttemptId Scheduler::NextAttempt() {
  ++num_attempts_;
  CHECK_LT(num_attempts_, uint64_t{1} << kEpochShift);
  return (epoch_ << kEpochShift) | num_attempts_;
}

void Scheduler::AddLease(AttemptId attempt, const JobId& job, const std::string& worker, bool probe, absl::Time now) {
  Experiment& experiment = experiments_.at(job.experiment);
  ++experiment.num_leases;
  experiment.num_probes += probe ? 1 : 0;
  leases_.Add({.attempt = attempt,
               .job = job,
               .worker = worker,
               .granted = now,
               .deadline = now + options_.lease_term,
               .probe = probe});
}

Lease Scheduler::EndLease(AttemptId attempt) {
  Lease lease = leases_.Remove(attempt);
  Experiment& experiment = experiments_.at(lease.job.experiment);
  --experiment.num_leases;
  experiment.num_probes -= lease.probe ? 1 : 0;
  return lease;
}

void Scheduler::Reap(absl::Time now) {
  while (const Lease* expired = leases_.FirstExpired(now)) {
    const Lease lease = EndLease(expired->attempt);
    reaped_.attempts.push_back(lease.attempt);
    reaped_leases_.Add(lease);
    Experiment& experiment = experiments_.at(lease.job.experiment);
    const Interval& units = lease.job.units;
    const int64_t suspect = units.first + lease.num_units_done;
    experiment.pool.Return(lease.job.cell, {units.first, suspect});
    if (suspect == units.end) continue;
    experiment.pool.Return(lease.job.cell, {suspect + 1, units.end});
    std::optional<QuarantineDecision> quarantine =
        AddTrouble(experiment, SingleUnit(lease.job, suspect), UnitPool::TroubleKind::kLoss,
                   absl::StrCat("the worker '", lease.worker, "' vanished while running it (lease not renewed for ",
                                absl::FormatDuration(options_.lease_term), ")"),
                   now);
    if (quarantine) reaped_.quarantined.push_back(*std::move(quarantine));
  }
  workers_.Forget(ForgottenAt(now));
}

bool Scheduler::WasGiven(AttemptId attempt) const {
  return attempt != 0 && attempt <= ((epoch_ << kEpochShift) | num_attempts_);
}

bool Scheduler::IsOfEarlierEpoch(AttemptId attempt) const { return attempt >> kEpochShift < epoch_; }

bool Scheduler::TryAdopt(AttemptId attempt, const JobId& job, const std::string& worker, absl::Time now) {
  // An attempt of ours that was finished is never taken back: its failure would be counted twice.
  if (!IsOfEarlierEpoch(attempt) && !reaped_leases_.Contains(attempt, job)) return false;
  Experiment* experiment = Find(job.experiment);
  if (experiment == nullptr || job.units.empty() || !experiment->pool.ContainsAll(job.cell, job.units)) return false;
  reaped_leases_.Remove(attempt);
  experiment->pool.TakeAll(job.cell, job.units);
  AddLease(attempt, job, worker, /*probe=*/false, now);
  return true;
}

absl::Status Scheduler::WhyLost(AttemptId attempt, const JobId& job) const {
  const Experiment* experiment = Find(job.experiment);
  if (experiment == nullptr) return absl::AbortedError("the experiment was removed");
  if (job.cell < 0 || job.cell >= experiment->pool.num_cells() || job.units.empty()) {
    return absl::AbortedError(absl::StrCat("the experiment has no ", Describe(job)));
  }
  if (const std::vector<const Lease*> others = leases_.Overlapping(job); !others.empty()) {
    return absl::AbortedError(absl::StrCat(Describe(others.front()->job), " went to the worker '",
                                           others.front()->worker, "' as attempt ", others.front()->attempt));
  }
  if (const std::optional<int64_t> unit = experiment->pool.FirstQuarantined(job.cell, job.units)) {
    return absl::AbortedError(absl::StrCat(Describe(SingleUnit(job, *unit)), " is quarantined"));
  }
  if (!experiment->pool.ContainsAll(job.cell, job.units)) {
    return absl::AbortedError(absl::StrCat("of ", Describe(job), ", units were committed by another attempt"));
  }
  return absl::AbortedError(absl::StrCat("the lease of attempt ", attempt, " is over"));
}

std::optional<QuarantineDecision> Scheduler::AddTrouble(Experiment& experiment, const JobId& unit,
                                                        UnitPool::TroubleKind kind, const std::string& reason,
                                                        absl::Time now) {
  const int64_t number = unit.units.first;
  const UnitPool::Trouble& trouble = experiment.pool.AddTrouble(unit.cell, number, kind);
  const bool lost = kind == UnitPool::TroubleKind::kLoss;
  const int count = lost ? trouble.num_losses : trouble.num_failures;
  if (count >= (lost ? options_.max_unit_losses : options_.max_unit_failures)) {
    return QuarantineDecision{.job = unit, .num_failures = count, .reason = reason};
  }
  const int doublings = std::min(trouble.num_failures + trouble.num_losses - 1, kMaxBackoffDoublings);
  experiment.pool.RetryAt(unit.cell, number, now + options_.failure_backoff * (int64_t{1} << doublings));
  return std::nullopt;
}

}  // namespace tenuki
