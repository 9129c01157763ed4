// The engines of a coordinator's workers, for whoever plans an experiment for them.
//
//   RemoteEngines engines(coordinator, registry);
//   ABSL_RETURN_IF_ERROR(PinEngines(engines, experiment));
//
// Settings are checked by a registry of this machine where that knows the engine; else the workers do.
//
// One thread at a time.
#pragma once

#include <map>
#include <string>

#include "experiments/engine_host.h"
#include "services/remote_coordinator.h"
#include "tenuki/v1/engine.pb.h"

namespace tenuki {

class RemoteEngines final : public EngineHost {
 public:
  // Both are borrowed.
  RemoteEngines(RemoteCoordinator& coordinator, const v1::EngineRegistry& registry)
      : coordinator_(coordinator), registry_(registry) {}

  // FAILED_PRECONDITION when no worker has it, or workers have different ones: then the experiment has to say which.
  absl::StatusOr<EngineIdentity> Identify(const std::string& engine) override;
  absl::Status CheckOptions(const std::string& engine, const EngineOptions& options) override;
  // Engines are run by workers.
  absl::StatusOr<std::unique_ptr<EngineSession>> Start(const EngineOrder& order) override;
  void WaitForAny(std::span<EngineSession* const>, absl::Duration) override {}

 private:
  RemoteCoordinator& coordinator_;
  const v1::EngineRegistry& registry_;
};

}  // namespace tenuki
