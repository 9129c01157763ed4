// How results come in: FinishJob from the claim to the commit, and what happens to rows that are found damaged.
#include <algorithm>
#include <utility>

#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/protobuf_time.h"
#include "coordinator/coordinator.h"
#include "coordinator/uploaded_table.h"

namespace tenuki {
namespace {

// Activities of a result.
constexpr int kMaxTimings = 64;

// Wraps a reader to hear of its errors.
class WatchedReader final : public arrow::RecordBatchReader {
 public:
  WatchedReader(std::shared_ptr<arrow::RecordBatchReader> reader, std::function<void()> on_error)
      : reader_(std::move(reader)), on_error_(std::move(on_error)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return reader_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    arrow::Status status = reader_->ReadNext(batch);
    if (!status.ok()) on_error_();
    return status;
  }

 private:
  const std::shared_ptr<arrow::RecordBatchReader> reader_;
  const std::function<void()> on_error_;
};

}  // namespace

absl::Status Coordinator::StageTable(AttemptId attempt, const std::string& table, arrow::RecordBatchReader& rows) {
  {
    absl::MutexLock lock(mutex_);
    if (!scheduler_->WasGiven(attempt)) {
      return absl::InvalidArgumentError(absl::StrCat("there never was an attempt ", attempt));
    }
  }
  absl::Status status = staging_->Stage(attempt, table, rows, clock_.Now());
  // The worker keeps the rows and tries again.
  if (absl::IsResourceExhausted(status)) return absl::UnavailableError(status.message());
  return status;
}

absl::StatusOr<v1::FinishJobResponse> Coordinator::FinishJob(const v1::FinishJobRequest& request) {
  const v1::JobResult& result = request.result();
  ABSL_ASSIGN_OR_RETURN(const Target target, FindTarget(result));
  bool is_there = false;
  {
    absl::MutexLock lock(mutex_);
    const CatalogExperiment* experiment = catalog_.Find(target.job.experiment);
    is_there = experiment != nullptr && experiment->cells[target.job.cell].committed.Intersects(target.units_done);
    if (!is_there) {
      absl::Status status = scheduler_->CheckFinish(result.attempt(), target.job, result.worker(), clock_.Now());
      if (!status.ok()) {
        staging_->Remove(result.attempt());
        return status;
      }
    }
  }
  absl::StatusOr<PendingResult> pending = CheckResult(result, target, is_there);
  if (!pending.ok()) {
    if (!is_there && absl::IsInvalidArgument(pending.status())) {
      v1::JobResult failed = result;
      failed.mutable_failure()->set_reason(
          absl::StrCat("the worker '", result.worker(), "' sent an unusable result: ", pending.status().message()));
      FinishLease(failed, target, 0);
    }
    return pending.status();
  }
  absl::Status status = is_there ? absl::AlreadyExistsError("") : committer_->Commit(*pending);
  v1::FinishJobResponse response;
  if (absl::IsAlreadyExists(status)) {
    status = CompareWithCommitted(*pending, target);
    response.set_already_committed(true);
  }
  if (absl::IsUnavailable(status)) return status;  // it will be offered again
  // Before the lease ends: an experiment is not finished while a rule may still end its cells.
  ApplyStopRules();
  FinishLease(result, target, status.ok() ? target.units_done.size() : 0);
  if (result.has_failure()) ApplyStopRules();  // it may be quarantined, and left out
  if (!status.ok()) return status;
  return response;
}

absl::StatusOr<Coordinator::Target> Coordinator::FindTarget(const v1::JobResult& result) {
  const v1::Job& job = result.job();
  if (job.first_unit() < 0 || job.num_units() < 0 || job.num_units() > INT64_MAX - job.first_unit() ||
      result.num_units_done() < 0 || result.num_units_done() > job.num_units()) {
    return absl::InvalidArgumentError(absl::StrCat("the result has ", result.num_units_done(), " units of ",
                                                   job.num_units(), " from ", job.first_unit(), " on"));
  }
  absl::MutexLock lock(mutex_);
  const CatalogExperiment* experiment = catalog_.Find(job.experiment());
  if (experiment == nullptr) {
    return absl::FailedPreconditionError(absl::StrCat("there is no experiment '", job.experiment(), "' here"));
  }
  if (job.cell_index() < 0 || static_cast<size_t>(job.cell_index()) >= experiment->cells.size() ||
      experiment->plan->cells[job.cell_index()].digest.bytes() != job.cell_digest()) {
    return absl::AbortedError(absl::StrCat("the experiment '", job.experiment(), "' was replaced: its cell ",
                                           job.cell_index(), " is another one now"));
  }
  return Target{
      .kind = experiment->kind,
      .job = {.experiment = experiment->row.id,
              .cell = job.cell_index(),
              .units = {job.first_unit(), job.first_unit() + job.num_units()}},
      .store = experiment->cells[job.cell_index()].store,
      .units_done = {job.first_unit(), job.first_unit() + result.num_units_done()},
      .is_deterministic = experiment->kind->IsDeterministic(experiment->plan->cells[job.cell_index()].experiment)};
}

absl::StatusOr<PendingResult> Coordinator::CheckResult(const v1::JobResult& result, const Target& target,
                                                       bool is_there) {
  PendingResult pending{.commit = {.store = target.store,
                                   .units = target.units_done,
                                   .attempt = result.attempt(),
                                   .worker = result.worker(),
                                   .run_time = ToDuration(result.run_time()),
                                   .committed_at = clock_.WallTime(),
                                   .timings = result.timings().SerializeAsString()}};
  if (target.units_done.empty()) return pending;
  if (result.timings().timings_size() > kMaxTimings) {
    return absl::InvalidArgumentError(absl::StrCat("the result has ", result.timings().timings_size(),
                                                   " timings; at most ", kMaxTimings, " are kept"));
  }
  const std::vector<TableDefinition>& definitions = target.kind->unit_tables();
  if (static_cast<size_t>(result.tables_size()) != definitions.size()) {
    return absl::InvalidArgumentError(absl::StrCat("the result has ", result.tables_size(), " tables, but '",
                                                   target.kind->name(), "' has ", definitions.size()));
  }
  for (size_t i = 0; i < definitions.size(); ++i) {
    const v1::TableUpload& upload = result.tables(static_cast<int>(i));
    if (upload.name() != definitions[i].name) {
      return absl::InvalidArgumentError(
          absl::StrCat("table ", i, " is named '", upload.name(), "' and should be '", definitions[i].name, "'"));
    }
    TableBytes bytes;
    UploadedRows rows;
    if (upload.staged()) {
      const std::optional<StagedTable> staged = staging_->Find(result.attempt(), upload.name());
      if (!staged.has_value() && is_there) {
        const std::optional<Digest> digest = Digest::FromBytes(upload.digest());
        if (!digest.has_value()) return absl::InvalidArgumentError("the digest of a table has 32 bytes");
        pending.commit.tables.push_back({.num_rows = upload.num_rows(), .digest = *digest});
        pending.bytes.emplace_back();
        continue;
      }
      if (!staged.has_value()) {
        // A restart of ours removed it, or it never came. The worker still has the rows.
        return absl::UnavailableError(absl::StrCat("table '", upload.name(), "' is not staged; send it again"));
      }
      rows = staged->rows;
      bytes = {.staged_path = staged->path, .staged_length = staged->length, .staged_crc32c = staged->crc32c};
    } else if (upload.ipc().empty()) {
      rows = NoUploadedRows(definitions[i]);
    } else {
      absl::StatusOr<UploadedRows> read = ReadUploadedIpc(upload.ipc());
      if (!read.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("table '", upload.name(), "' is no Arrow IPC stream: ", read.status().message()));
      }
      rows = *std::move(read);
      bytes = {.ipc = upload.ipc()};
    }
    ABSL_RETURN_IF_ERROR(CheckUploadedRows(rows, definitions[i], target.units_done, /*each_unit=*/i == 0, upload));
    pending.commit.tables.push_back({.num_rows = rows.num_rows, .digest = rows.digest});
    // A table without rows takes no room.
    pending.bytes.push_back(rows.num_rows == 0 ? TableBytes() : std::move(bytes));
  }
  return pending;
}

void Coordinator::FinishLease(const v1::JobResult& result, const Target& target, int64_t num_units_done) {
  staging_->Remove(result.attempt());
  std::optional<std::string> failure;
  if (result.has_failure()) failure = result.failure().reason();
  absl::MutexLock lock(mutex_);
  const absl::Time now = clock_.Now();
  if (!scheduler_->HasExperiment(target.job.experiment)) return;
  const std::optional<QuarantineDecision> quarantine =
      scheduler_->Finish(result.attempt(), target.job, num_units_done, failure, ToDuration(result.run_time()), now);
  if (quarantine.has_value()) NoteQuarantine(*quarantine);
  committer_->Note({.ended_leases = {result.attempt()}});
  if (num_units_done == 0) return;
  // Other experiments that asked for the same have it now too.
  for (const auto& [experiment, cell] : catalog_.CellsOf(target.store)) {
    if (experiment == target.job.experiment && cell == target.job.cell) continue;
    const int64_t end = std::min(target.units_done.end, catalog_.Find(experiment)->cells[cell].num_units);
    const Interval units = {target.units_done.first, end};
    if (units.empty() || !scheduler_->HasExperiment(experiment)) continue;
    scheduler_->Finish(/*attempt=*/0, {.experiment = experiment, .cell = cell, .units = units}, units.size(),
                       std::nullopt, absl::ZeroDuration(), now);
  }
}

absl::Status Coordinator::CompareWithCommitted(const PendingResult& result, const Target& target) {
  ABSL_ASSIGN_OR_RETURN(const std::optional<LedgerCommit> commit,
                        ledger_->FindCommit(target.store, target.units_done.first));
  if (!commit.has_value() || commit->units != target.units_done) {
    return absl::AbortedError("others have committed some of the units, in other jobs");
  }
  if (!target.is_deterministic) return absl::OkStatus();
  for (size_t i = 0; i < commit->tables.size(); ++i) {
    if (commit->tables[i].digest == result.commit.tables[i].digest) continue;
    const std::string text = absl::StrCat(
        "units ", target.units_done.first, " to ", target.units_done.end - 1, " of cell ", target.job.cell,
        " gave other rows in '", target.kind->unit_tables()[i].name, "' when the worker '", result.commit.worker,
        "' ran them than when '", commit->worker, "' did: the engine, a machine or its memory is not deterministic");
    LOG(ERROR) << text;
    absl::MutexLock lock(mutex_);
    if (CatalogExperiment* experiment = catalog_.Find(target.job.experiment)) {
      experiment->nondeterminism_errors.push_back(text);
    }
    committer_->Note({.nondeterminism_errors = {{target.job.experiment, text}}});
    return absl::FailedPreconditionError(text);
  }
  return absl::OkStatus();
}

absl::Status Coordinator::Admit(const LedgerCommit& commit) {
  if (commit.units.empty()) return absl::OkStatus();
  absl::MutexLock lock(mutex_);
  const auto& places = catalog_.CellsOf(commit.store);
  if (places.empty()) return absl::AbortedError("the experiment was replaced");
  for (const auto& [experiment, cell] : places) {
    if (catalog_.Find(experiment)->cells[cell].committed.Intersects(commit.units)) return absl::AlreadyExistsError("");
  }
  IntervalSet& in_commit = in_commit_[commit.store];
  if (in_commit.Intersects(commit.units)) return absl::AlreadyExistsError("");
  in_commit.Add(commit.units);
  return absl::OkStatus();
}

void Coordinator::Settled(const LedgerCommit& commit, const absl::Status& status) {
  if (commit.units.empty()) return;
  absl::MutexLock lock(mutex_);
  const auto in_commit = in_commit_.find(commit.store);
  in_commit->second.Remove(commit.units);
  if (in_commit->second.empty()) in_commit_.erase(in_commit);
  if (!status.ok()) return;
  const absl::Time now = clock_.Now();
  for (const auto& [id, index] : catalog_.CellsOf(commit.store)) {
    CatalogExperiment& experiment = *catalog_.Find(id);
    CatalogCell& cell = experiment.cells[index];
    if (commit.units.first < cell.num_units) {
      cell.committed.Add({commit.units.first, std::min(commit.units.end, cell.num_units)});
    }
    // A unit that failed here may have been run for another experiment.
    auto& quarantined = cell.quarantined;
    const auto healed = quarantined.lower_bound(commit.units.first);
    const auto healed_end = quarantined.lower_bound(commit.units.end);
    if (cell.stop != nullptr) {
      // A rule that has left it out begins again.
      const bool was_left_out = healed != healed_end && healed->first < cell.stop->next_unit;
      if (was_left_out && !cell.stop->stopped_at.has_value()) cell.stop = experiment.NewStop(index);
      stop_news_.emplace(id, index);
    }
    quarantined.erase(healed, healed_end);
    experiment.rate.Add(commit.units.size(), now);
    cell.rate.Add(commit.units.size(), now);
  }
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Coordinator::OpenTable(const StoredView& view,
                                                                                 std::string_view table) {
  auto tables = std::make_shared<StoredTables>(view, *ledger_, *log_);
  const auto forget = [this, tables] {
    if (const auto damage = tables->damaged(); damage.has_value()) ForgetDamaged(*damage);
  };
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> reader = tables->Open(table);
  if (!reader.ok()) {
    if (!tables->damaged().has_value()) return reader.status();
    forget();
    return absl::DataLossError(absl::StrCat(reader.status().message(), "; they will be run again"));
  }
  return std::make_shared<WatchedReader>(*std::move(reader), forget);
}

void Coordinator::ForgetDamaged(const StoredTables::Damage& damage) {
  const absl::StatusOr<std::optional<LedgerCommit>> commit = ledger_->FindCommit(damage.store, damage.units.first);
  // Another reader may have met it before, and the units may have been run again since.
  if (commit.ok() && (!commit->has_value() || (*commit)->attempt != damage.attempt)) return;
  absl::Status status = commit.status();
  if (status.ok()) status = ledger_->RemoveCommit(damage.store, damage.units.first);
  if (!status.ok()) {
    LOG(ERROR) << status;
    return;
  }
  LOG(ERROR) << "the stored rows of " << damage.units.size() << " units are damaged; they will be run again";
  absl::MutexLock lock(mutex_);
  for (const auto& [experiment, index] : catalog_.CellsOf(damage.store)) {
    CatalogCell& cell = catalog_.Find(experiment)->cells[index];
    const Interval units = {damage.units.first, std::min(damage.units.end, cell.num_units)};
    if (units.empty() || !cell.committed.ContainsAll(units)) continue;
    cell.committed.Remove(units);
    if (scheduler_->HasExperiment(experiment)) {
      scheduler_->AddMissing({.experiment = experiment, .cell = index, .units = units});
    }
  }
}

}  // namespace tenuki
