// A coordinator in memory, for tests of workers: leases the cells of one plan, counts what comes back, and misbehaves
// on demand.
//
//   FakeCoordinator coordinator(plan, /*units_per_job=*/7);
//   coordinator.SetFault([](FakeCoordinator::Call call, int64_t nth) { … });
//   …                                                          // workers
//   coordinator.WaitUntilComplete();
//
// It checks what it is sent as the real one does: digests, rows, units. Thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "experiments/experiment.h"
#include "worker/coordinator_client.h"

namespace tenuki {

class FakeCoordinator final : public CoordinatorClient {
 public:
  enum class Call { kSynchronize, kFinishJob, kReadInput };
  struct Fault {
    // Not OK: the caller gets this.
    absl::Status status = absl::OkStatus();
    // The call has its effect all the same: only the answer is lost.
    bool is_answer_lost = false;
  };
  // What goes wrong with the nth call of its sort, from 0.
  using FaultFunction = std::function<Fault(Call call, int64_t nth)>;

  // REQUIRES: the kind and what `plan` holds outlive the object.
  FakeCoordinator(const Kind& kind, const Plan& plan, int64_t units_per_job);

  void SetFault(FaultFunction fault);
  void SetRefusal(std::string refusal);
  void SetDrain(bool drain);
  // Leases so many jobs more than it is asked for, so that a worker has some queued.
  void SetGenerosity(int num_jobs);
  // Where its inputs are; must outlive it.
  void SetInputs(InputSource& inputs);

  absl::StatusOr<v1::SynchronizeResponse> Synchronize(const v1::SynchronizeRequest& request) override;
  absl::StatusOr<v1::FinishJobResponse> FinishJob(const v1::FinishJobRequest& request) override;
  absl::Status StageTable(uint64_t attempt, const std::string& table, arrow::RecordBatchReader& rows) override;
  absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) override;

  void WaitUntilComplete();
  // Until `condition`, which is called with the mutex held and may use what follows.
  void WaitUntil(const std::function<bool()>& condition);

  // Under WaitUntil, or when no worker is left.
  int64_t NumUnitsCommitted() const { return num_units_committed_; }
  int NumLeases() const { return static_cast<int>(leases_.size()); }
  int64_t NumCalls(Call call) const { return num_calls_[static_cast<int>(call)]; }
  const std::vector<std::string>& failures() const { return failures_; }
  // Results that were committed or given back, by the worker that ran them.
  const std::map<std::string, int>& num_results() const { return num_results_; }
  // All rows of a table in the order of cells and units.
  std::shared_ptr<arrow::Table> Rows(size_t table);
  int64_t num_staged() const { return num_staged_; }
  // The progress that was last told for a lease, by its first unit.
  const std::map<int64_t, int64_t>& progress() const { return progress_; }

 private:
  struct Job {
    size_t cell = 0;
    int64_t first_unit = 0;
    int64_t num_units = 0;
  };
  struct Lease {
    Job job;
    std::string worker;
  };
  using Tables = std::vector<std::shared_ptr<arrow::Table>>;

  Fault NextFault(Call call) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  v1::SynchronizeResponse Answer(const v1::SynchronizeRequest& request) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void AddLease(uint64_t attempt, const Lease& lease, v1::SynchronizeResponse& response);
  absl::StatusOr<v1::FinishJobResponse> Commit(const v1::JobResult& result) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::StatusOr<Tables> Decode(const v1::JobResult& result) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::StatusOr<std::shared_ptr<arrow::Table>> DecodeTable(const v1::JobResult& result, int index)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Kind& kind_;
  const Plan& plan_;
  absl::Mutex mutex_;
  FaultFunction fault_ ABSL_GUARDED_BY(mutex_);
  std::string refusal_ ABSL_GUARDED_BY(mutex_);
  bool drain_ ABSL_GUARDED_BY(mutex_) = false;
  int generosity_ ABSL_GUARDED_BY(mutex_) = 0;
  InputSource* inputs_ ABSL_GUARDED_BY(mutex_) = nullptr;
  std::deque<Job> pending_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_attempt_ ABSL_GUARDED_BY(mutex_) = 0x1000000000001;
  std::map<std::pair<uint64_t, std::string>, std::shared_ptr<arrow::Table>> staged_ ABSL_GUARDED_BY(mutex_);
  // By cell and first unit.
  std::map<std::pair<size_t, int64_t>, Tables> committed_ ABSL_GUARDED_BY(mutex_);
  // The results that were committed, for repetitions.
  std::map<uint64_t, std::string> finished_ ABSL_GUARDED_BY(mutex_);
  std::map<uint64_t, Lease> leases_;
  int64_t num_units_committed_ = 0;
  int64_t num_calls_[3] = {};
  std::vector<std::string> failures_;
  std::map<std::string, int> num_results_;
  std::map<int64_t, int64_t> progress_;
  int64_t num_staged_ = 0;
};

}  // namespace tenuki
