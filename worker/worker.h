// A worker: takes leases from a coordinator, runs them on its slots, and delivers the results.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<Worker> worker,
//                         Worker::Make({.num_slots = 8, .spool_folder = "/var/tmp/tenuki"}, client));
//   worker->Start();
//   worker->Drain(absl::Seconds(25));      // e.g. after SIGTERM
//   worker->Wait();
//
// WorkerState decides, this class does: threads for slots, for deliveries, for synchronizing and for time, around the
// state under one mutex, which is never held while something is run, sent, written or logged.
//
// Thread-safe. Start is called once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "common/cpu.h"
#include "common/file_system.h"
#include "experiments/registry.h"
#include "worker/coordinator_client.h"
#include "worker/job_runner.h"
#include "worker/spool.h"
#include "worker/worker_state.h"

namespace tenuki {

struct WorkerOptions {
  // Letters, digits, '-', '_' and '.'; unique to the process. Empty: host.process.random.
  std::string name = {};
  // Jobs that run at the same time; 0 for as many as there are CPUs.
  int num_slots = 0;
  // For results that cannot be delivered and tables that are too large for memory. Workers of a machine may share it.
  std::string spool_folder = {};
  int64_t max_spool_bytes = Spool::kDefaultMaxBytes;
  CpuLevel cpu_level = BestCpuLevel();
  int max_deliveries = 32;
  // See WorkerStateOptions.
  int max_attempts = 256;
  int64_t max_undelivered_bytes = 256 << 20;
  BackoffOptions backoff = {};
  std::span<const Kind* const> kinds = AllKinds();
  // External engines, and those of them that jobs may need (worker/engines/engine_offers.h).
  EngineHost& engine_host = EngineHost::None();
  std::vector<v1::EngineOffer> engines = {};
  // While an engine thinks for one game a slot plays others, so many at most.
  int max_games_at_once = 16;
  // Games without engines that a slot plays together.
  int max_games_in_lockstep = 64;
  FileSystem& files = FileSystem::Real();
};

class Worker {
 public:
  static constexpr size_t kMaxNameLength = 200;

  // INVALID_ARGUMENT for options that make no sense; the file system's error when the spool cannot be used.
  // REQUIRES: the client outlives the worker.
  static absl::StatusOr<std::unique_ptr<Worker>> Make(WorkerOptions options, CoordinatorClient& client);
  // Stops.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void Start();
  // Takes no more jobs. What runs has `grace` to end, and is then stopped at its next unit; what it has done is
  // delivered. May be called again to shorten the grace.
  void Drain(absl::Duration grace);
  // Until it is drained, by Drain or by its coordinator. What could not be delivered is on disk then.
  void Wait();
  void Stop();

  const std::string& name() const { return surroundings_.worker; }

 private:
  // What is left to be done after an event, without the mutex: what takes time.
  struct Aftermath {
    std::vector<Notice> notices;
    std::vector<uint64_t> files_to_remove;
    // Of no use any more: they go with it.
    std::vector<std::unique_ptr<FinishedJob>> results;

    bool IsEmpty() const { return notices.empty() && files_to_remove.empty() && results.empty(); }
  };

  Worker(const WorkerOptions& options, int num_slots, std::string name, std::unique_ptr<Spool> spool,
         CoordinatorClient& client, uint64_t seed);

  // worker_threads.cc
  void RunSlot();
  void RunDeliveries();
  void RunSynchronization();
  void RunTimer();
  std::optional<v1::Lease> WaitForJob(JobControl& control) ABSL_LOCKS_EXCLUDED(mutex_);
  void Deliver(const Delivery& delivery, std::unique_ptr<FinishedJob> job) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status Send(FinishedJob& job);
  void WriteToSpool(uint64_t attempt, const std::string& ledger_id, std::unique_ptr<FinishedJob> job)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void Synchronize(const v1::SynchronizeRequest& request) ABSL_LOCKS_EXCLUDED(mutex_);
  void TakeOver(const std::string& ledger_id) ABSL_LOCKS_EXCLUDED(mutex_);

  // worker.cc. To be called after every event, before the mutex is given up; what it returns goes to Settle.
  Aftermath AfterEvent(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void WakeThreads(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Settle(const Aftermath& aftermath) ABSL_LOCKS_EXCLUDED(mutex_);
  void SpoolRest() ABSL_LOCKS_EXCLUDED(mutex_);

  const int num_slots_;
  const int max_deliveries_;
  const std::unique_ptr<Spool> spool_;
  CoordinatorClient& client_;
  Inputs inputs_;
  const JobSurroundings surroundings_;

  absl::Mutex mutex_;
  WorkerState state_ ABSL_GUARDED_BY(mutex_);
  // Of running jobs; they belong to their slots.
  absl::flat_hash_map<uint64_t, JobControl*> controls_ ABSL_GUARDED_BY(mutex_);
  // Results in memory that are not just being sent or written.
  absl::flat_hash_map<uint64_t, std::unique_ptr<FinishedJob>> results_ ABSL_GUARDED_BY(mutex_);
  bool is_done_ ABSL_GUARDED_BY(mutex_) = false;
  int num_idle_slots_ ABSL_GUARDED_BY(mutex_) = 0;
  int num_idle_deliverers_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Time timer_wakes_at_ ABSL_GUARDED_BY(mutex_) = absl::InfiniteFuture();
  absl::CondVar job_is_there_;
  absl::CondVar delivery_is_there_;
  absl::CondVar synchronization_is_due_;
  absl::CondVar timer_is_late_;

  absl::Mutex threads_mutex_;
  std::vector<std::thread> threads_ ABSL_GUARDED_BY(threads_mutex_);
};

}  // namespace tenuki
