// Sees engines off that are no longer needed, so that nobody has to wait for them: `quit`, then SIGTERM, then SIGKILL,
// with a grace between.
//
//   EngineReaper reaper;
//   reaper.Retire(std::move(process), EngineReaper::Farewell::kQuit, /*grace=*/absl::Seconds(2));
//   reaper.WaitUntilEmpty();
//
// An engine that ends by itself may leave children: its group is killed with it. Thread-safe; has a thread of its own.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "common/clock.h"
#include "worker/engines/engine_process.h"

namespace tenuki {

class EngineReaper {
 public:
  // Retired processes that may take their time; with more, the oldest are killed.
  static constexpr size_t kMaxRetired = 256;

  enum class Farewell {
    kQuit,       // asks it to quit
    kTerminate,  // has no hope of an answer
  };

  explicit EngineReaper(const Clock& clock = Clock::Real());
  // Kills what is left.
  ~EngineReaper();
  EngineReaper(const EngineReaper&) = delete;
  EngineReaper& operator=(const EngineReaper&) = delete;

  void Retire(std::unique_ptr<EngineProcess> process, Farewell farewell, absl::Duration grace)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Until every process that was retired has ended and was waited for.
  void WaitUntilEmpty() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Retired {
    std::unique_ptr<EngineProcess> process;
    // The next signal, and when.
    int signal;
    absl::Time deadline;
    absl::Duration grace;
  };

  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  // Takes those out that have ended or are to be killed, and signals those that are late.
  std::vector<std::unique_ptr<EngineProcess>> TakeEnded(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsEmpty() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return retired_.empty() && num_leaving_ == 0; }
  void Wake() const;

  const Clock& clock_;
  // Readable when there is news for the thread.
  const int wake_;
  absl::Mutex mutex_;
  std::vector<Retired> retired_ ABSL_GUARDED_BY(mutex_);
  // Taken out, but not yet waited for.
  size_t num_leaving_ ABSL_GUARDED_BY(mutex_) = 0;
  bool is_stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace tenuki
