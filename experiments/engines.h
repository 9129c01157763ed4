// The external engines that an experiment names: which there are, and which program each of them is.
//
//   ABSL_RETURN_IF_ERROR(PinEngines(host, experiment));           // when planning: "gnugo" is that program
//   std::vector<v1::PinnedEngine> needed = PinnedEngines(experiment);       // when leasing
//   ABSL_ASSIGN_OR_RETURN(auto session, StartEngine(host, engine, seed));
//
// Functions without state: no thread rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/engine_host.h"
#include "tenuki/v1/experiment.pb.h"

namespace tenuki {

// Those that are pinned anywhere in it, each identity once: what a worker must have to run it.
std::vector<v1::PinnedEngine> PinnedEngines(v1::Experiment experiment);

// Writes into the experiment which program each engine is, and checks its settings. FAILED_PRECONDITION when one cannot
// be run there, or another one is pinned already; INVALID_ARGUMENT for settings that it does not take.
absl::Status PinEngines(EngineHost& host, v1::Experiment& experiment);

// What can be said of it without a host: INVALID_ARGUMENT with the field's path, which starts with `field`.
absl::Status CheckEngine(std::string_view field, const v1::ExternalPlayer& engine);

// "gnugo level=8".
std::string EngineText(const v1::ExternalPlayer& engine);

// A process for one game. REQUIRES: CheckEngine is content.
absl::StatusOr<std::unique_ptr<EngineSession>> StartEngine(EngineHost& host, const v1::ExternalPlayer& engine,
                                                           uint64_t seed);

}  // namespace tenuki
