#include "worker/worker_state.h"

#include <algorithm>
#include <cmath>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

// Recent jobs count by this, and the more the later they were.
constexpr int kMeanJobs = 8;
// A lease is renewed so often within its term, should the coordinator not ask for more.
constexpr int kRenewalsPerTerm = 3;

absl::Duration FromProto(const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) + absl::Nanoseconds(duration.nanos());
}

}  // namespace

WorkerState::WorkerState(WorkerStateOptions options, uint64_t seed)
    : options_(std::move(options)),
      deliveries_(options_.delivery, DeriveSeed(seed, 0)),
      synchronize_backoff_(options_.backoff, DeriveSeed(seed, 1)),
      trouble_backoff_(options_.backoff, DeriveSeed(seed, 2)) {}

int WorkerState::NumPrefetched() const {
  if (!mean_job_time_.has_value() || *mean_job_time_ > options_.max_prefetched_job_time) return 0;
  const double jobs_per_slot =
      absl::FDivDuration(options_.prefetch_time, std::max(*mean_job_time_, absl::Nanoseconds(1)));
  return static_cast<int>(
      std::min(std::ceil(jobs_per_slot * options_.num_slots), static_cast<double>(options_.max_prefetched_jobs)));
}

int WorkerState::NumAttempts() const {
  return static_cast<int>(queued_.size() + running_.size()) + deliveries_.num_own();
}

bool WorkerState::IsFull() const {
  return static_cast<int>(running_.size()) + deliveries_.num_own() >= options_.max_attempts ||
         deliveries_.num_bytes() >= options_.max_undelivered_bytes;
}

int WorkerState::NumJobsWanted(absl::Time now) const {
  if (is_draining_ || !refusal_.empty() || now < no_jobs_before_ || IsFull()) return 0;
  const int missing = options_.num_slots + NumPrefetched() - static_cast<int>(queued_.size() + running_.size());
  return std::max(0, std::min(missing, options_.max_attempts - NumAttempts()));
}

bool WorkerState::WantsSynchronize(absl::Time now) const {
  if (is_synchronizing_) return false;
  if (now >= synchronize_at_) return true;
  if (was_left_short_ || synchronize_backoff_.num_failures() > 0) return false;
  // What is fetched ahead is fetched by halves: an answer serves many jobs. A slot that is idle does not wait for that,
  // unless deliveries are what holds up: a job more would only wait with them, and every request mentions them all.
  const bool is_slot_idle = queued_.empty() && static_cast<int>(running_.size()) < options_.num_slots;
  const bool is_backlogged = deliveries_.num_own() >= std::max(1, options_.max_attempts / 2);
  return NumJobsWanted(now) >= (is_slot_idle && !is_backlogged ? 1 : std::max(1, NumPrefetched() / 2));
}

std::optional<v1::SynchronizeRequest> WorkerState::NextSynchronize(absl::Time now) {
  if (!WantsSynchronize(now)) return std::nullopt;
  is_synchronizing_ = true;
  num_jobs_asked_for_ = NumJobsWanted(now);
  v1::SynchronizeRequest request;
  request.set_worker(options_.worker);
  request.mutable_kinds()->Assign(options_.kinds.begin(), options_.kinds.end());
  request.mutable_engines()->Assign(options_.engines.begin(), options_.engines.end());
  request.set_num_slots(options_.num_slots);
  request.set_num_jobs_wanted(num_jobs_asked_for_);
  request.set_draining(is_draining_);
  const auto mention = [&](uint64_t attempt, const v1::Job& job, int64_t num_units_done) {
    v1::AttemptState& state = *request.add_attempts();
    state.set_attempt(attempt);
    *state.mutable_job() = job;
    state.set_num_units_done(num_units_done);
  };
  for (const auto& [attempt, lease] : queued_) mention(attempt, lease.job(), 0);
  for (const auto& [attempt, job] : running_) {
    if (!job.is_lost) mention(attempt, job.job, job.num_units_done);
  }
  for (const UndeliveredResult* result : deliveries_.Own()) {
    mention(result->attempt, result->job, result->num_units_done);
  }
  return request;
}

void WorkerState::SynchronizeAnswered(const v1::SynchronizeResponse& response, absl::Time now) {
  CHECK(is_synchronizing_);
  is_synchronizing_ = false;
  if (synchronize_backoff_.num_failures() > 0 || !has_ledger_) {
    Say(absl::LogSeverity::kInfo, "connected to the coordinator");
    deliveries_.TryNow(now);
  }
  synchronize_backoff_.Succeed();
  SetLedger(response.ledger_id());
  SetRefusal(response.refusal());
  for (uint64_t attempt : response.lost_attempts()) Lose(attempt);
  for (const v1::Lease& lease : response.leases()) Accept(lease, now);
  was_left_short_ = response.leases_size() < num_jobs_asked_for_;
  absl::Duration interval = std::clamp(FromProto(response.next_synchronization_in()), kMinSynchronizationInterval,
                                       kMaxSynchronizationInterval);
  if (NumAttempts() > 0) interval = std::min(interval, lease_term_ / kRenewalsPerTerm);
  synchronize_at_ = now + interval;
  if (response.drain() && !is_draining_) {
    Say(absl::LogSeverity::kInfo, "the coordinator wants this worker to drain");
    DrainRequested(absl::InfiniteDuration(), now);
  }
}

void WorkerState::SynchronizeFailed(const absl::Status& status, absl::Time now) {
  CHECK(is_synchronizing_);
  is_synchronizing_ = false;
  synchronize_at_ = now + synchronize_backoff_.Fail();
  if (synchronize_backoff_.num_failures() == 1) {
    Say(absl::LogSeverity::kWarning,
        absl::StrCat(has_ledger_ ? "lost the connection to the coordinator" : "the coordinator cannot be reached yet",
                     ": ", status.message()));
  }
}

// Another ledger knows nothing of what this worker has, and its numbers of attempts may be the same ones.
void WorkerState::SetLedger(const std::string& ledger_id) {
  if (has_ledger_ && ledger_id != ledger_id_) {
    Say(absl::LogSeverity::kWarning, "the coordinator has another ledger than before: what it leased then is dropped");
    queued_.clear();
    queue_.clear();
    for (const auto& [attempt, job] : running_) Lose(attempt);
    deliveries_.LoseAll(/*keep_files=*/true);
  }
  has_ledger_ = true;
  ledger_id_ = ledger_id;
}

void WorkerState::SetRefusal(const std::string& refusal) {
  if (refusal == refusal_) return;
  refusal_ = refusal;
  if (refusal.empty()) {
    Say(absl::LogSeverity::kInfo, "the coordinator gives this worker jobs again");
  } else {
    Say(absl::LogSeverity::kWarning, absl::StrCat("the coordinator gives this worker nothing: ", refusal));
  }
}

void WorkerState::Accept(const v1::Lease& lease, absl::Time now) {
  const uint64_t attempt = lease.attempt();
  if (queued_.contains(attempt) || running_.contains(attempt) || deliveries_.Has(attempt)) return;
  if (lease.has_term()) lease_term_ = std::max(FromProto(lease.term()), kMinSynchronizationInterval);
  if (std::optional<std::string> refusal = deliveries_.RefusalOf(attempt)) {
    GiveBack(lease, *std::move(refusal), now);
  } else if (is_draining_) {
    GiveBack(lease, "", now);
  } else {
    queued_.emplace(attempt, lease);
    queue_.push_back(attempt);
  }
}

void WorkerState::GiveBack(v1::Lease lease, std::string reason, absl::Time now) {
  const uint64_t attempt = lease.attempt();
  v1::Job job = lease.job();
  deliveries_.Add({.attempt = attempt, .job = std::move(job), .unrun = std::move(lease), .reason = std::move(reason)},
                  now);
}

void WorkerState::Lose(uint64_t attempt) {
  queued_.erase(attempt);
  if (const auto job = running_.find(attempt); job != running_.end()) {
    job->second.is_lost = true;
    if (!std::exchange(job->second.is_told_to_stop, true)) stops_.push_back(attempt);
  }
  deliveries_.Lose(attempt, /*keep_file=*/false);
}

bool WorkerState::HasNextJob(absl::Time now) const {
  return !queued_.empty() && static_cast<int>(running_.size()) < options_.num_slots && !IsFull() &&
         now >= no_jobs_before_;
}

std::optional<v1::Lease> WorkerState::NextJob(absl::Time now) {
  if (!HasNextJob(now)) return std::nullopt;
  auto next = queued_.end();
  while (next == queued_.end()) {
    next = queued_.find(queue_.front());
    queue_.pop_front();
  }
  v1::Lease lease = std::move(next->second);
  queued_.erase(next);
  running_.emplace(lease.attempt(), RunningJob{.job = lease.job()});
  return lease;
}

void WorkerState::Progress(uint64_t attempt, int64_t num_units_done) {
  if (const auto job = running_.find(attempt); job != running_.end()) job->second.num_units_done = num_units_done;
}

void WorkerState::JobFinished(uint64_t attempt, const JobOutcome& outcome, absl::Time now) {
  auto job = running_.extract(attempt);
  CHECK(!job.empty()) << attempt;
  MeasureJob(outcome.run_time);
  if (outcome.trouble.ok()) {
    trouble_backoff_.Succeed();
  } else {
    no_jobs_before_ = now + trouble_backoff_.Fail();
    if (trouble_backoff_.num_failures() == 1) {
      Say(absl::LogSeverity::kError,
          absl::StrCat("jobs are given back until this is mended: ", outcome.trouble.message()));
    }
  }
  deliveries_.Add({.attempt = attempt,
                   .job = std::move(job.mapped().job),
                   .num_units_done = outcome.num_units_done,
                   .num_bytes = outcome.num_bytes},
                  now);
  if (job.mapped().is_lost) deliveries_.Lose(attempt, /*keep_file=*/false);
}

void WorkerState::MeasureJob(absl::Duration run_time) {
  mean_job_time_ = mean_job_time_.has_value() ? *mean_job_time_ + (run_time - *mean_job_time_) / kMeanJobs : run_time;
}

std::vector<uint64_t> WorkerState::TakeStops(absl::Time now) {
  if (is_draining_ && now >= grace_ends_) {
    for (auto& [attempt, job] : running_) {
      if (!std::exchange(job.is_told_to_stop, true)) stops_.push_back(attempt);
    }
  }
  return std::exchange(stops_, {});
}

std::optional<Delivery> WorkerState::NextDelivery(absl::Time now) {
  return has_ledger_ ? deliveries_.Next(now) : std::nullopt;
}

bool WorkerState::ResultFound(uint64_t attempt, const v1::Job& job, int64_t num_units_done, absl::Time now) {
  if (queued_.contains(attempt) || running_.contains(attempt) || deliveries_.Has(attempt)) return false;
  deliveries_.Add(
      {.attempt = attempt, .job = job, .num_units_done = num_units_done, .is_spooled = true, .is_found = true}, now);
  return true;
}

void WorkerState::DrainRequested(absl::Duration grace, absl::Time now) {
  grace_ends_ = std::min(grace_ends_, now + grace);
  if (std::exchange(is_draining_, true)) return;
  for (auto& [attempt, lease] : std::exchange(queued_, {})) GiveBack(std::move(lease), "", now);
  queue_.clear();
  if (synchronize_backoff_.num_failures() == 0) synchronize_at_ = now;
}

bool WorkerState::IsDone(absl::Time now) const {
  if (!is_draining_ || is_synchronizing_ || !running_.empty()) return false;
  return deliveries_.empty() || (now >= grace_ends_ && (!has_ledger_ || deliveries_.IsStuck()));
}

absl::Time WorkerState::NextTime(absl::Time now) const {
  absl::Time next = deliveries_.NextTime(now);
  const auto consider = [&](absl::Time time) {
    if (time > now) next = std::min(next, time);
  };
  if (!is_synchronizing_) consider(synchronize_at_);
  consider(no_jobs_before_);
  if (is_draining_) consider(grace_ends_);
  return next;
}

std::vector<Notice> WorkerState::TakeNotices() {
  std::vector<Notice> notices = std::exchange(notices_, {});
  for (Notice& notice : deliveries_.TakeNotices()) notices.push_back(std::move(notice));
  return notices;
}

}  // namespace tenuki
