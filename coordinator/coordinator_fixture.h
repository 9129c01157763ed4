// For tests of a whole coordinator: a clock that is turned by hand, and a worker that does what it is told.
//
//   CoordinatorTest (a fixture): Open(); Submit(kSmallMatch); v1::Lease lease = LeaseOne("w"); Finish(RunLease(lease,
//   "w"));
#pragma once

#include <arrow/api.h>
#include <arrow/io/memory.h>
#include <arrow/ipc/api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/log/check.h"
#include "absl/synchronization/notification.h"
#include "common/arrow_status.h"
#include "common/clock.h"
#include "common/testing/faulty_file_system.h"
#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"
#include "coordinator/coordinator.h"
#include "experiments/config.h"
#include "experiments/plan.h"
#include "experiments/registry.h"
#include "experiments/table_digest.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {

class FakeClock final : public Clock {
 public:
  absl::Time Now() const override { return absl::FromUnixMillis(now_ms_); }
  absl::Time WallTime() const override { return Now(); }
  void Advance(absl::Duration time) { now_ms_ += absl::ToInt64Milliseconds(time); }

 private:
  std::atomic<int64_t> now_ms_ = 1'700'000'000'000;
};

// Six units in one cell: three jobs of two.
inline constexpr std::string_view kSmallMatch =
    R"(name: "small" match { player { uniform {} } opponent { uniform {} } board_size: 3 } stop { units: 6 })";

inline v1::SubmitExperimentRequest SubmitRequest(std::string_view text, const std::vector<std::string>& settings = {},
                                                 int64_t units_per_job = 2) {
  v1::SubmitExperimentRequest request;
  *request.mutable_experiment() = ReadExperiment("test", text, settings).value();
  request.set_units_per_job(units_per_job);
  return request;
}

inline v1::SynchronizeRequest SynchronizeRequestOf(const std::string& worker, int num_jobs_wanted) {
  v1::SynchronizeRequest request;
  request.set_worker(worker);
  request.set_num_slots(1);
  request.set_num_jobs_wanted(num_jobs_wanted);
  for (const Kind* kind : AllKinds()) {
    v1::KindVersion& version = *request.add_kinds();
    version.set_kind(std::string(kind->name()));
    version.set_semantic_version(kind->semantic_version());
  }
  return request;
}

inline std::string IpcOf(const arrow::Table& rows) {
  auto stream = arrow::io::BufferOutputStream::Create().ValueOrDie();
  auto writer = arrow::ipc::MakeStreamWriter(stream, rows.schema()).ValueOrDie();
  CHECK(writer->WriteTable(rows).ok());
  CHECK(writer->Close().ok());
  return stream->Finish().ValueOrDie()->ToString();
}

inline std::shared_ptr<arrow::Table> TableOfIpc(const std::string& ipc) {
  auto source = std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(ipc));
  return arrow::ipc::RecordBatchStreamReader::Open(source).ValueOrDie()->ToTable().ValueOrDie();
}

// What a worker sends for such rows, all of it true.
inline v1::TableUpload UploadOf(const std::string& name, const arrow::Table& rows) {
  TableDigester digester(rows.schema());
  arrow::TableBatchReader reader(rows);
  while (std::shared_ptr<arrow::RecordBatch> batch = reader.Next().ValueOrDie()) CHECK_OK(digester.Add(*batch));
  v1::TableUpload upload;
  upload.set_name(name);
  upload.set_num_rows(rows.num_rows());
  upload.set_digest(std::string(digester.Finish().bytes()));
  upload.set_ipc(IpcOf(rows));
  return upload;
}

// The rows of some units of a lease's cell, in its kind's tables.
inline MemoryTables RunUnits(const v1::Lease& lease, UnitRange units) {
  const Kind& kind = KindOf(lease.cell());
  const Cell cell{.index = lease.job().cell_index(),
                  .experiment = lease.cell(),
                  .digest = Digest::FromBytes(lease.job().cell_digest()).value(),
                  .num_units = kind.PlanCell(lease.cell(), Inputs::None()).value()};
  MemoryTables tables(kind.unit_tables());
  CHECK_OK(kind.Run(cell, units, RunContext(), tables));
  return tables;
}

inline v1::JobResult RunLease(const v1::Lease& lease, const std::string& worker,
                              std::optional<int64_t> num_units = std::nullopt) {
  v1::JobResult result;
  result.set_attempt(lease.attempt());
  *result.mutable_job() = lease.job();
  result.set_num_units_done(num_units.value_or(lease.job().num_units()));
  result.set_worker(worker);
  result.mutable_run_time()->set_seconds(1);
  const MemoryTables tables = RunUnits(lease, {lease.job().first_unit(), result.num_units_done()});
  for (size_t i = 0; i < tables.definitions().size(); ++i) {
    *result.add_tables() = UploadOf(tables.definitions()[i].name, *tables.Rows(i));
  }
  return result;
}

inline v1::FinishJobRequest FinishRequest(v1::JobResult result) {
  v1::FinishJobRequest request;
  *request.mutable_result() = std::move(result);
  return request;
}

// A table of the experiment as it should be stored, run here and now.
inline std::shared_ptr<arrow::Table> DirectRows(const v1::Experiment& experiment, std::string_view table) {
  const Plan plan = MakePlan(experiment).value();
  const Kind& kind = KindOf(plan.experiment);
  MemoryTables stored = StoredRowsOf(plan);
  MemoryTables derived(kind.derived_tables());
  CHECK_OK(kind.Derive(plan, stored, derived));
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> reader = derived.Open(table);
  if (!reader.ok()) reader = stored.Open(table);
  CHECK_OK(reader);
  return (*reader)->ToTable().ValueOrDie();
}

class CoordinatorTest : public testing::Test {
 protected:
  absl::Status Open() {
    absl::StatusOr<std::unique_ptr<Coordinator>> opened = Coordinator::Open(Options(), files_, clock_);
    if (!opened.ok()) return opened.status();
    coordinator_ = *std::move(opened);
    return absl::OkStatus();
  }
  absl::Status Reopen() {
    coordinator_.reset();
    return Open();
  }
  CoordinatorOptions Options() {
    return {.folder = folder_.Path("data"), .scheduler = {}, .on_lost = [this](const absl::Status& status) {
              lost_status_ = status;
              lost_.Notify();
            }};
  }

  absl::StatusOr<v1::ExperimentStatus> Submit(const v1::SubmitExperimentRequest& request) {
    absl::StatusOr<v1::SubmitExperimentResponse> response = coordinator_->SubmitExperiment(request);
    if (!response.ok()) return response.status();
    return response->experiment();
  }
  absl::StatusOr<v1::ExperimentStatus> Submit(std::string_view text, const std::vector<std::string>& settings = {}) {
    return Submit(SubmitRequest(text, settings));
  }
  v1::ExperimentStatus Status(const std::string& name = "small") {
    v1::GetExperimentRequest request;
    request.set_name(name);
    absl::StatusOr<v1::GetExperimentResponse> response = coordinator_->GetExperiment(request);
    EXPECT_THAT(response, IsOk());
    return response.ok() ? response->status() : v1::ExperimentStatus();
  }
  absl::StatusOr<v1::ControlExperimentResponse> Control(v1::ControlExperimentRequest::Action action,
                                                        const std::string& name = "small") {
    v1::ControlExperimentRequest request;
    request.set_name(name);
    request.set_action(action);
    return coordinator_->ControlExperiment(request);
  }

  // The worker names every attempt that it was leased here and has not finished.
  v1::SynchronizeResponse Synchronize(const std::string& worker, int num_jobs_wanted) {
    v1::SynchronizeRequest request = SynchronizeRequestOf(worker, num_jobs_wanted);
    for (const auto& [attempt, lease] : held_[worker]) {
      v1::AttemptState& state = *request.add_attempts();
      state.set_attempt(attempt);
      *state.mutable_job() = lease.job();
    }
    absl::StatusOr<v1::SynchronizeResponse> response = coordinator_->Synchronize(request);
    EXPECT_THAT(response, IsOk());
    if (!response.ok()) return {};
    for (const v1::Lease& lease : response->leases()) held_[worker][lease.attempt()] = lease;
    for (const uint64_t attempt : response->lost_attempts()) held_[worker].erase(attempt);
    return *std::move(response);
  }
  std::vector<v1::Lease> Lease(const std::string& worker, int num_jobs) {
    const v1::SynchronizeResponse response = Synchronize(worker, num_jobs);
    return {response.leases().begin(), response.leases().end()};
  }
  v1::Lease LeaseOne(const std::string& worker) {
    const std::vector<v1::Lease> leases = Lease(worker, 1);
    CHECK_EQ(leases.size(), 1u);
    return leases.front();
  }
  absl::StatusOr<v1::FinishJobResponse> Finish(v1::JobResult result) {
    held_[result.worker()].erase(result.attempt());
    return coordinator_->FinishJob(FinishRequest(std::move(result)));
  }
  // Until there is nothing left that this worker is given. Says how many units it ran.
  int64_t WorkAll(const std::string& worker) {
    int64_t num_units = 0;
    while (true) {
      const std::vector<v1::Lease> leases = Lease(worker, 100);
      if (leases.empty()) return num_units;
      for (const v1::Lease& lease : leases) {
        EXPECT_THAT(Finish(RunLease(lease, worker)), IsOk());
        num_units += lease.job().num_units();
      }
    }
  }

  absl::StatusOr<std::shared_ptr<arrow::Table>> Rows(const std::string& experiment, std::string_view table,
                                                     LedgerVersion version = 0) {
    absl::StatusOr<StoredView> view = coordinator_->ViewOf(experiment, version);
    if (!view.ok()) return view.status();
    return RowsOf(*view, table);
  }
  absl::StatusOr<std::shared_ptr<arrow::Table>> RowsOf(const StoredView& view, std::string_view table) {
    auto reader = coordinator_->OpenTable(view, table);
    if (!reader.ok()) return reader.status();
    return FromArrow((*reader)->ToTable());
  }
  // Whether the stored rows are those of a direct run.
  void ExpectComplete(std::string_view text, const std::vector<std::string>& settings = {}) {
    const v1::Experiment experiment = ReadExperiment("test", text, settings).value();
    EXPECT_EQ(Status(experiment.name()).state(), v1::EXPERIMENT_STATE_FINISHED);
    for (const std::string_view table : {"games", "summary"}) {
      const auto rows = Rows(experiment.name(), table);
      ASSERT_THAT(rows, IsOk());
      EXPECT_TRUE((*rows)->Equals(*DirectRows(experiment, table))) << table << ":\n" << (*rows)->ToString();
    }
  }

  TemporaryFolder folder_;
  FakeClock clock_;
  FaultyFileSystem files_{FileSystem::Real()};
  absl::Notification lost_;
  absl::Status lost_status_;
  std::map<std::string, std::map<uint64_t, v1::Lease>> held_;
  std::unique_ptr<Coordinator> coordinator_;
};

}  // namespace tenuki
