#include "coordinator/worker_table.h"

#include <algorithm>

namespace tenuki {

const WorkerRecord& WorkerTable::Seen(const WorkerReport& report, absl::Time now) {
  const auto [it, is_new] = workers_.try_emplace(report.worker);
  WorkerRecord& worker = it->second;
  if (!is_new) by_last_seen_.erase({worker.last_seen, report.worker});
  by_last_seen_.emplace(now, report.worker);
  Update(worker, [&](WorkerRecord& changed) {
    if (changed.kinds != report.kinds) changed.kinds = report.kinds;
    if (changed.engines != report.engines) changed.engines = report.engines;
    changed.num_slots = std::max(report.num_slots, 0);
    changed.last_seen = now;
    changed.draining_itself = report.draining;
  });
  return worker;
}

void WorkerTable::SetOutcome(const std::string& name, bool idle, std::string refusal) {
  Update(workers_.at(name), [&](WorkerRecord& changed) {
    changed.idle = idle;
    changed.refusal = std::move(refusal);
  });
}

bool WorkerTable::Drain(const std::string& name) {
  const auto it = workers_.find(name);
  if (it == workers_.end()) return false;
  Update(it->second, [](WorkerRecord& changed) { changed.told_to_drain = true; });
  return true;
}

void WorkerTable::Forget(absl::Time time) {
  while (!by_last_seen_.empty() && by_last_seen_.begin()->first <= time) {
    const auto it = workers_.find(by_last_seen_.begin()->second);
    Update(it->second, [](WorkerRecord& changed) { changed = WorkerRecord(); });
    workers_.erase(it);
    by_last_seen_.erase(by_last_seen_.begin());
  }
}

void WorkerTable::Update(WorkerRecord& worker, absl::FunctionRef<void(WorkerRecord&)> change) {
  const auto slots = [&] { return worker.draining() ? 0 : worker.num_slots; };
  total_slots_ -= slots();
  num_idle_ -= worker.idle ? 1 : 0;
  change(worker);
  total_slots_ += slots();
  num_idle_ += worker.idle ? 1 : 0;
}

}  // namespace tenuki
