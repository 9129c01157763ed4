// What an experiment sets of an engine, and how that reaches the program: words of its command line, and GTP commands
// of each game.
//
//   ABSL_ASSIGN_OR_RETURN(EngineLaunch launch, MakeEngineLaunch(gnugo, {{"level", "8"}}, /*seed=*/7));
//   launch.command       // {"gnugo", "--mode", "gtp", "--level", "8"}
//   launch.game_setup    // {"set_random_seed 7"}
//
// All errors are INVALID_ARGUMENT and say what would be right. Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/engine_host.h"
#include "tenuki/v1/engine.pb.h"

namespace tenuki {

struct EngineLaunch {
  std::vector<std::string> command = {};
  std::vector<std::string> game_setup = {};
};

absl::Status CheckOptionValue(const v1::EngineOption& option, std::string_view value);
// That each is declared and takes its value.
absl::Status CheckEngineOptions(const v1::Engine& engine, const EngineOptions& options);

// Options in the order in which they are declared; those that were not given have their defaults.
absl::StatusOr<EngineLaunch> MakeEngineLaunch(const v1::Engine& engine, const EngineOptions& options,
                                              std::optional<uint64_t> seed);

// With the paths of the engine's files in the place of their names, "${weights}".
absl::StatusOr<std::string> SubstituteFiles(const v1::Engine& engine, std::string_view word);

}  // namespace tenuki
