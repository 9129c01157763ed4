// The coordinator: takes experiments, leases their units to workers, and keeps the results. This is all of it but the
// wire; services/ puts it behind gRPC and Flight.
//
//   ABSL_ASSIGN_OR_RETURN(auto coordinator, Coordinator::Open({.folder = "data"}, FileSystem::Real(), Clock::Real()));
//   coordinator->SubmitExperiment(request);
//   coordinator->Synchronize(request);            // from a worker, again and again
//   coordinator->FinishJob(request);              // blocks until the rows are durable
//
// The data folder:
//
//   lock               who has it, and the epoch                 data_lock.h
//   ledger.sqlite      what is known                             ledger.h
//   segments/          committed rows                            segment_log.h
//   staging/           large tables on their way in              staging.h
//   inputs/            files that experiments name               input_folder.h
//
// Requests and answers are those of coordinator.proto, and so are the errors.
//
// Thread-safe. The mutex is never held while something is read from or written to the disk, other than by Open,
// SubmitExperiment, and to remove what a lost attempt has staged.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "common/clock.h"
#include "common/file_system.h"
#include "coordinator/catalog.h"
#include "coordinator/committer.h"
#include "coordinator/data_lock.h"
#include "coordinator/ledger.h"
#include "coordinator/scheduler.h"
#include "coordinator/segment_log.h"
#include "coordinator/staging.h"
#include "coordinator/stored_tables.h"
#include "experiments/input_folder.h"
#include "tenuki/v1/coordinator.pb.h"

namespace tenuki {

struct CoordinatorOptions {
  // Made when missing.
  std::string folder;
  SchedulerOptions scheduler;
  // Called once, by another thread, when another coordinator has claimed the folder: nothing can be written any more,
  // and the process should end.
  std::function<void(const absl::Status&)> on_lost = [](const absl::Status&) {};
};

class Coordinator {
 public:
  // FAILED_PRECONDITION when another coordinator has the folder, or a newer tenuki wrote it.
  static absl::StatusOr<std::unique_ptr<Coordinator>> Open(CoordinatorOptions options, FileSystem& files,
                                                           const Clock& clock);
  ~Coordinator();

  // Of workers.
  absl::StatusOr<v1::SynchronizeResponse> Synchronize(const v1::SynchronizeRequest& request);
  absl::StatusOr<v1::FinishJobResponse> FinishJob(const v1::FinishJobRequest& request);
  // INVALID_ARGUMENT for an attempt that there never was.
  absl::Status StageTable(AttemptId attempt, const std::string& table, arrow::RecordBatchReader& rows);
  // The bytes of the serialized InputFiles. NOT_FOUND.
  absl::StatusOr<std::unique_ptr<ReadFile>> OpenInput(const Digest& digest);

  // Of people.
  absl::StatusOr<v1::SubmitExperimentResponse> SubmitExperiment(const v1::SubmitExperimentRequest& request);
  // Takes an input of an experiment that is to come. INVALID_ARGUMENT when the digest is not the input's.
  absl::Status StoreInput(const Digest& digest, const v1::InputFiles& input);
  absl::StatusOr<v1::ListExperimentsResponse> ListExperiments(const v1::ListExperimentsRequest& request);
  absl::StatusOr<v1::GetExperimentResponse> GetExperiment(const v1::GetExperimentRequest& request);
  absl::StatusOr<v1::ControlExperimentResponse> ControlExperiment(const v1::ControlExperimentRequest& request);
  absl::StatusOr<v1::ListWorkersResponse> ListWorkers(const v1::ListWorkersRequest& request);
  absl::StatusOr<v1::DrainWorkerResponse> DrainWorker(const v1::DrainWorkerRequest& request);

  // Reading. A version of 0 stands for the current one.
  absl::StatusOr<StoredView> ViewOf(const std::string& experiment, LedgerVersion version);
  // The reader may be used until the coordinator ends. Damaged rows are forgotten on the way, and leased again.
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> OpenTable(const StoredView& view, std::string_view table);

 private:
  Coordinator(CoordinatorOptions options, FileSystem& files, const Clock& clock);

  // What SubmitExperiment does under the mutex.
  absl::Status AddExperiment(const v1::SubmitExperimentRequest& request, const std::shared_ptr<const Plan>& plan);
  absl::StatusOr<std::shared_ptr<const Plan>> PlanOf(const v1::Experiment& experiment);
  // At the start.
  absl::Status Load();
  absl::Status ForgetDamagedSegments();
  absl::Status LoadExperiment(const LedgerExperiment& row);
  absl::Status RestoreLeases();

  void Schedule(const CatalogExperiment& experiment) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // All that is committed at this moment.
  absl::Status CountReused(CatalogExperiment& experiment) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  v1::Lease LeaseOf(const LeasedJob& leased) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void NoteReaped() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void NoteQuarantine(const QuarantineDecision& decision) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  // Where a job's results belong.
  struct Target {
    const Kind* kind = nullptr;
    JobId job;
    StoreId store = 0;
    Interval units_done;
    bool is_deterministic = true;
  };
  absl::StatusOr<Target> FindTarget(const v1::JobResult& result);
  // `is_there`: it is only to be compared with what is committed, so that staged rows need not be here.
  absl::StatusOr<PendingResult> CheckResult(const v1::JobResult& result, const Target& target, bool is_there);
  void FinishLease(const v1::JobResult& result, const Target& target, int64_t num_units_done);
  // Of units that are there already: OK when they have the same rows.
  absl::Status CompareWithCommitted(const PendingResult& result, const Target& target);

  // The committer's hooks.
  absl::Status Admit(const LedgerCommit& commit);
  void Settled(const LedgerCommit& commit, const absl::Status& status);

  // coordinator_stop.cc
  // Lets stop rules see what has been committed up to now, and ends the cells that they stop.
  void ApplyStopRules();
  struct StopReading {
    ExperimentId experiment = 0;
    int32_t cell = 0;
    std::shared_ptr<CellStop> stop;
    // Of the cell alone.
    StoredView view;
  };
  // Nothing when there is no news, and nobody else reads some. REQUIRES: EndStopReading is called with it.
  std::optional<StopReading> BeginStopReading();
  // Shows the rule what is new. Gives the unit at which it stops.
  absl::StatusOr<std::optional<int64_t>> ReadForStop(const StopReading& reading);
  void EndStopReading(const StopReading& reading, const absl::StatusOr<std::optional<int64_t>>& last_unit);

  // Rows turned out to be damaged: their units are run again.
  void ForgetDamaged(const StoredTables::Damage& damage);

  // coordinator_status.cc
  v1::ExperimentStatus StatusOf(const CatalogExperiment& experiment, bool with_cells)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  v1::ExperimentState StateOf(const CatalogExperiment& experiment) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const CoordinatorOptions options_;
  FileSystem& files_;
  const Clock& clock_;
  std::unique_ptr<DataLock> lock_;
  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<SegmentLog> log_;
  std::unique_ptr<Staging> staging_;
  InputFolder input_folder_;
  Inputs inputs_;

  absl::Mutex mutex_;
  std::unique_ptr<Scheduler> scheduler_ ABSL_GUARDED_BY(mutex_);
  Catalog catalog_ ABSL_GUARDED_BY(mutex_);
  // Units of the group that is being written.
  absl::flat_hash_map<StoreId, IntervalSet> in_commit_ ABSL_GUARDED_BY(mutex_);
  // Cells with a stop rule that has not seen all that is committed.
  std::set<std::pair<ExperimentId, int32_t>> stop_news_ ABSL_GUARDED_BY(mutex_);
  bool is_reading_for_stop_ ABSL_GUARDED_BY(mutex_) = false;

  // Last, so that its thread ends first.
  std::unique_ptr<Committer> committer_;
};

}  // namespace tenuki
