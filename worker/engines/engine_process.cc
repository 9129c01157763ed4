#include "worker/engines/engine_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "worker/engines/child_signals.h"

namespace tenuki {
namespace {

constexpr size_t kReadBytes = 1 << 16;

// Both ends close when they go, unless taken.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  bool Open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = ends[0];
    write_end = ends[1];
    return true;
  }
  ~Pipe() {
    if (read_end >= 0) close(read_end);
    if (write_end >= 0) close(write_end);
  }
};

// Ours alone: the other end, which the engine has, stays as programs expect it.
int TakeNonBlocking(int& descriptor) {
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  return std::exchange(descriptor, -1);
}

struct ChildPlan {
  char* const* argv;
  const Pipe& input;
  const Pipe& output;
  const Pipe& errors;
  rlim_t max_memory_bytes;
  const EngineGuardian& guardian;
};

// Runs in the child and returns only when the program could not be started. The worker has threads: between fork and
// exec only async-signal-safe calls are allowed, so everything was made before.
int Execute(const ChildPlan& plan) {
  plan.guardian.WatchMyself();
  ResetSignals();
  dup2(plan.input.read_end, STDIN_FILENO);
  dup2(plan.output.write_end, STDOUT_FILENO);
  dup2(plan.errors.write_end, STDERR_FILENO);
  const rlimit no_core = {.rlim_cur = 0, .rlim_max = 0};
  setrlimit(RLIMIT_CORE, &no_core);
  if (plan.max_memory_bytes > 0) {
    const rlimit memory = {.rlim_cur = plan.max_memory_bytes, .rlim_max = plan.max_memory_bytes};
    if (setrlimit(RLIMIT_AS, &memory) != 0) return errno;
  }
  // Libraries that we use may have opened files without the flag.
  syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  execv(plan.argv[0], plan.argv);
  return errno;
}

// What the child wrote before it exited: errno of a failed exec. A successful exec closes the pipe.
int ReadExecError(int pipe_end) {
  int error = 0;
  ssize_t size;
  do {
    size = read(pipe_end, &error, sizeof(error));
  } while (size < 0 && errno == EINTR);
  return size == sizeof(error) ? error : 0;
}

}  // namespace

absl::StatusOr<std::unique_ptr<EngineProcess>> EngineProcess::Start(const EngineProcessOptions& options,
                                                                    const EngineGuardian& guardian) {
  std::vector<char*> argv;
  for (const std::string& word : options.command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  Pipe input, output, errors, exec_error;
  if (!input.Open() || !output.Open() || !errors.Open() || !exec_error.Open()) {
    return absl::ErrnoToStatus(errno, "cannot open pipes for an engine");
  }
  const ChildPlan plan = {argv.data(), input, output, errors, static_cast<rlim_t>(options.max_memory_bytes), guardian};
  pid_t pid;
  {
    const BlockedSignals blocked;
    pid = fork();
    if (pid == 0) {
      const int error = Execute(plan);
      [[maybe_unused]] const ssize_t written = write(exec_error.write_end, &error, sizeof(error));
      _exit(127);
    }
  }
  if (pid < 0) return absl::ErrnoToStatus(errno, "cannot start a process for an engine");
  close(std::exchange(exec_error.write_end, -1));
  const int error = ReadExecError(exec_error.read_end);
  auto process = std::unique_ptr<EngineProcess>(new EngineProcess(pid, TakeNonBlocking(input.write_end),
                                                                  TakeNonBlocking(output.read_end),
                                                                  TakeNonBlocking(errors.read_end), guardian));
  if (error == 0) return process;
  return absl::FailedPreconditionError(
      absl::StrCat("cannot run ", options.command.front(), ": ", std::generic_category().message(error)));
}

EngineProcess::EngineProcess(pid_t pid, int input, int output, int errors, const EngineGuardian& guardian)
    : pid_(pid),
      guardian_(guardian),
      input_(input),
      output_(output),
      errors_(errors),
      pidfd_(static_cast<int>(syscall(SYS_pidfd_open, pid, 0))) {}

EngineProcess::~EngineProcess() {
  Signal(SIGKILL);
  for (const int descriptor : {input_, output_, errors_, pidfd_}) {
    if (descriptor >= 0) close(descriptor);
  }
  // As long as the leader is not waited for, its number is nobody else's.
  guardian_.Forget(pid_);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void EngineProcess::Write(std::string_view text) {
  unwritten_.append(text);
  WriteMore();
}

void EngineProcess::WriteMore() {
  const BlockedPipeSignal blocked;
  while (!unwritten_.empty() && input_ >= 0) {
    const ssize_t size = write(input_, unwritten_.data(), unwritten_.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) return CloseInput();
    unwritten_.erase(0, static_cast<size_t>(size));
  }
}

void EngineProcess::CloseInput() {
  unwritten_.clear();
  if (input_ >= 0) close(std::exchange(input_, -1));
}

std::string EngineProcess::Read() {
  WriteMore();
  const std::string errors = ReadFrom(errors_);
  num_log_bytes_ += static_cast<int64_t>(errors.size());
  log_.append(errors);
  if (log_.size() > kMaxLogKept) log_.erase(0, log_.size() - kMaxLogKept);
  return ReadFrom(output_);
}

std::string EngineProcess::ReadFrom(int& descriptor) {
  if (descriptor < 0) return "";
  std::array<char, kReadBytes> bytes;
  ssize_t size;
  do {
    size = read(descriptor, bytes.data(), bytes.size());
  } while (size < 0 && errno == EINTR);
  if (size > 0) return std::string(bytes.data(), static_cast<size_t>(size));
  if (size == 0 || errno != EAGAIN) close(std::exchange(descriptor, -1));
  return "";
}

bool EngineProcess::HasEnded() {
  if (has_ended_) return true;
  // Looked at, not waited for: the number stays ours. The library's function lacks the last argument.
  siginfo_t info = {};
  rusage usage = {};
  if (syscall(SYS_waitid, P_PID, pid_, &info, WEXITED | WNOHANG | WNOWAIT, &usage) != 0) return false;
  if (info.si_pid != pid_) return false;
  has_ended_ = true;
  final_cpu_time_ = absl::DurationFromTimeval(usage.ru_utime) + absl::DurationFromTimeval(usage.ru_stime);
  wait_status_ = info.si_code == CLD_EXITED ? W_EXITCODE(info.si_status, 0) : info.si_status;
  return true;
}

void EngineProcess::Signal(int signal) { kill(-pid_, signal); }

absl::Duration EngineProcess::CpuTime() const {
  if (has_ended_) return final_cpu_time_;
  clockid_t clock;
  timespec time = {};
  if (clock_getcpuclockid(pid_, &clock) != 0 || clock_gettime(clock, &time) != 0) return absl::ZeroDuration();
  return absl::DurationFromTimespec(time);
}

void EngineProcess::AppendWaits(std::vector<pollfd>& waits) const {
  if (output_ >= 0) waits.push_back({.fd = output_, .events = POLLIN, .revents = 0});
  if (errors_ >= 0) waits.push_back({.fd = errors_, .events = POLLIN, .revents = 0});
  if (input_ >= 0 && !unwritten_.empty()) waits.push_back({.fd = input_, .events = POLLOUT, .revents = 0});
  if (!has_ended_ && pidfd_ >= 0) waits.push_back({.fd = pidfd_, .events = POLLIN, .revents = 0});
}

}  // namespace tenuki
