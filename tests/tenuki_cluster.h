// A coordinator and workers as processes, which can be killed and started again.
//
//   TenukiCluster cluster(folder);
//   cluster.StartWorker();
//   cluster.Call("submit", config);
//   cluster.KillWorker(0);
//
// Their files are in the folder: data, spool, coordinator.log, worker.log.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/testing/temporary_folder.h"
#include "tests/child_process.h"
#include "tests/tenuki_process.h"

namespace tenuki {

class TenukiCluster {
 public:
  // Starts the coordinator. The folder must outlive it.
  explicit TenukiCluster(const TemporaryFolder& folder);

  std::string address() const;
  // `tenuki VERB --coordinator ADDRESS WORDS`.
  TenukiOutcome Call(const std::string& verb, const std::string& words) const;
  // As Call, again and again until it succeeds: the coordinator may not listen yet.
  TenukiOutcome CallUntilDone(const std::string& verb, const std::string& words) const;

  void StartCoordinator();
  // With these words besides.
  void StartWorker(const std::string& words = "");
  void RestartWorker(size_t i);
  void KillCoordinator();
  void KillWorker(size_t i);

 private:
  const TemporaryFolder& folder_;
  std::unique_ptr<ChildProcess> coordinator_;
  std::vector<std::unique_ptr<ChildProcess>> workers_;
  std::vector<std::string> worker_words_;
};

}  // namespace tenuki
