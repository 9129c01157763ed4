#include "worker/testing/fake_coordinator.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>

#include <algorithm>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "experiments/table_digest.h"

namespace tenuki {
namespace {

std::string DigestOfRows(const arrow::Table& table) {
  TableDigester digester(table.schema());
  arrow::TableBatchReader reader(table);
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    CHECK(reader.ReadNext(&batch).ok());
    if (batch == nullptr) break;
    CHECK_OK(digester.Add(*batch));
  }
  return std::string(digester.Finish().bytes());
}

}  // namespace

FakeCoordinator::FakeCoordinator(const Kind& kind, const Plan& plan, int64_t units_per_job)
    : kind_(kind), plan_(plan), fault_([](Call, int64_t) { return Fault(); }) {
  for (size_t cell = 0; cell < plan.cells.size(); ++cell) {
    const int64_t num_units = plan.cells[cell].num_units;
    for (int64_t unit = 0; unit < num_units; unit += units_per_job) {
      pending_.push_back({.cell = cell, .first_unit = unit, .num_units = std::min(units_per_job, num_units - unit)});
    }
  }
}

void FakeCoordinator::SetFault(FaultFunction fault) {
  absl::MutexLock lock(mutex_);
  fault_ = std::move(fault);
}

void FakeCoordinator::SetRefusal(std::string refusal) {
  absl::MutexLock lock(mutex_);
  refusal_ = std::move(refusal);
}

void FakeCoordinator::SetDrain(bool drain) {
  absl::MutexLock lock(mutex_);
  drain_ = drain;
}

void FakeCoordinator::SetGenerosity(int num_jobs) {
  absl::MutexLock lock(mutex_);
  generosity_ = num_jobs;
}

FakeCoordinator::Fault FakeCoordinator::NextFault(Call call) {
  return fault_(call, num_calls_[static_cast<int>(call)]++);
}

absl::StatusOr<v1::SynchronizeResponse> FakeCoordinator::Synchronize(const v1::SynchronizeRequest& request) {
  absl::MutexLock lock(mutex_);
  const Fault fault = NextFault(Call::kSynchronize);
  if (!fault.status.ok() && !fault.is_answer_lost) return fault.status;
  v1::SynchronizeResponse response = Answer(request);
  if (!fault.status.ok()) return fault.status;
  return response;
}

v1::SynchronizeResponse FakeCoordinator::Answer(const v1::SynchronizeRequest& request) {
  v1::SynchronizeResponse response;
  response.set_ledger_id("ledger");
  response.mutable_next_synchronization_in()->set_nanos(2'000'000);
  response.set_refusal(refusal_);
  response.set_drain(drain_);
  std::map<uint64_t, Lease> unmentioned;
  for (const auto& [attempt, lease] : leases_) {
    if (lease.worker == request.worker()) unmentioned.emplace(attempt, lease);
  }
  for (const v1::AttemptState& attempt : request.attempts()) {
    progress_[attempt.job().first_unit()] = attempt.num_units_done();
    if (unmentioned.erase(attempt.attempt()) == 0) response.add_lost_attempts(attempt.attempt());
  }
  for (const auto& [attempt, lease] : unmentioned) AddLease(attempt, lease, response);
  int num_jobs = request.num_jobs_wanted();
  if (num_jobs > 0) num_jobs += generosity_;
  for (; num_jobs > 0 && !pending_.empty() && refusal_.empty(); --num_jobs) {
    const uint64_t attempt = next_attempt_++;
    const Lease lease = {.job = pending_.front(), .worker = request.worker()};
    pending_.pop_front();
    leases_.emplace(attempt, lease);
    AddLease(attempt, lease, response);
  }
  return response;
}

void FakeCoordinator::AddLease(uint64_t attempt, const Lease& lease, v1::SynchronizeResponse& response) {
  const Cell& cell = plan_.cells[lease.job.cell];
  v1::Lease& granted = *response.add_leases();
  granted.set_attempt(attempt);
  granted.mutable_job()->set_experiment(plan_.experiment.name());
  granted.mutable_job()->set_cell_index(cell.index);
  granted.mutable_job()->set_cell_digest(std::string(cell.digest.bytes()));
  granted.mutable_job()->set_first_unit(lease.job.first_unit);
  granted.mutable_job()->set_num_units(lease.job.num_units);
  *granted.mutable_cell() = cell.experiment;
  granted.mutable_term()->set_seconds(30);
}

absl::StatusOr<v1::FinishJobResponse> FakeCoordinator::FinishJob(const v1::FinishJobRequest& request) {
  absl::MutexLock lock(mutex_);
  const Fault fault = NextFault(Call::kFinishJob);
  if (!fault.status.ok() && !fault.is_answer_lost) {
    // Others have been given the units.
    const auto lease = leases_.find(request.result().attempt());
    if (absl::IsAborted(fault.status) && lease != leases_.end()) {
      pending_.push_back(lease->second.job);
      leases_.erase(lease);
    }
    return fault.status;
  }
  absl::StatusOr<v1::FinishJobResponse> response = Commit(request.result());
  if (!fault.status.ok()) return fault.status;
  return response;
}

absl::StatusOr<v1::FinishJobResponse> FakeCoordinator::Commit(const v1::JobResult& result) {
  v1::FinishJobResponse response;
  if (const auto done = finished_.find(result.attempt()); done != finished_.end()) {
    if (done->second != result.SerializeAsString()) return absl::FailedPreconditionError("other rows were committed");
    response.set_already_committed(true);
    return response;
  }
  const auto lease = leases_.find(result.attempt());
  if (lease == leases_.end()) return absl::AbortedError("the lease is lost");
  Job job = lease->second.job;
  if (result.job().first_unit() != job.first_unit || result.job().num_units() != job.num_units ||
      result.num_units_done() > job.num_units) {
    return absl::InvalidArgumentError("it is of other units");
  }
  ABSL_ASSIGN_OR_RETURN(Tables tables, Decode(result));
  finished_.emplace(result.attempt(), result.SerializeAsString());
  leases_.erase(lease);
  if (result.num_units_done() > 0) committed_.emplace(std::pair(job.cell, job.first_unit), std::move(tables));
  num_units_committed_ += result.num_units_done();
  ++num_results_[result.worker()];
  job.first_unit += result.num_units_done();
  job.num_units -= result.num_units_done();
  if (result.has_failure()) {
    failures_.push_back(result.failure().reason());
  } else if (job.num_units > 0) {
    pending_.push_back(job);
  }
  return response;
}

absl::StatusOr<FakeCoordinator::Tables> FakeCoordinator::Decode(const v1::JobResult& result) {
  if (result.tables_size() != static_cast<int>(kind_.unit_tables().size())) {
    return absl::InvalidArgumentError(absl::StrCat(result.tables_size(), " tables"));
  }
  Tables tables;
  for (int i = 0; i < result.tables_size(); ++i) {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::Table> table, DecodeTable(result, i));
    const v1::TableUpload& upload = result.tables(i);
    if (upload.name() != kind_.unit_tables()[i].name || upload.num_rows() != table->num_rows() ||
        upload.digest() != DigestOfRows(*table) || !table->schema()->Equals(*kind_.unit_tables()[i].schema)) {
      return absl::InvalidArgumentError("the rows are not what they should be");
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

absl::StatusOr<std::shared_ptr<arrow::Table>> FakeCoordinator::DecodeTable(const v1::JobResult& result, int index) {
  const v1::TableUpload& upload = result.tables(index);
  if (upload.staged()) {
    const auto staged = staged_.find({result.attempt(), upload.name()});
    if (staged == staged_.end()) return absl::InvalidArgumentError("it was not staged");
    return staged->second;
  }
  if (upload.ipc().empty()) return FromArrow(arrow::Table::MakeEmpty(kind_.unit_tables()[index].schema));
  auto buffer = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(upload.ipc()));
  ABSL_ASSIGN_OR_RETURN(auto reader, FromArrow(arrow::ipc::RecordBatchStreamReader::Open(std::move(buffer))));
  return FromArrow(reader->ToTable());
}

absl::Status FakeCoordinator::StageTable(uint64_t attempt, const std::string& table, arrow::RecordBatchReader& rows) {
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::Table> staged, FromArrow(rows.ToTable()));
  absl::MutexLock lock(mutex_);
  staged_[{attempt, table}] = std::move(staged);
  ++num_staged_;
  return absl::OkStatus();
}

void FakeCoordinator::SetInputs(InputSource& inputs) {
  absl::MutexLock lock(mutex_);
  inputs_ = &inputs;
}

absl::StatusOr<v1::InputFiles> FakeCoordinator::ReadInput(const Digest& digest) {
  absl::MutexLock lock(mutex_);
  const Fault fault = NextFault(Call::kReadInput);
  if (!fault.status.ok()) return fault.status;
  if (inputs_ == nullptr) return absl::NotFoundError("there are no inputs");
  return inputs_->ReadInput(digest);
}

void FakeCoordinator::WaitUntilComplete() {
  int64_t num_units = 0;
  for (const Cell& cell : plan_.cells) num_units += cell.num_units;
  WaitUntil([&] { return num_units_committed_ == num_units; });
}

void FakeCoordinator::WaitUntil(const std::function<bool()>& condition) {
  absl::MutexLock lock(mutex_);
  mutex_.Await(absl::Condition(&condition));
}

std::shared_ptr<arrow::Table> FakeCoordinator::Rows(size_t table) {
  absl::MutexLock lock(mutex_);
  Tables tables;
  for (const auto& [place, committed] : committed_) tables.push_back(committed[table]);
  return arrow::ConcatenateTables(tables).ValueOrDie();
}

}  // namespace tenuki
