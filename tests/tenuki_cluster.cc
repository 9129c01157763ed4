#include "tests/tenuki_cluster.h"

#include <signal.h>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace tenuki {
namespace {

void Kill(ChildProcess& process) {
  process.Signal(SIGKILL);
  CHECK_EQ(process.WaitForExit(absl::Minutes(1)).value(), 128 + SIGKILL);
}

}  // namespace

TenukiCluster::TenukiCluster(const TemporaryFolder& folder) : folder_(folder) { StartCoordinator(); }

std::string TenukiCluster::address() const { return absl::StrCat("unix:", folder_.Path("socket")); }

TenukiOutcome TenukiCluster::Call(const std::string& verb, const std::string& words) const {
  return RunTenuki(absl::StrCat(verb, " --coordinator ", address(), " ", words));
}

TenukiOutcome TenukiCluster::CallUntilDone(const std::string& verb, const std::string& words) const {
  const absl::Time deadline = absl::Now() + absl::Minutes(1);
  while (true) {
    TenukiOutcome outcome = Call(verb, words);
    if (outcome.exit_code == 0 || absl::Now() > deadline) return outcome;
  }
}

void TenukiCluster::StartCoordinator() {
  coordinator_ =
      StartTenuki(absl::StrCat("coordinator --lease-term 1 --data ", folder_.Path("data"), " --listen ", address()),
                  folder_.Path("coordinator.log"));
}

void TenukiCluster::StartWorker(const std::string& words) {
  workers_.emplace_back();
  worker_words_.push_back(words);
  RestartWorker(workers_.size() - 1);
}

void TenukiCluster::RestartWorker(size_t i) {
  workers_[i] = StartTenuki(absl::StrCat("worker --slots 1 --spool ", folder_.Path("spool"), " --coordinator ",
                                         address(), " ", worker_words_[i]),
                            folder_.Path("worker.log"));
}

void TenukiCluster::KillCoordinator() { Kill(*coordinator_); }

void TenukiCluster::KillWorker(size_t i) { Kill(*workers_[i]); }

}  // namespace tenuki
