#include "cli/stop_signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>

#include "absl/log/check.h"

namespace tenuki {

StopSignals::StopSignals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  CHECK_EQ(pthread_sigmask(SIG_BLOCK, &signals, nullptr), 0);
  // A peer that goes away is an error of the write.
  signal(SIGPIPE, SIG_IGN);
  fd_ = signalfd(-1, &signals, SFD_CLOEXEC);
  CHECK_GE(fd_, 0);
}

StopSignals::~StopSignals() { close(fd_); }

bool StopSignals::WaitFor(absl::Duration timeout) {
  pollfd waiting = {.fd = fd_, .events = POLLIN, .revents = 0};
  const int64_t timeout_ms = std::clamp<int64_t>(absl::ToInt64Milliseconds(timeout), 0, 1 << 30);
  if (poll(&waiting, 1, static_cast<int>(timeout_ms)) <= 0) return false;
  signalfd_siginfo info;
  return read(fd_, &info, sizeof(info)) == sizeof(info);
}

}  // namespace tenuki
