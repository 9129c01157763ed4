// A program behind three pipes, with everything that it starts, and the certainty that all of it ends.
//
//   ABSL_ASSIGN_OR_RETURN(auto process, EngineProcess::Start({.command = {"gnugo", "--mode", "gtp"}}, guardian));
//   process->Write("name\n");
//   process->AppendWaits(descriptors);  poll(descriptors…);
//   std::string output = process->Read();
//   if (process->HasEnded()) …
//
// It is the leader of a process group of its own, which ends with it: by the destructor, and by the guardian should we
// be killed. No descriptor and no signal mask of ours reaches it. It leaves no core file. A program that leaves its
// group (a daemon) is out of reach.
//
// Nothing waits but Start, for exec, and the destructor, for the kernel. Not thread-safe.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "worker/engines/engine_guardian.h"

namespace tenuki {

struct EngineProcessOptions {
  // With the program's path first.
  std::vector<std::string> command = {};
  // Of address space; 0 for no limit.
  int64_t max_memory_bytes = 0;
};

class EngineProcess {
 public:
  // Of standard error, the end is kept.
  static constexpr size_t kMaxLogKept = 4 << 10;

  // FAILED_PRECONDITION when the program cannot be run; else the system's reason. The guardian must outlive it.
  static absl::StatusOr<std::unique_ptr<EngineProcess>> Start(const EngineProcessOptions& options,
                                                              const EngineGuardian& guardian);
  // Kills the group, and waits for the leader.
  ~EngineProcess();
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  // What the pipe does not take now is kept, and written by later calls of Read. Lost when the process no longer reads.
  void Write(std::string_view text);
  void CloseInput();
  // What it has written to its standard output since; its standard error goes to log(). At most some 64 kB a call, so
  // that a flood is seen in time.
  std::string Read();
  // All of its output was read, and there will be no more.
  bool output_closed() const { return output_ < 0; }
  // The leader has ended. What it wrote before can still be read.
  bool HasEnded();
  // As waitpid has it, without waiting. REQUIRES: HasEnded.
  int wait_status() const { return wait_status_; }
  // To the whole group.
  void Signal(int signal);

  // The end of its standard error, as bytes, and the length of all of it.
  const std::string& log() const { return log_; }
  int64_t num_log_bytes() const { return num_log_bytes_; }
  // User and system time up to now. When it has ended, all of it.
  absl::Duration CpuTime() const;
  pid_t pid() const { return pid_; }

  // What to poll for until there is something to read, or room to write, or the process has ended.
  void AppendWaits(std::vector<pollfd>& waits) const;

 private:
  EngineProcess(pid_t pid, int input, int output, int errors, const EngineGuardian& guardian);
  void WriteMore();
  std::string ReadFrom(int& descriptor);

  const pid_t pid_;
  const EngineGuardian& guardian_;
  // −1 when closed.
  int input_;
  int output_;
  int errors_;
  int pidfd_;
  std::string unwritten_;
  std::string log_;
  int64_t num_log_bytes_ = 0;
  bool has_ended_ = false;
  int wait_status_ = 0;
  absl::Duration final_cpu_time_ = absl::ZeroDuration();
};

}  // namespace tenuki
