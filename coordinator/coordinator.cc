#include "coordinator/coordinator.h"

#include <algorithm>
#include <utility>

#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/protobuf_time.h"
#include "coordinator/uploaded_table.h"
#include "experiments/config.h"
#include "experiments/engines.h"
#include "experiments/plan.h"
#include "experiments/registry.h"

namespace tenuki {
namespace {

Interval UnitsOf(const v1::Job& job) { return {job.first_unit(), job.first_unit() + job.num_units()}; }

}  // namespace

Coordinator::Coordinator(CoordinatorOptions options, FileSystem& files, const Clock& clock)
    : options_(std::move(options)),
      files_(files),
      clock_(clock),
      input_folder_(files, absl::StrCat(options_.folder, "/inputs")),
      inputs_(input_folder_) {}

Coordinator::~Coordinator() = default;

absl::StatusOr<std::unique_ptr<Coordinator>> Coordinator::Open(CoordinatorOptions options, FileSystem& files,
                                                               const Clock& clock) {
  std::unique_ptr<Coordinator> coordinator(new Coordinator(std::move(options), files, clock));
  ABSL_RETURN_IF_ERROR(coordinator->Load());
  return coordinator;
}

absl::Status Coordinator::Load() {
  const std::string& folder = options_.folder;
  ABSL_RETURN_IF_ERROR(files_.MakeFolder(folder));
  ABSL_ASSIGN_OR_RETURN(lock_, DataLock::Claim(folder));
  ABSL_ASSIGN_OR_RETURN(ledger_, Ledger::Open(absl::StrCat(folder, "/ledger.sqlite")));
  ABSL_ASSIGN_OR_RETURN(const auto ends, ledger_->SegmentEnds());
  ABSL_ASSIGN_OR_RETURN(log_, SegmentLog::Open(files_, absl::StrCat(folder, "/segments"), ends));
  ABSL_ASSIGN_OR_RETURN(staging_, Staging::Open(files_, absl::StrCat(folder, "/staging")));
  ABSL_RETURN_IF_ERROR(ForgetDamagedSegments());
  committer_ = std::make_unique<Committer>(
      *log_, *ledger_, *lock_,
      CommitterHooks{
          .admit = [this](const LedgerCommit& commit) { return Admit(commit); },
          .settled = [this](const LedgerCommit& commit, const absl::Status& status) { Settled(commit, status); },
          .lost = options_.on_lost});
  {
    absl::MutexLock lock(mutex_);
    scheduler_ = std::make_unique<Scheduler>(options_.scheduler, lock_->epoch());
  }
  ABSL_ASSIGN_OR_RETURN(const std::vector<LedgerExperiment> rows, ledger_->Experiments());
  for (const LedgerExperiment& row : rows) {
    // One that cannot be planned any more must not keep the others from running.
    if (absl::Status status = LoadExperiment(row); !status.ok()) {
      LOG(ERROR) << "the experiment '" << row.name << "' is left out: " << status.message();
    }
  }
  ABSL_RETURN_IF_ERROR(RestoreLeases());
  ApplyStopRules();
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<const Plan>> Coordinator::PlanOf(const v1::Experiment& experiment) {
  // What came over the wire or from the disk is checked as a file is.
  ABSL_ASSIGN_OR_RETURN(const v1::Experiment checked, ReadExperiment("experiment", FormatExperiment(experiment), {}));
  ABSL_ASSIGN_OR_RETURN(Plan plan, MakePlan(checked, inputs_));
  return std::make_shared<const Plan>(std::move(plan));
}

absl::Status Coordinator::ForgetDamagedSegments() {
  ABSL_ASSIGN_OR_RETURN(const auto ends, ledger_->SegmentEnds());
  for (const auto& [segment, end] : ends) {
    const absl::Status whole = log_->CheckExtent({.segment = segment, .offset = 0, .length = end});
    if (whole.ok()) continue;
    int64_t num_units = 0;
    ABSL_ASSIGN_OR_RETURN(const std::vector<LedgerCommit> commits, ledger_->CommitsBehind(segment, 0));
    for (const LedgerCommit& commit : commits) {
      if (std::ranges::all_of(commit.tables, [&](const StoredTable& table) {
            return table.num_rows == 0 || log_->CheckExtent(table.extent).ok();
          })) {
        continue;
      }
      num_units += commit.units.size();
      ABSL_RETURN_IF_ERROR(ledger_->RemoveCommit(commit.store, commit.units.first));
    }
    LOG(ERROR) << whole.message() << "; the results of " << num_units
               << " units are lost with it and will be run again";
  }
  return absl::OkStatus();
}

absl::Status Coordinator::LoadExperiment(const LedgerExperiment& row) {
  v1::Experiment experiment;
  if (!experiment.ParseFromString(row.experiment)) return absl::DataLossError("its description cannot be read");
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Plan> plan, PlanOf(experiment));
  absl::MutexLock lock(mutex_);
  ABSL_ASSIGN_OR_RETURN(const CatalogExperiment* added, catalog_.Add(row, plan, *ledger_));
  if (row.state != ExperimentState::kCancelled) Schedule(*added);
  return absl::OkStatus();
}

void Coordinator::Schedule(const CatalogExperiment& experiment) {
  ScheduledExperiment scheduled{.id = experiment.row.id,
                                .priority = experiment.row.priority,
                                .kind = {std::string(experiment.kind->name()), experiment.kind->semantic_version()},
                                .units_per_job = experiment.row.units_per_job};
  for (const v1::PinnedEngine& engine : PinnedEngines(experiment.plan->experiment)) {
    scheduled.engines.push_back({.identity = std::string(Digest::FromHex(engine.identity())->bytes()),
                                 .name = engine.name(),
                                 .version = engine.version(),
                                 .deterministic = engine.deterministic()});
  }
  for (const CatalogCell& cell : experiment.cells) scheduled.cells.push_back({.missing = cell.Missing()});
  scheduler_->AddExperiment(std::move(scheduled), clock_.Now());
  scheduler_->SetPaused(experiment.row.id, experiment.row.state == ExperimentState::kPaused);
  for (size_t cell = 0; cell < experiment.cells.size(); ++cell) {
    if (experiment.cells[cell].stop != nullptr) stop_news_.emplace(experiment.row.id, static_cast<int32_t>(cell));
  }
}

absl::Status Coordinator::RestoreLeases() {
  ABSL_ASSIGN_OR_RETURN(const std::vector<LedgerLease> leases, ledger_->Leases());
  absl::MutexLock lock(mutex_);
  LedgerNote note;
  for (const LedgerLease& lease : leases) {
    const CatalogExperiment* experiment = catalog_.Find(lease.experiment);
    const bool is_known = experiment != nullptr && scheduler_->HasExperiment(lease.experiment) && lease.cell >= 0 &&
                          static_cast<size_t>(lease.cell) < experiment->cells.size();
    if (!is_known) {
      note.ended_leases.push_back(lease.attempt);
      continue;
    }
    scheduler_->RestoreLease({.attempt = lease.attempt,
                              .job = {.experiment = lease.experiment, .cell = lease.cell, .units = lease.units},
                              .worker = lease.worker},
                             clock_.Now());
  }
  committer_->Note(std::move(note));
  return absl::OkStatus();
}

absl::StatusOr<v1::SynchronizeResponse> Coordinator::Synchronize(const v1::SynchronizeRequest& request) {
  if (request.worker().empty()) return absl::InvalidArgumentError("a worker needs a name");
  WorkerReport report{.worker = request.worker(),
                      .num_slots = std::max(request.num_slots(), 0),
                      .num_jobs_wanted = std::max(request.num_jobs_wanted(), 0),
                      .draining = request.draining()};
  for (const v1::KindVersion& kind : request.kinds()) report.kinds.push_back({kind.kind(), kind.semantic_version()});
  for (const v1::EngineOffer& engine : request.engines()) {
    report.engines.push_back({.identity = engine.identity(),
                              .name = engine.name(),
                              .version = engine.version(),
                              .deterministic = engine.deterministic()});
  }
  ApplyStopRules();

  absl::MutexLock lock(mutex_);
  for (const v1::AttemptState& attempt : request.attempts()) {
    AttemptReport each{.attempt = attempt.attempt(), .num_units_done = attempt.num_units_done()};
    const v1::Job& job = attempt.job();
    CatalogExperiment* experiment = catalog_.Find(job.experiment());
    const bool are_units =
        job.first_unit() >= 0 && job.num_units() >= 0 && job.num_units() <= INT64_MAX - job.first_unit();
    if (are_units && experiment != nullptr && job.cell_index() >= 0 &&
        static_cast<size_t>(job.cell_index()) < experiment->cells.size() &&
        experiment->plan->cells[job.cell_index()].digest.bytes() == job.cell_digest()) {
      each.job = JobId{.experiment = experiment->row.id, .cell = job.cell_index(), .units = UnitsOf(job)};
    }
    report.attempts.push_back(each);
  }
  const SynchronizeDecision decision = scheduler_->Synchronize(report, clock_.Now());
  NoteReaped();

  v1::SynchronizeResponse response;
  SetDuration(decision.next_synchronization_in, *response.mutable_next_synchronization_in());
  response.set_ledger_id(ledger_->id());
  response.set_refusal(decision.refusal);
  response.set_drain(decision.drain);
  for (const AttemptId attempt : decision.lost) response.add_lost_attempts(attempt);
  LedgerNote note;
  for (size_t i = 0; i < decision.leases.size(); ++i) {
    const LeasedJob& leased = decision.leases[i];
    *response.add_leases() = LeaseOf(leased);
    if (i >= decision.num_new_leases) continue;
    CatalogExperiment& experiment = *catalog_.Find(leased.job.experiment);
    experiment.rate.Begin(clock_.Now());
    CatalogCell& cell = experiment.cells[leased.job.cell];
    cell.rate.Begin(clock_.Now());
    note.leases.push_back({.attempt = leased.attempt,
                           .store = cell.store,
                           .experiment = leased.job.experiment,
                           .cell = leased.job.cell,
                           .units = leased.job.units,
                           .worker = leased.worker});
  }
  if (!note.leases.empty()) committer_->Note(std::move(note));
  return response;
}

v1::Lease Coordinator::LeaseOf(const LeasedJob& leased) {
  const CatalogExperiment& experiment = *catalog_.Find(leased.job.experiment);
  const Cell& cell = experiment.plan->cells[leased.job.cell];
  v1::Lease lease;
  lease.set_attempt(leased.attempt);
  v1::Job& job = *lease.mutable_job();
  job.set_experiment(experiment.row.name);
  job.set_cell_index(cell.index);
  job.set_cell_digest(std::string(cell.digest.bytes()));
  job.set_first_unit(leased.job.units.first);
  job.set_num_units(leased.job.units.size());
  *lease.mutable_cell() = cell.experiment;
  SetDuration(options_.scheduler.lease_term, *lease.mutable_term());
  return lease;
}

void Coordinator::NoteReaped() {
  Scheduler::Reaped reaped = scheduler_->ReapExpired(clock_.Now());
  if (reaped.attempts.empty() && reaped.quarantined.empty()) return;
  for (const AttemptId attempt : reaped.attempts) staging_->Remove(attempt);
  committer_->Note({.ended_leases = std::move(reaped.attempts)});
  for (const QuarantineDecision& decision : reaped.quarantined) NoteQuarantine(decision);
}

void Coordinator::NoteQuarantine(const QuarantineDecision& decision) {
  CatalogExperiment& experiment = *catalog_.Find(decision.job.experiment);
  CatalogCell& cell = experiment.cells[decision.job.cell];
  LedgerQuarantine quarantine{.store = cell.store,
                              .unit = decision.job.units.first,
                              .num_failures = decision.num_failures,
                              .reason = decision.reason};
  LOG(WARNING) << "unit " << quarantine.unit << " of cell " << decision.job.cell << " of '" << experiment.row.name
               << "' is quarantined after " << quarantine.num_failures << " failures: " << quarantine.reason;
  cell.quarantined[quarantine.unit] = quarantine;
  if (cell.stop != nullptr) stop_news_.emplace(decision.job.experiment, decision.job.cell);
  committer_->Note({.quarantined = {std::move(quarantine)}});
}

absl::Status Coordinator::StoreInput(const Digest& digest, const v1::InputFiles& input) {
  if (const Digest actual = InputDigest(input); actual != digest) {
    return absl::InvalidArgumentError(
        absl::StrCat("the input was announced as ", digest.Short(), ", and its digest is ", actual.Short()));
  }
  return input_folder_.Write(input);
}

absl::StatusOr<std::unique_ptr<ReadFile>> Coordinator::OpenInput(const Digest& digest) {
  absl::StatusOr<std::unique_ptr<ReadFile>> file = input_folder_.Open(digest);
  if (!absl::IsNotFound(file.status())) return file;
  return absl::NotFoundError(absl::StrCat("there is no input ", digest.Short()));
}

absl::StatusOr<v1::SubmitExperimentResponse> Coordinator::SubmitExperiment(const v1::SubmitExperimentRequest& request) {
  v1::SubmitExperimentResponse response;
  for (const v1::Input& input : request.experiment().input()) {
    const std::optional<Digest> digest = Digest::FromHex(input.digest());
    if (!digest.has_value()) continue;  // planning says so
    const absl::Status status = input_folder_.ReadInput(*digest).status();
    // One that is damaged is to be sent again.
    if (absl::IsNotFound(status) || absl::IsDataLoss(status)) response.add_missing_inputs(std::string(digest->bytes()));
  }
  if (response.missing_inputs_size() > 0) return response;
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Plan> plan, PlanOf(request.experiment()));
  ABSL_RETURN_IF_ERROR(AddExperiment(request, plan));
  // What is there already may be enough.
  ApplyStopRules();
  absl::MutexLock lock(mutex_);
  CatalogExperiment* added = catalog_.Find(plan->experiment.name());
  if (added == nullptr) return absl::AbortedError("the experiment was replaced in the meantime");
  ABSL_RETURN_IF_ERROR(CountReused(*added));
  LOG(INFO) << "experiment '" << added->row.name << "': " << added->cells.size() << " cells, reused "
            << added->row.num_units_reused << " units";
  *response.mutable_experiment() = StatusOf(*added, /*with_cells=*/false);
  return response;
}

absl::Status Coordinator::AddExperiment(const v1::SubmitExperimentRequest& request,
                                        const std::shared_ptr<const Plan>& plan) {
  const std::string& name = plan->experiment.name();
  absl::MutexLock lock(mutex_);
  CatalogExperiment* present = catalog_.Find(name);
  if (present != nullptr) {
    const bool is_same = FormatExperiment(present->plan->experiment) == FormatExperiment(plan->experiment);
    const v1::ExperimentState state = StateOf(*present);
    const bool is_open = state == v1::EXPERIMENT_STATE_RUNNING || state == v1::EXPERIMENT_STATE_PAUSED;
    if (!is_same && is_open && !request.replace()) {
      return absl::AlreadyExistsError(absl::StrCat(
          "an experiment '", name, "' with other content is not finished here; give this one another name, ",
          "cancel that one, or let this one take its place"));
    }
    const bool has_quarantined =
        std::ranges::any_of(present->cells, [](const CatalogCell& cell) { return !cell.quarantined.empty(); });
    if (is_same && state != v1::EXPERIMENT_STATE_CANCELLED && !has_quarantined &&
        request.priority() == present->row.priority && request.units_per_job() == present->row.units_per_job) {
      return absl::OkStatus();
    }
    // A new submission is another try for what failed.
    for (const CatalogCell& cell : present->cells) {
      if (cell.quarantined.empty()) continue;
      ABSL_RETURN_IF_ERROR(ledger_->ClearQuarantine(cell.store));
    }
  }
  ABSL_ASSIGN_OR_RETURN(LedgerExperiment row,
                        ledger_->AddExperiment({.name = name,
                                                .experiment = plan->experiment.SerializeAsString(),
                                                .priority = request.priority(),
                                                .units_per_job = request.units_per_job(),
                                                .submitted_at = clock_.WallTime()}));
  const ExperimentId replaced = present == nullptr ? 0 : present->row.id;
  ABSL_ASSIGN_OR_RETURN(CatalogExperiment * added, catalog_.Add(std::move(row), plan, *ledger_));
  // Not earlier: until then an error leaves the experiment that is here as it was.
  scheduler_->RemoveExperiment(replaced);
  NoteReaped();
  Schedule(*added);
  return absl::OkStatus();
}

absl::Status Coordinator::CountReused(CatalogExperiment& experiment) {
  experiment.row.num_units_reused = 0;
  for (const CatalogCell& cell : experiment.cells) experiment.row.num_units_reused += cell.committed.size();
  return ledger_->SetNumUnitsReused(experiment.row.id, experiment.row.num_units_reused);
}

absl::StatusOr<StoredView> Coordinator::ViewOf(const std::string& experiment, LedgerVersion version) {
  ABSL_ASSIGN_OR_RETURN(const LedgerVersions versions, ledger_->Versions());
  if (version > versions.current) {
    return absl::InvalidArgumentError(
        absl::StrCat("the ledger is at version ", versions.current, ", not yet at ", version));
  }
  if (version != 0 && version < versions.first) {
    return absl::DataLossError(
        absl::StrCat("rows of version ", version, " were damaged and are being run again; read a newer version"));
  }
  ApplyStopRules();
  absl::MutexLock lock(mutex_);
  const CatalogExperiment* found = catalog_.Find(experiment);
  if (found == nullptr) return absl::NotFoundError(absl::StrCat("there is no experiment '", experiment, "' here"));
  return found->ViewAt(version == 0 ? versions.current : version);
}

}  // namespace tenuki
