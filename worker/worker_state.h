// What a worker should do next: a pure state machine. Events come in with the time at which they happened, decisions
// are asked for; there is no clock, thread, socket or file in it, so that a simulation can run thousands of workers
// (law 5).
//
//   WorkerState state(options, seed);
//   if (auto request = state.NextSynchronize(now)) …          // send it, then SynchronizeAnswered or SynchronizeFailed
//   if (auto lease = state.NextJob(now)) …                    // run it, then JobFinished
//   if (auto delivery = state.NextDelivery(now)) …            // send it, then Delivered or DeliveryFailed
//   for (uint64_t attempt : state.TakeStops(now)) …           // these should end at their next unit
//
// How it decides:
//   * It asks for as many jobs as there are free slots. When jobs are short it asks for more, so that a slot does not
//     wait for an answer between two of them. An answer that left it short is repeated when the coordinator said so.
//   * At most one Synchronize is under way. Failed ones are repeated with backoff.
//   * No job is started while too many results wait to be delivered (law 8).
//   * Draining: what is queued is given back, what runs may end until the grace is over and is then stopped, and what
//   it
//     has done is delivered.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "tenuki/v1/coordinator.pb.h"
#include "worker/backoff.h"
#include "worker/delivery_queue.h"

namespace tenuki {

struct WorkerStateOptions {
  std::string worker = {};
  std::vector<v1::KindVersion> kinds = {};
  std::vector<v1::EngineOffer> engines = {};
  int num_slots = 1;
  DeliveryOptions delivery = {};
  // Jobs that the worker has at most, whatever their state, and bytes of results that it has in memory.
  int max_attempts = 256;
  int64_t max_undelivered_bytes = 256 << 20;
  BackoffOptions backoff = {};
  // Short jobs are fetched ahead: enough of them to keep each slot busy for so long. Longer ones are not.
  absl::Duration prefetch_time = absl::Milliseconds(5);
  absl::Duration max_prefetched_job_time = absl::Milliseconds(100);
  int max_prefetched_jobs = 64;
};

struct JobOutcome {
  int64_t num_units_done = 0;
  // Of the result, in memory.
  int64_t num_bytes = 0;
  absl::Duration run_time = absl::ZeroDuration();
  // Not OK: the worker cannot work as it should, e.g. because its disk is full. It takes no more jobs for a while.
  absl::Status trouble = absl::OkStatus();
};

class WorkerState {
 public:
  // Of next_synchronization_in, whatever the coordinator says.
  static constexpr absl::Duration kMinSynchronizationInterval = absl::Milliseconds(1);
  static constexpr absl::Duration kMaxSynchronizationInterval = absl::Minutes(1);

  WorkerState(WorkerStateOptions options, uint64_t seed);

  // Synchronizing. Before NextSynchronize the progress of running jobs should be told.
  bool WantsSynchronize(absl::Time now) const;
  std::optional<v1::SynchronizeRequest> NextSynchronize(absl::Time now);
  void SynchronizeAnswered(const v1::SynchronizeResponse& response, absl::Time now);
  void SynchronizeFailed(const absl::Status& status, absl::Time now);

  // Jobs.
  bool HasNextJob(absl::Time now) const;
  std::optional<v1::Lease> NextJob(absl::Time now);
  void Progress(uint64_t attempt, int64_t num_units_done);
  // When the lease was lost meanwhile the result is among the dropped ones at once.
  void JobFinished(uint64_t attempt, const JobOutcome& outcome, absl::Time now);
  // Running ones that should end at their next unit. Each is named once.
  std::vector<uint64_t> TakeStops(absl::Time now);

  // Results: see DeliveryQueue.
  bool HasNextDelivery(absl::Time now) const { return has_ledger_ && deliveries_.HasNext(now); }
  std::optional<Delivery> NextDelivery(absl::Time now);
  void Delivered(uint64_t attempt) { deliveries_.Delivered(attempt); }
  void DeliveryFailed(uint64_t attempt, const absl::Status& status, absl::Time now) {
    deliveries_.Failed(attempt, status, now);
  }
  void ResultGone(uint64_t attempt) { deliveries_.Gone(attempt); }
  // A result of a worker that is gone, in the spool. False when it is known already.
  bool ResultFound(uint64_t attempt, const v1::Job& job, int64_t num_units_done, absl::Time now);
  bool HasNextToSpool() const { return deliveries_.HasNextToSpool(); }
  std::optional<uint64_t> NextToSpool() { return deliveries_.NextToSpool(); }
  void Spooled(uint64_t attempt, const absl::Status& status, absl::Time now) {
    deliveries_.Spooled(attempt, status, now);
  }
  std::vector<DroppedResult> TakeDropped() { return deliveries_.TakeDropped(); }

  // Takes nothing more, and lets what runs go on for `grace`. A second time it can only become shorter.
  void DrainRequested(absl::Duration grace, absl::Time now);
  // Nothing is left to be done; results that could not be delivered may be left, when the grace is over.
  bool IsDone(absl::Time now) const;

  // When a decision may change without an event, after `now`.
  absl::Time NextTime(absl::Time now) const;
  std::vector<Notice> TakeNotices();

  // The coordinator's, as it last answered.
  const std::string& ledger_id() const { return ledger_id_; }

 private:
  struct RunningJob {
    v1::Job job;
    int64_t num_units_done = 0;
    bool is_lost = false;
    bool is_told_to_stop = false;
  };

  int NumPrefetched() const;
  int NumJobsWanted(absl::Time now) const;
  bool IsFull() const;
  int NumAttempts() const;
  void Accept(const v1::Lease& lease, absl::Time now);
  void GiveBack(v1::Lease lease, std::string reason, absl::Time now);
  void Lose(uint64_t attempt);
  void SetLedger(const std::string& ledger_id);
  void SetRefusal(const std::string& refusal);
  void MeasureJob(absl::Duration run_time);
  void Say(absl::LogSeverity severity, std::string text) { notices_.push_back({severity, std::move(text)}); }

  const WorkerStateOptions options_;
  // Attempts that wait for a slot, in the order of `queue_`, which may name some that are gone.
  std::map<uint64_t, v1::Lease> queued_;
  std::deque<uint64_t> queue_;
  std::map<uint64_t, RunningJob> running_;
  DeliveryQueue deliveries_;

  bool is_synchronizing_ = false;
  int num_jobs_asked_for_ = 0;
  bool was_left_short_ = false;
  absl::Time synchronize_at_ = absl::InfinitePast();
  absl::Duration lease_term_ = absl::InfiniteDuration();
  Backoff synchronize_backoff_;

  bool has_ledger_ = false;
  std::string ledger_id_;
  std::string refusal_;
  std::optional<absl::Duration> mean_job_time_;
  // After the worker's own trouble.
  Backoff trouble_backoff_;
  absl::Time no_jobs_before_ = absl::InfinitePast();

  bool is_draining_ = false;
  absl::Time grace_ends_ = absl::InfiniteFuture();
  std::vector<uint64_t> stops_;
  std::vector<Notice> notices_;
};

}  // namespace tenuki
