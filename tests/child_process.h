// A program under test that talks over its standard input and output, line by line.
//
//   auto child = ChildProcess::Start({"gnugo", "--mode", "gtp"}).value();
//   child->Write("name\n");
//   child->ReadLine(absl::Seconds(10));      // "= GNU Go"
//   child->CloseInput();
//   child->WaitForExit(absl::Seconds(10));   // 0
//
// The child is killed and reaped with the object. Its standard error is ours. Not thread-safe.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace tenuki {

class ChildProcess {
 public:
  // Runs `command`, its first word looked up in PATH. NOT_FOUND when there is no such program.
  static absl::StatusOr<std::unique_ptr<ChildProcess>> Start(const std::vector<std::string>& command);
  ~ChildProcess();

  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // UNAVAILABLE when the child no longer reads. Blocks while the child does not read what it was sent before, so a
  // child's answers have to be read before they fill its output: some 100 kB.
  absl::Status Write(std::string_view text);
  // The next line, without its end. DEADLINE_EXCEEDED when it does not come in time, OUT_OF_RANGE at the end of output.
  absl::StatusOr<std::string> ReadLine(absl::Duration timeout);
  // What the child has written since the last read, once there is any; the same errors.
  absl::StatusOr<std::string> ReadSome(absl::Duration timeout);

  // Nothing happens when it has ended.
  void Signal(int signal);
  // The child sees the end of its input.
  void CloseInput();
  // What the child exited with, or 128 + the signal that ended it, as a shell has it. DEADLINE_EXCEEDED when it does
  // not end in time.
  absl::StatusOr<int> WaitForExit(absl::Duration timeout);
  // To look at it, e.g. in /proc.
  pid_t pid() const { return pid_; }

 private:
  ChildProcess(pid_t pid, int socket) : pid_(pid), socket_(socket) {}
  absl::Status ReadMore(absl::Time deadline);

  pid_t pid_;
  int socket_;          // both the child's input and its output
  std::string buffer_;  // read, but not yet returned
  bool reaped_ = false;
};

}  // namespace tenuki
