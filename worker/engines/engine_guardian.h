// Ends the engines of a worker that was killed: a small process that waits for its worker's death.
//
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<EngineGuardian> guardian, EngineGuardian::Start());
//   if (fork() == 0) guardian->WatchMyself();        // before exec, so that there is no moment without a guardian
//   guardian->Forget(group);                         // before its leader is waited for: then the number may be reused
//
// However the worker ends, SIGKILL included, the kernel closes its end of a pipe; the guardian sees that and kills each
// process group that it was told of. PR_SET_PDEATHSIG would do it for the engine alone, not for what it started, and
// would kill it when the *thread* that started it ends.
//
// Thread-safe.
#pragma once

#include <sys/types.h>

#include <memory>

#include "absl/status/statusor.h"

namespace tenuki {

class EngineGuardian {
 public:
  // Groups that it remembers; of more it forgets the latest.
  static constexpr int kMaxGroups = 4096;

  // Forks: best done before the process is large.
  static absl::StatusOr<std::unique_ptr<EngineGuardian>> Start();
  // Ends the guardian. What it still watches is killed.
  ~EngineGuardian();
  EngineGuardian(const EngineGuardian&) = delete;
  EngineGuardian& operator=(const EngineGuardian&) = delete;

  // Makes the calling process the leader of a group, and watches the group. To be called by a forked child: it is
  // async-signal-safe.
  void WatchMyself() const;
  void Forget(pid_t group) const;
  pid_t pid() const { return pid_; }

 private:
  EngineGuardian(pid_t pid, int pipe) : pid_(pid), pipe_(pipe) {}
  void Tell(pid_t record) const;

  const pid_t pid_;
  const int pipe_;
};

}  // namespace tenuki
