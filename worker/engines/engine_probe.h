// The first look at an engine, before it is given a game: is it one, and which?
//
//   ABSL_ASSIGN_OR_RETURN(std::string version, CheckIsPlayer("gnugo", *session, host));      // "GNU Go 3.9.1"
//
// Errors are FAILED_PRECONDITION and say what to look at. Functions wait, at most as long as the engine's limits allow.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/clock.h"
#include "experiments/engine_host.h"
#include "worker/engines/engine_process.h"

namespace tenuki {

// Asks a session without a game for its name, version and commands: what a game needs must be among them. Returns name
// and version.
absl::StatusOr<std::string> CheckIsPlayer(std::string_view engine, EngineSession& session, EngineHost& host);

// The first line that a program prints which is not a GTP engine then, e.g. `gnugo --version`.
absl::StatusOr<std::string> ReadVersion(std::string_view engine, EngineProcess& process, absl::Time deadline,
                                        const Clock& clock);

}  // namespace tenuki
