// What people are told, and what they tell the coordinator to do.
#include <algorithm>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/nearest_name.h"
#include "common/protobuf_time.h"
#include "coordinator/coordinator.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

// Of one answer: the rest can be found in the ledger.
constexpr int kMaxQuarantinedListed = 100;

}  // namespace

v1::ExperimentState Coordinator::StateOf(const CatalogExperiment& experiment) const {
  if (experiment.row.state == ExperimentState::kCancelled) return v1::EXPERIMENT_STATE_CANCELLED;
  if (scheduler_->IsComplete(experiment.row.id) &&
      std::ranges::all_of(experiment.cells, &CatalogCell::IsStopUpToDate)) {
    return v1::EXPERIMENT_STATE_FINISHED;
  }
  return experiment.row.state == ExperimentState::kPaused ? v1::EXPERIMENT_STATE_PAUSED : v1::EXPERIMENT_STATE_RUNNING;
}

v1::ExperimentStatus Coordinator::StatusOf(const CatalogExperiment& experiment, bool with_cells) {
  const absl::Time now = clock_.Now();
  v1::ExperimentStatus status;
  status.set_name(experiment.row.name);
  status.set_state(StateOf(experiment));
  status.set_priority(experiment.row.priority);
  SetTimestamp(experiment.row.submitted_at, *status.mutable_submitted_at());
  status.set_num_units_reused(experiment.row.num_units_reused);
  std::vector<CellProgress> progress;
  if (scheduler_->HasExperiment(experiment.row.id)) progress = scheduler_->Progress(experiment.row.id);
  int64_t num_units = 0;
  int64_t num_committed = 0;
  int64_t num_leased = 0;
  int64_t num_quarantined = 0;
  for (size_t i = 0; i < experiment.cells.size(); ++i) {
    const CatalogCell& cell = experiment.cells[i];
    const int64_t leased = i < progress.size() ? progress[i].num_leased : 0;
    num_units += cell.num_units;
    num_committed += cell.committed.size();
    num_leased += leased;
    num_quarantined += static_cast<int64_t>(cell.quarantined.size());
    if (!with_cells) continue;
    v1::CellStatus& out = *status.add_cells();
    out.set_index(static_cast<int32_t>(i));
    out.set_place(DescribePlace(*experiment.plan, experiment.plan->cells[i]));
    out.set_num_units(cell.num_units);
    out.set_num_units_committed(cell.committed.size());
    out.set_num_units_leased(leased);
    out.set_stopped(cell.stop != nullptr && cell.stop->stopped_at.has_value());
    out.set_num_units_quarantined(static_cast<int64_t>(cell.quarantined.size()));
    out.set_units_per_second(leased > 0 ? cell.rate.PerSecond(now) : 0);
    for (const auto& [unit, quarantine] : cell.quarantined) {
      if (status.quarantined_size() >= kMaxQuarantinedListed) break;
      v1::QuarantinedUnit& listed = *status.add_quarantined();
      listed.set_cell_index(static_cast<int32_t>(i));
      listed.set_unit(unit);
      listed.set_num_failures(quarantine.num_failures);
      listed.set_reason(quarantine.reason);
    }
  }
  status.set_num_units(num_units);
  status.set_num_units_committed(num_committed);
  status.set_num_units_leased(num_leased);
  status.set_num_units_quarantined(num_quarantined);
  for (const std::string& error : experiment.nondeterminism_errors) status.add_nondeterminism_errors(error);
  if (status.state() != v1::EXPERIMENT_STATE_RUNNING) return status;

  const double rate = experiment.rate.PerSecond(now);
  status.set_units_per_second(rate);
  if (rate > 0) {
    const auto left = static_cast<double>(num_units - num_committed - num_quarantined);
    SetDuration(absl::Seconds(left / rate), *status.mutable_time_left());
  }
  for (std::string& obstacle : scheduler_->Obstacles(experiment.row.id, now)) {
    status.add_obstacles(std::move(obstacle));
  }
  if (const absl::Status stored = committer_->last_status(); !stored.ok()) {
    status.set_storage_error(std::string(stored.message()));
  }
  return status;
}

absl::StatusOr<v1::ListExperimentsResponse> Coordinator::ListExperiments(const v1::ListExperimentsRequest&) {
  v1::ListExperimentsResponse response;
  absl::MutexLock lock(mutex_);
  for (const auto& [id, experiment] : catalog_.experiments()) {
    *response.add_experiments() = StatusOf(experiment, /*with_cells=*/false);
  }
  return response;
}

absl::StatusOr<v1::GetExperimentResponse> Coordinator::GetExperiment(const v1::GetExperimentRequest& request) {
  ApplyStopRules();
  absl::MutexLock lock(mutex_);
  NoteReaped();
  const CatalogExperiment* experiment = catalog_.Find(request.name());
  if (experiment == nullptr) {
    std::vector<std::string> names;
    for (const auto& [id, each] : catalog_.experiments()) names.push_back(each.row.name);
    return absl::NotFoundError(
        absl::StrCat("there is no experiment '", request.name(), "' here", DidYouMean(request.name(), names)));
  }
  v1::GetExperimentResponse response;
  *response.mutable_status() = StatusOf(*experiment, /*with_cells=*/true);
  *response.mutable_experiment() = experiment->plan->experiment;
  return response;
}

absl::StatusOr<v1::ControlExperimentResponse> Coordinator::ControlExperiment(
    const v1::ControlExperimentRequest& request) {
  absl::MutexLock lock(mutex_);
  CatalogExperiment* experiment = catalog_.Find(request.name());
  if (experiment == nullptr) {
    return absl::NotFoundError(absl::StrCat("there is no experiment '", request.name(), "' here"));
  }
  const v1::ExperimentState state = StateOf(*experiment);
  if (state == v1::EXPERIMENT_STATE_FINISHED || state == v1::EXPERIMENT_STATE_CANCELLED) {
    return absl::FailedPreconditionError(absl::StrCat("the experiment '", request.name(), "' is ",
                                                      state == v1::EXPERIMENT_STATE_FINISHED ? "finished" : "cancelled",
                                                      " already"));
  }
  ExperimentState& next = experiment->row.state;
  switch (request.action()) {
    case v1::ControlExperimentRequest::ACTION_PAUSE: next = ExperimentState::kPaused; break;
    case v1::ControlExperimentRequest::ACTION_RESUME: next = ExperimentState::kRunning; break;
    case v1::ControlExperimentRequest::ACTION_CANCEL: next = ExperimentState::kCancelled; break;
    default: return absl::InvalidArgumentError("say whether to pause, resume or cancel");
  }
  if (next == ExperimentState::kCancelled) {
    scheduler_->RemoveExperiment(experiment->row.id);
    NoteReaped();
  } else {
    scheduler_->SetPaused(experiment->row.id, next == ExperimentState::kPaused);
  }
  committer_->Note({.states = {{experiment->row.id, next}}});
  v1::ControlExperimentResponse response;
  *response.mutable_experiment() = StatusOf(*experiment, /*with_cells=*/false);
  return response;
}

absl::StatusOr<v1::ListWorkersResponse> Coordinator::ListWorkers(const v1::ListWorkersRequest&) {
  v1::ListWorkersResponse response;
  absl::MutexLock lock(mutex_);
  const absl::Time now = clock_.Now();
  for (const SchedulerWorker& worker : scheduler_->Workers()) {
    v1::WorkerStatus& status = *response.add_workers();
    status.set_name(worker.name);
    status.set_num_slots(worker.num_slots);
    status.set_num_attempts(worker.num_attempts);
    SetDuration(now - worker.last_seen, *status.mutable_last_seen_ago());
    status.set_draining(worker.draining);
    status.set_refusal(worker.refusal);
    for (const ScheduledEngine& engine : worker.engines) {
      v1::EngineOffer& offer = *status.add_engines();
      offer.set_name(engine.name);
      offer.set_identity(engine.identity);
      offer.set_version(engine.version);
      offer.set_deterministic(engine.deterministic);
    }
  }
  return response;
}

absl::StatusOr<v1::DrainWorkerResponse> Coordinator::DrainWorker(const v1::DrainWorkerRequest& request) {
  absl::MutexLock lock(mutex_);
  ABSL_RETURN_IF_ERROR(scheduler_->DrainWorker(request.name()));
  return v1::DrainWorkerResponse();
}

}  // namespace tenuki
