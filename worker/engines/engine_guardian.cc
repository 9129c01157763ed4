// What goes through the pipe: the number of a group to watch, or its negative to forget it. Such small writes are
// atomic, whoever makes them.
#include "worker/engines/engine_guardian.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "worker/engines/child_signals.h"

namespace tenuki {
namespace {

// Forked from a process with threads: nothing but async-signal-safe calls, so no memory is allocated either.
[[noreturn]] void Guard(int pipe) {
  // It must not keep the worker's files and sockets open, its own end for writing least of all.
  setsid();
  dup2(pipe, STDIN_FILENO);
  syscall(SYS_close_range, STDERR_FILENO - 1, ~0U, 0);
  std::array<pid_t, EngineGuardian::kMaxGroups> groups{};
  while (true) {
    pid_t record = 0;
    const ssize_t size = read(STDIN_FILENO, &record, sizeof(record));
    if (size < 0 && errno == EINTR) continue;
    if (size != sizeof(record)) break;
    const auto place = std::find(groups.begin(), groups.end(), record > 0 ? 0 : -record);
    if (place != groups.end()) *place = std::max(record, 0);
  }
  for (const pid_t group : groups) {
    if (group > 0) kill(-group, SIGKILL);
  }
  _exit(0);
}

}  // namespace

absl::StatusOr<std::unique_ptr<EngineGuardian>> EngineGuardian::Start() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return absl::ErrnoToStatus(errno, "pipe2");
  // The guardian keeps them blocked for good: a batch system that ends a job sends SIGTERM to each of its processes,
  // and the worker may still want some seconds then.
  const BlockedSignals blocked;
  const pid_t pid = fork();
  if (pid == 0) Guard(ends[0]);
  const int error = errno;
  close(ends[0]);
  if (pid < 0) {
    close(ends[1]);
    return absl::ErrnoToStatus(error, "fork");
  }
  return std::unique_ptr<EngineGuardian>(new EngineGuardian(pid, ends[1]));
}

EngineGuardian::~EngineGuardian() {
  close(pipe_);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void EngineGuardian::WatchMyself() const {
  setpgid(0, 0);
  Tell(getpid());
}

void EngineGuardian::Forget(pid_t group) const { Tell(-group); }

void EngineGuardian::Tell(pid_t record) const {
  // Somebody may have killed the guardian; then there is nobody to tell.
  while (write(pipe_, &record, sizeof(record)) < 0 && errno == EINTR) {
  }
}

}  // namespace tenuki
