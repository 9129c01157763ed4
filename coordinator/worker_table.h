// The workers that were heard of lately, and the two sums over them that decisions need.
//
//   workers.Seen(report, now);
//   workers.total_slots();
//   workers.Forget(now - 3 * term);
//
// Each operation costs O(log n). One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "coordinator/scheduler_messages.h"

namespace tenuki {

struct WorkerRecord {
  std::vector<ScheduledKind> kinds;
  std::vector<ScheduledEngine> engines;
  int num_slots = 0;
  absl::Time last_seen;
  // By its own wish.
  bool draining_itself = false;
  // By ours.
  bool told_to_drain = false;
  // It got fewer jobs than it asked for, and will ask again soon.
  bool idle = false;
  std::string refusal;

  bool draining() const { return draining_itself || told_to_drain; }
};

class WorkerTable {
 public:
  // Gives it as it is now.
  const WorkerRecord& Seen(const WorkerReport& report, absl::Time now);
  // What came of its report. REQUIRES: it was seen.
  void SetOutcome(const std::string& name, bool idle, std::string refusal);
  // Whether there is such a worker.
  bool Drain(const std::string& name);
  // Those that were seen last at `time` or earlier.
  void Forget(absl::Time time);

  // By name.
  const std::map<std::string, WorkerRecord>& workers() const { return workers_; }
  // Of the workers that take jobs.
  int64_t total_slots() const { return total_slots_; }
  int64_t num_idle() const { return num_idle_; }

 private:
  // All changes of a worker go through here, so that the sums stay right.
  void Update(WorkerRecord& worker, absl::FunctionRef<void(WorkerRecord&)> change);

  std::map<std::string, WorkerRecord> workers_;
  std::set<std::pair<absl::Time, std::string>> by_last_seen_;
  int64_t total_slots_ = 0;
  int64_t num_idle_ = 0;
};

}  // namespace tenuki
