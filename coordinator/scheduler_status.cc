// What people are told: progress, workers, and what is in the way.
#include <algorithm>
#include <set>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "coordinator/scheduler.h"

namespace tenuki {

absl::Status Scheduler::DrainWorker(const std::string& worker) {
  if (workers_.Drain(worker)) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat("no worker '", worker, "' is connected"));
}

bool Scheduler::IsComplete(ExperimentId id) const {
  const Experiment* experiment = Find(id);
  return experiment == nullptr || (experiment->pool.empty() && experiment->num_leases == 0);
}

std::vector<CellProgress> Scheduler::Progress(ExperimentId id) const {
  const Experiment* experiment = Find(id);
  if (experiment == nullptr) return {};
  std::vector<CellProgress> cells(experiment->pool.num_cells());
  for (int32_t cell = 0; cell < experiment->pool.num_cells(); ++cell) {
    cells[cell].num_missing = experiment->pool.NumUnits(cell);
    cells[cell].unit_time = experiment->sizer.UnitTime(cell);
  }
  for (const Lease* lease : leases_.OfExperiment(id)) {
    cells[lease->job.cell].num_leased += lease->job.units.size();
    cells[lease->job.cell].num_done_unreported += lease->num_units_done;
  }
  return cells;
}

int Scheduler::NumFailures(const JobId& unit) const {
  const Experiment* experiment = Find(unit.experiment);
  if (experiment == nullptr) return 0;
  const UnitPool::Trouble* trouble = experiment->pool.FindTrouble(unit.cell, unit.units.first);
  return trouble == nullptr ? 0 : trouble->num_failures;
}

std::vector<SchedulerWorker> Scheduler::Workers() const {
  std::vector<SchedulerWorker> workers;
  for (const auto& [name, worker] : workers_.workers()) {
    workers.push_back({.name = name,
                       .num_slots = worker.num_slots,
                       .num_attempts = leases_.NumOfWorker(name),
                       .last_seen = worker.last_seen,
                       .draining = worker.draining(),
                       .refusal = worker.refusal,
                       .engines = worker.engines});
  }
  return workers;
}

std::vector<std::string> Scheduler::Obstacles(ExperimentId id, absl::Time now) const {
  const Experiment* experiment = Find(id);
  if (experiment == nullptr || IsComplete(id)) return {};
  std::vector<std::string> obstacles;
  if (experiment->paused) obstacles.push_back("it is paused");
  if (std::string obstacle = WorkerObstacle(*experiment, now); !obstacle.empty()) obstacles.push_back(obstacle);
  const UnitPool& pool = experiment->pool;
  if (experiment->num_leases == 0 && pool.num_waiting() == pool.size() && pool.NextRetry() > now) {
    const bool one = pool.size() == 1;
    obstacles.push_back(absl::StrCat("only ", pool.size(), one ? " unit that failed is" : " units that failed are",
                                     " left; the next try is in ", absl::FormatDuration(pool.NextRetry() - now)));
  }
  return obstacles;
}

std::string Scheduler::WorkerObstacle(const Experiment& experiment, absl::Time now) const {
  const ScheduledKind& kind = experiment.kind;
  int num_live = 0;
  int num_draining = 0;
  std::set<int> other_versions;
  // Of workers that know the kind.
  std::set<std::string> lacking;
  for (const auto& [name, worker] : workers_.workers()) {
    if (worker.last_seen <= ForgottenAt(now)) continue;
    ++num_live;
    if (worker.draining()) {
      ++num_draining;
      continue;
    }
    for (const ScheduledKind& known : worker.kinds) {
      if (known == kind) {
        bool has_all = true;
        for (const ScheduledEngine& engine : experiment.engines) {
          if (absl::c_linear_search(worker.engines, engine)) continue;
          has_all = false;
          lacking.insert(absl::StrCat("'", engine.name, "' (", engine.version, ")"));
        }
        if (has_all) return "";
      }
      if (known.name == kind.name) other_versions.insert(known.semantic_version);
    }
  }
  if (num_live == 0) return "no worker is connected";
  if (num_live == num_draining) return "every worker is draining";
  if (!lacking.empty()) {
    return absl::StrCat("no worker has the engine ", absl::StrJoin(lacking, " and "),
                        ": it has to be the very same program as when the experiment was planned");
  }
  if (other_versions.empty()) return absl::StrCat("no worker knows the kind '", kind.name, "'");
  return absl::StrCat("every worker has another version of '", kind.name, "': ", absl::StrJoin(other_versions, ", "),
                      ", where ", kind.semantic_version, " is needed");
}

}  // namespace tenuki
