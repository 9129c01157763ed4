// Which leases live: by attempt, by worker, by deadline, and by the units that they are of.
//
//   leases.Add({.attempt = 7, .job = job, .worker = "w", .deadline = now + term});
//   while (const Lease* lease = leases.FirstExpired(now)) leases.Remove(lease->attempt);
//
// No unit is on two leases. Each operation costs O(log n), apart from what it returns. One thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/node_hash_map.h"
#include "absl/time/time.h"
#include "coordinator/scheduler_messages.h"

namespace tenuki {

struct Lease {
  AttemptId attempt = 0;
  JobId job;
  std::string worker;
  absl::Time granted;
  absl::Time deadline;
  // As the worker reported last.
  int64_t num_units_done = 0;
  // It was cut before any unit of its experiment was measured.
  bool probe = false;
};

class LeaseTable {
 public:
  // A pointer is good until the lease is removed.
  const Lease* Find(AttemptId attempt) const;
  // The one with the earliest deadline, when that is not after `now`.
  const Lease* FirstExpired(absl::Time now) const;
  std::vector<const Lease*> Overlapping(const JobId& job) const;
  std::vector<const Lease*> OfExperiment(ExperimentId experiment) const;
  // By rising attempt.
  std::vector<const Lease*> OfWorker(const std::string& worker) const;
  int NumOfWorker(const std::string& worker) const;

  // REQUIRES: the attempt has no lease, and none of the units are on one.
  void Add(const Lease& lease);
  // REQUIRES: the attempt has a lease.
  void Renew(AttemptId attempt, absl::Time deadline, int64_t num_units_done);
  Lease Remove(AttemptId attempt);

 private:
  using UnitsKey = std::tuple<ExperimentId, int32_t, int64_t>;  // experiment, cell, first unit

  absl::node_hash_map<AttemptId, Lease> leases_;
  std::set<std::pair<absl::Time, AttemptId>> by_deadline_;
  std::map<UnitsKey, const Lease*> by_units_;
  absl::flat_hash_map<std::string, std::set<AttemptId>> by_worker_;
};

// The leases that were reaped lately, for workers that come back with a result after all.
class ReapedLeases {
 public:
  // The oldest are forgotten; their results are computed again.
  static constexpr size_t kMaxRemembered = 100'000;

  void Add(const Lease& lease);
  void Remove(AttemptId attempt) { jobs_.erase(attempt); }
  bool Contains(AttemptId attempt, const JobId& job) const;

 private:
  absl::flat_hash_map<AttemptId, JobId> jobs_;
  std::deque<AttemptId> order_;
};

}  // namespace tenuki
