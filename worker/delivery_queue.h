// Which finished results are to be delivered, and when: a part of WorkerState, and like it without clock, thread or
// file.
//
//   queue.Add({.attempt = 7, .job = job, .num_units_done = 3, .num_bytes = 900}, now);
//   std::optional<Delivery> delivery = queue.Next(now);            // now it is in delivery
//   queue.Delivered(delivery->attempt);                            // or
//   queue.Failed(delivery->attempt, status, now);
//
// What becomes of a failed delivery:
//   * UNAVAILABLE, DEADLINE_EXCEEDED: the coordinator cannot be reached. It is tried with one delivery at a time, with
//     backoff, until one goes through; meanwhile results go to disk.
//   * ABORTED, INVALID_ARGUMENT, FAILED_PRECONDITION: the result is dropped, and the last two are remembered: when the
//     coordinator leases such an attempt again it gets the refusal back as a failure, instead of the same result.
//   * Anything else is about this result alone, which is tried again with a backoff of its own.
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/log_severity.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "tenuki/v1/job.pb.h"
#include "worker/backoff.h"

namespace tenuki {

// A line for the log.
struct Notice {
  absl::LogSeverity severity = absl::LogSeverity::kInfo;
  std::string text;
};

// A result that nobody wants any more.
struct DroppedResult {
  uint64_t attempt = 0;
  // It belongs to another ledger than the present one: what is on disk of it stays there.
  bool keep_file = false;
};

struct UndeliveredResult {
  uint64_t attempt = 0;
  v1::Job job = {};
  int64_t num_units_done = 0;
  // In memory.
  int64_t num_bytes = 0;
  bool is_spooled = false;
  // Found in the spool of a worker that is gone: this worker does not hold the lease, and does not speak of it.
  bool is_found = false;
  // There is no result: the lease is given back unrun, with a failure when there is a reason.
  std::optional<v1::Lease> unrun = {};
  std::string reason = {};
};

struct Delivery {
  uint64_t attempt = 0;
  bool is_spooled = false;
  std::optional<v1::Lease> unrun = {};
  std::string reason = {};
};

struct DeliveryOptions {
  int max_deliveries = 32;
  BackoffOptions backoff = {};
};

class DeliveryQueue {
 public:
  // Refused attempts that are remembered; older ones are forgotten.
  static constexpr size_t kMaxRefusals = 1024;
  // So many failures in a row make an outage, in which all results go to disk; before, only those that failed do.
  static constexpr int kOutageFailures = 2;

  DeliveryQueue(DeliveryOptions options, uint64_t seed);

  // REQUIRES: it does not have the attempt.
  void Add(UndeliveredResult result, absl::Time now);
  bool Has(uint64_t attempt) const { return items_.contains(attempt); }
  // Why the coordinator refused a result of the attempt.
  std::optional<std::string> RefusalOf(uint64_t attempt) const;

  bool HasNext(absl::Time now) const;
  std::optional<Delivery> Next(absl::Time now);
  void Delivered(uint64_t attempt);
  void Failed(uint64_t attempt, const absl::Status& status, absl::Time now);
  // Its file turned out to be damaged.
  void Gone(uint64_t attempt);
  // The lease is lost. Nothing happens when it is not here.
  void Lose(uint64_t attempt, bool keep_file);
  void LoseAll(bool keep_files);
  // The coordinator answers again: no need to wait.
  void TryNow(absl::Time now);

  // A result that should go to disk; answered by Spooled.
  bool HasNextToSpool() const { return !to_spool_.empty(); }
  std::optional<uint64_t> NextToSpool();
  void Spooled(uint64_t attempt, const absl::Status& status, absl::Time now);

  // When something becomes due without an event, after `now`.
  absl::Time NextTime(absl::Time now) const;
  // Nothing can be delivered for the moment: each result was tried, or the coordinator cannot be reached.
  bool IsStuck() const;

  bool empty() const { return items_.empty(); }
  int num_in_delivery() const { return num_in_delivery_; }
  // Without those that were found.
  int num_own() const { return num_own_; }
  int64_t num_bytes() const { return num_bytes_; }
  // Those that the worker holds leases of.
  std::vector<const UndeliveredResult*> Own() const;

  std::vector<DroppedResult> TakeDropped() { return std::exchange(dropped_, {}); }
  std::vector<Notice> TakeNotices() { return std::exchange(notices_, {}); }

 private:
  enum class Phase { kWaiting, kInDelivery, kSpooling };
  struct Item {
    UndeliveredResult result;
    Phase phase = Phase::kWaiting;
    bool is_lost = false;
    bool keep_file = false;
    bool may_spool = true;
    absl::Time not_before = absl::InfinitePast();
    std::optional<Backoff> backoff = {};
  };
  using Items = std::map<uint64_t, Item>;

  bool IsOutage() const { return gate_.num_failures() >= kOutageFailures; }
  bool IsGateOpen(absl::Time now) const;
  void Wait(uint64_t attempt, Item& item, absl::Time now);
  void PromoteDelayed(absl::Time now);
  void AskToSpool(uint64_t attempt, const Item& item);
  void Drop(Items::iterator item, bool keep_file);
  void Erase(Items::iterator item);
  void Refuse(uint64_t attempt, const absl::Status& status);
  void CloseGate(const absl::Status& status, absl::Time now);
  void Say(absl::LogSeverity severity, std::string text) { notices_.push_back({severity, std::move(text)}); }

  const DeliveryOptions options_;
  const uint64_t seed_;
  Items items_;
  // Attempts that wait; some may be gone or in another phase by now, and are passed over.
  std::deque<uint64_t> ready_;
  std::set<std::pair<absl::Time, uint64_t>> delayed_;
  std::deque<uint64_t> to_spool_;
  int num_in_delivery_ = 0;
  int num_own_ = 0;
  int64_t num_bytes_ = 0;
  // Closed while the coordinator cannot be reached.
  Backoff gate_;
  absl::Time gate_opens_ = absl::InfinitePast();
  std::map<uint64_t, std::string> refusals_;
  std::deque<uint64_t> refusal_order_;
  bool spool_failure_was_told_ = false;
  std::vector<DroppedResult> dropped_;
  std::vector<Notice> notices_;
};

}  // namespace tenuki
