// Signals around fork and write: a child should start without the handlers and masks of its worker, and a reader that
// is gone should be an error instead of a SIGPIPE.
//
//   const BlockedSignals blocked;                   // no handler of ours runs in the child
//   if (fork() == 0) { ResetSignals(); exec… }
//
// Each of them is about the calling thread alone.
#pragma once

#include <signal.h>
#include <time.h>

namespace tenuki {

// While it lives, the calling thread is not interrupted.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_;
};

// In a forked child: as a program expects to find them. A worker waits for SIGTERM with the signal blocked, which an
// engine would inherit. Async-signal-safe.
inline void ResetSignals() {
  struct sigaction as_by_default = {};
  as_by_default.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) sigaction(number, &as_by_default, nullptr);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

// While it lives, a write to a pipe that nobody reads fails with EPIPE, and that is all.
class BlockedPipeSignal {
 public:
  BlockedPipeSignal() {
    sigemptyset(&pipe_signal_);
    sigaddset(&pipe_signal_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal_, &before_);
  }
  ~BlockedPipeSignal() {
    const timespec at_once = {};
    if (!was_pending_) sigtimedwait(&pipe_signal_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  BlockedPipeSignal(const BlockedPipeSignal&) = delete;
  BlockedPipeSignal& operator=(const BlockedPipeSignal&) = delete;

 private:
  sigset_t pipe_signal_;
  sigset_t before_;
  bool was_pending_;
};

}  // namespace tenuki
