#include "worker/engines/engine_guardian.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tenuki {
namespace {

constexpr int kMaxDescriptors = 100;

// A watched process that does nothing. As an exec would, it closes the guardian's pipe: a copy of it in a process that
// lives on would keep the guardian waiting.
pid_t StartIdler(const EngineGuardian& guardian) {
  int ready[2];
  EXPECT_EQ(pipe(ready), 0);
  const pid_t pid = fork();
  if (pid == 0) {
    guardian.WatchMyself();
    for (int descriptor = 3; descriptor < kMaxDescriptors; ++descriptor) {
      if (fcntl(descriptor, F_GETFD) == FD_CLOEXEC) close(descriptor);
    }
    [[maybe_unused]] const ssize_t size = write(ready[1], "!", 1);
    while (true) pause();
  }
  char word = 0;
  EXPECT_EQ(read(ready[0], &word, 1), 1);
  close(ready[0]);
  close(ready[1]);
  return pid;
}

int SignalThatEnded(pid_t pid) {
  int status = 0;
  EXPECT_EQ(waitpid(pid, &status, 0), pid);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(EngineGuardianTest, EndsWhatItWatches) {
  auto guardian = EngineGuardian::Start().value();
  const pid_t watched = StartIdler(*guardian);
  // As a batch system would, to all processes of a job.
  kill(guardian->pid(), SIGTERM);
  kill(guardian->pid(), SIGINT);
  guardian.reset();
  EXPECT_EQ(SignalThatEnded(watched), SIGKILL);
}

TEST(EngineGuardianTest, LeavesWhatItWasToForget) {
  auto guardian = EngineGuardian::Start().value();
  const pid_t forgotten = StartIdler(*guardian);
  guardian->Forget(forgotten);
  guardian.reset();
  kill(forgotten, SIGTERM);
  EXPECT_EQ(SignalThatEnded(forgotten), SIGTERM);
}

}  // namespace
}  // namespace tenuki
