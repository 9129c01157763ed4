#include "tests/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace tenuki {
namespace {

// Runs in the child and returns only when the program could not be started. Between fork and exec only
// async-signal-safe calls are allowed, so `argv` was made before.
int Execute(char* const argv[], int socket) {
  dup2(socket, STDIN_FILENO);
  dup2(socket, STDOUT_FILENO);
  execvp(argv[0], argv);
  return errno;
}

// What the child wrote to the pipe before it exited: errno of a failed exec. A successful exec closes the pipe.
int ReadExecError(int pipe_end) {
  int error = 0;
  ssize_t size;
  do {
    size = read(pipe_end, &error, sizeof(error));
  } while (size < 0 && errno == EINTR);
  return size == sizeof(error) ? error : 0;
}

void Reap(pid_t pid) {
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

absl::StatusOr<std::unique_ptr<ChildProcess>> ChildProcess::Start(const std::vector<std::string>& command) {
  std::vector<char*> argv;
  for (const std::string& word : command) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  // A socket rather than two pipes: send() can be told not to raise SIGPIPE when the child is gone.
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
    return absl::ErrnoToStatus(errno, "socketpair");
  }
  int exec_error[2];
  if (pipe2(exec_error, O_CLOEXEC) != 0) return absl::ErrnoToStatus(errno, "pipe2");
  pid_t pid = fork();
  if (pid < 0) return absl::ErrnoToStatus(errno, "fork");
  if (pid == 0) {
    int error = Execute(argv.data(), sockets[1]);
    [[maybe_unused]] ssize_t written = write(exec_error[1], &error, sizeof(error));
    _exit(127);
  }
  close(sockets[1]);
  close(exec_error[1]);
  int error = ReadExecError(exec_error[0]);
  close(exec_error[0]);
  auto child = std::unique_ptr<ChildProcess>(new ChildProcess(pid, sockets[0]));
  if (error != 0) return absl::ErrnoToStatus(error, absl::StrCat("cannot run ", command.front()));
  return child;
}

ChildProcess::~ChildProcess() {
  close(socket_);
  if (reaped_) return;
  kill(pid_, SIGKILL);
  Reap(pid_);
}

absl::Status ChildProcess::Write(std::string_view text) {
  while (!text.empty()) {
    ssize_t sent = send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return absl::UnavailableError("the child no longer reads");
    text.remove_prefix(static_cast<size_t>(sent));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::string> ChildProcess::ReadLine(absl::Duration timeout) {
  const absl::Time deadline = absl::Now() + timeout;
  size_t end;
  while ((end = buffer_.find('\n')) == std::string::npos) {
    if (absl::Status status = ReadMore(deadline); !status.ok()) return status;
  }
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

absl::StatusOr<std::string> ChildProcess::ReadSome(absl::Duration timeout) {
  const absl::Time deadline = absl::Now() + timeout;
  while (buffer_.empty()) {
    if (absl::Status status = ReadMore(deadline); !status.ok()) return status;
  }
  return std::exchange(buffer_, "");
}

void ChildProcess::Signal(int signal) {
  if (!reaped_) kill(pid_, signal);
}

void ChildProcess::CloseInput() { shutdown(socket_, SHUT_WR); }

absl::StatusOr<int> ChildProcess::WaitForExit(absl::Duration timeout) {
  // Readable when the child has ended; unlike a signal handler, no other test sees it.
  const int pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
  if (pidfd < 0) return absl::ErrnoToStatus(errno, "pidfd_open");
  pollfd ended = {.fd = pidfd, .events = POLLIN, .revents = 0};
  const int ready = poll(&ended, 1, static_cast<int>(absl::ToInt64Milliseconds(timeout)));
  close(pidfd);
  if (ready <= 0) return absl::DeadlineExceededError("the child is still running");
  int status = 0;
  waitpid(pid_, &status, 0);
  reaped_ = true;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

absl::Status ChildProcess::ReadMore(absl::Time deadline) {
  pollfd readable = {.fd = socket_, .events = POLLIN, .revents = 0};
  int64_t wait_ms = std::max<int64_t>(0, absl::ToInt64Milliseconds(deadline - absl::Now()));
  int ready = poll(&readable, 1, static_cast<int>(wait_ms));
  if (ready < 0 && errno == EINTR) return absl::OkStatus();
  if (ready < 0) return absl::ErrnoToStatus(errno, "poll");
  if (ready == 0) return absl::DeadlineExceededError(absl::StrCat("no line from the child; so far: ", buffer_));
  char bytes[4096];
  ssize_t size = read(socket_, bytes, sizeof(bytes));
  if (size < 0 && errno == EINTR) return absl::OkStatus();
  if (size <= 0) return absl::OutOfRangeError("the child closed its output");
  buffer_.append(bytes, static_cast<size_t>(size));
  return absl::OkStatus();
}

}  // namespace tenuki
