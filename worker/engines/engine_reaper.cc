#include "worker/engines/engine_reaper.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/log/check.h"
#include "worker/engines/child_signals.h"
#include "worker/engines/wait.h"

namespace tenuki {

EngineReaper::EngineReaper(const Clock& clock) : clock_(clock), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  PCHECK(wake_ >= 0) << "eventfd";
  // It inherits the mask: signals are for threads that wait for them, which may be made later than this one.
  const BlockedSignals blocked;
  thread_ = std::thread([this] { Run(); });
}

EngineReaper::~EngineReaper() {
  {
    absl::MutexLock lock(mutex_);
    is_stopping_ = true;
  }
  Wake();
  thread_.join();
  close(wake_);
}

void EngineReaper::Retire(std::unique_ptr<EngineProcess> process, Farewell farewell, absl::Duration grace) {
  if (farewell == Farewell::kQuit) {
    process->Write("quit\n");
  } else {
    process->Signal(SIGTERM);
  }
  process->CloseInput();
  {
    absl::MutexLock lock(mutex_);
    retired_.push_back({.process = std::move(process),
                        .signal = farewell == Farewell::kQuit ? SIGTERM : SIGKILL,
                        .deadline = clock_.Now() + grace,
                        .grace = grace});
  }
  Wake();
}

void EngineReaper::WaitUntilEmpty() {
  absl::MutexLock lock(mutex_);
  mutex_.Await(absl::Condition(this, &EngineReaper::IsEmpty));
}

void EngineReaper::Run() {
  std::vector<pollfd> waits;
  while (true) {
    std::vector<std::unique_ptr<EngineProcess>> ended;
    absl::Time next = absl::InfiniteFuture();
    bool is_done;
    waits.assign(1, {.fd = wake_, .events = POLLIN, .revents = 0});
    {
      absl::MutexLock lock(mutex_);
      ended = TakeEnded(clock_.Now());
      num_leaving_ = ended.size();
      for (const Retired& retired : retired_) {
        next = std::min(next, retired.deadline);
        retired.process->AppendWaits(waits);
      }
      is_done = is_stopping_ && retired_.empty();
    }
    const bool had_ended = !ended.empty();
    ended.clear();
    {
      absl::MutexLock lock(mutex_);
      num_leaving_ = 0;
    }
    if (is_done) return;
    if (had_ended) continue;
    PollUntil(waits, next, clock_);
    uint64_t count;
    [[maybe_unused]] const ssize_t size = read(wake_, &count, sizeof(count));
  }
}

std::vector<std::unique_ptr<EngineProcess>> EngineReaper::TakeEnded(absl::Time now) {
  std::vector<std::unique_ptr<EngineProcess>> ended;
  size_t num_too_many = retired_.size() > kMaxRetired ? retired_.size() - kMaxRetired : 0;
  for (Retired& retired : retired_) {
    // What an engine says while it leaves is read, so that it is not kept by a full pipe, and dropped.
    retired.process->Read();
    const bool is_late = now >= retired.deadline;
    if (is_late && retired.signal == SIGTERM) retired.process->Signal(SIGTERM);
    if (is_stopping_ || num_too_many > 0 || retired.process->HasEnded() || (is_late && retired.signal == SIGKILL)) {
      ended.push_back(std::move(retired.process));
      if (num_too_many > 0) --num_too_many;
    } else if (is_late) {
      retired.signal = SIGKILL;
      retired.deadline = now + retired.grace;
    }
  }
  std::erase_if(retired_, [](const Retired& retired) { return retired.process == nullptr; });
  return ended;
}

void EngineReaper::Wake() const {
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t size = write(wake_, &one, sizeof(one));
}

}  // namespace tenuki
