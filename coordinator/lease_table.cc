#include "coordinator/lease_table.h"

#include <iterator>
#include <limits>

#include "absl/log/check.h"

namespace tenuki {

const Lease* LeaseTable::Find(AttemptId attempt) const {
  const auto it = leases_.find(attempt);
  return it == leases_.end() ? nullptr : &it->second;
}

const Lease* LeaseTable::FirstExpired(absl::Time now) const {
  if (by_deadline_.empty() || by_deadline_.begin()->first > now) return nullptr;
  return Find(by_deadline_.begin()->second);
}

std::vector<const Lease*> LeaseTable::Overlapping(const JobId& job) const {
  std::vector<const Lease*> overlapping;
  if (job.units.empty()) return overlapping;
  // Leases do not overlap each other, so that only one can begin before the units and reach into them.
  auto it = by_units_.lower_bound({job.experiment, job.cell, job.units.first});
  if (it != by_units_.begin()) {
    const JobId& before = std::prev(it)->second->job;
    const bool same_cell = before.experiment == job.experiment && before.cell == job.cell;
    if (same_cell && before.units.end > job.units.first) --it;
  }
  const auto end = by_units_.lower_bound({job.experiment, job.cell, job.units.end});
  for (; it != end; ++it) overlapping.push_back(it->second);
  return overlapping;
}

std::vector<const Lease*> LeaseTable::OfExperiment(ExperimentId experiment) const {
  std::vector<const Lease*> leases;
  constexpr int32_t kFirstCell = std::numeric_limits<int32_t>::min();
  constexpr int64_t kFirstUnit = std::numeric_limits<int64_t>::min();
  const auto first = by_units_.lower_bound({experiment, kFirstCell, kFirstUnit});
  for (auto it = first; it != by_units_.end() && std::get<0>(it->first) == experiment; ++it) {
    leases.push_back(it->second);
  }
  return leases;
}

std::vector<const Lease*> LeaseTable::OfWorker(const std::string& worker) const {
  std::vector<const Lease*> leases;
  const auto it = by_worker_.find(worker);
  if (it == by_worker_.end()) return leases;
  leases.reserve(it->second.size());
  for (AttemptId attempt : it->second) leases.push_back(Find(attempt));
  return leases;
}

int LeaseTable::NumOfWorker(const std::string& worker) const {
  const auto it = by_worker_.find(worker);
  return it == by_worker_.end() ? 0 : static_cast<int>(it->second.size());
}

void LeaseTable::Add(const Lease& lease) {
  const AttemptId attempt = lease.attempt;
  const auto [it, is_new] = leases_.emplace(attempt, lease);
  CHECK(is_new) << "attempt " << attempt << " has a lease already";
  const Lease& added = it->second;
  by_deadline_.emplace(added.deadline, attempt);
  by_units_.emplace(UnitsKey(added.job.experiment, added.job.cell, added.job.units.first), &added);
  by_worker_[added.worker].insert(attempt);
}

void LeaseTable::Renew(AttemptId attempt, absl::Time deadline, int64_t num_units_done) {
  Lease& lease = leases_.at(attempt);
  by_deadline_.erase({lease.deadline, attempt});
  by_deadline_.emplace(deadline, attempt);
  lease.deadline = deadline;
  lease.num_units_done = num_units_done;
}

Lease LeaseTable::Remove(AttemptId attempt) {
  const auto it = leases_.find(attempt);
  CHECK(it != leases_.end()) << "attempt " << attempt << " has no lease";
  Lease lease = std::move(it->second);
  leases_.erase(it);
  by_deadline_.erase({lease.deadline, attempt});
  by_units_.erase({lease.job.experiment, lease.job.cell, lease.job.units.first});
  const auto of_worker = by_worker_.find(lease.worker);
  of_worker->second.erase(attempt);
  if (of_worker->second.empty()) by_worker_.erase(of_worker);
  return lease;
}

void ReapedLeases::Add(const Lease& lease) {
  jobs_.emplace(lease.attempt, lease.job);
  order_.push_back(lease.attempt);
  if (order_.size() <= kMaxRemembered) return;
  jobs_.erase(order_.front());
  order_.pop_front();
}

bool ReapedLeases::Contains(AttemptId attempt, const JobId& job) const {
  const auto it = jobs_.find(attempt);
  return it != jobs_.end() && it->second == job;
}

}  // namespace tenuki
