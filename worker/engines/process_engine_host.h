// Engines as processes of this machine, by a registry.
//
//   ABSL_ASSIGN_OR_RETURN(v1::EngineRegistry registry, ReadEngineRegistry(path, text));
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<ProcessEngineHost> host, ProcessEngineHost::Make(registry));
//   ABSL_ASSIGN_OR_RETURN(std::unique_ptr<EngineSession> session, host->Start({.engine = "gnugo", .seed = 7}));
//
// A process for each game: nothing of one game, a crash least of all, reaches the next. GNU Go starts in 5 ms; for an
// engine that loads weights for half a minute a process for several games would be worth its own rules.
//
// Thread-safe. One is made early in the worker's life, as it forks.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "common/clock.h"
#include "experiments/engine_host.h"
#include "tenuki/v1/engine.pb.h"
#include "worker/engines/engine_guardian.h"
#include "worker/engines/engine_identity.h"
#include "worker/engines/engine_options.h"
#include "worker/engines/engine_reaper.h"
#include "worker/engines/process_session.h"

namespace tenuki {

struct ProcessEngineHostOptions {
  // Sessions at a time. Engines that were told to quit and have not yet come on top.
  int max_processes = 256;
  const Clock& clock = Clock::Real();
};

class ProcessEngineHost final : public EngineHost {
 public:
  // REQUIRES: the registry was checked, as by ReadEngineRegistry.
  static absl::StatusOr<std::unique_ptr<ProcessEngineHost>> Make(v1::EngineRegistry registry,
                                                                 const ProcessEngineHostOptions& options = {});

  absl::StatusOr<EngineIdentity> Identify(const std::string& engine) override;
  absl::Status CheckOptions(const std::string& engine, const EngineOptions& options) override;
  absl::StatusOr<std::unique_ptr<EngineSession>> Start(const EngineOrder& order) override;
  void WaitForAny(std::span<EngineSession* const> sessions, absl::Duration at_most) override;

  const v1::EngineRegistry& registry() const { return registry_; }
  int num_running() const { return num_running_; }
  // Until all engines whose sessions are gone have ended.
  void WaitForRetired() { reaper_.WaitUntilEmpty(); }

 private:
  ProcessEngineHost(v1::EngineRegistry registry, const ProcessEngineHostOptions& options,
                    std::unique_ptr<EngineGuardian> guardian);

  absl::StatusOr<std::unique_ptr<ProcessSession>> Launch(const v1::Engine& engine, EngineLaunch launch);
  absl::StatusOr<std::string> Version(const v1::Engine& engine, const std::string& program);

  const v1::EngineRegistry registry_;
  const ProcessEngineHostOptions options_;
  // Before the reaper: what is retired ends while there is a guardian.
  const std::unique_ptr<EngineGuardian> guardian_;
  EngineReaper reaper_;
  std::atomic<int> num_running_ = 0;
  ContentDigests digests_;

  absl::Mutex mutex_;
  // Of engines that were started and seen to be right, by name and the digest of the program.
  std::map<std::pair<std::string, Digest>, std::string> versions_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace tenuki
