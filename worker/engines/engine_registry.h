// The registry: which engines this machine has (proto/tenuki/v1/engine.proto, docs/engines.md).
//
//   ABSL_ASSIGN_OR_RETURN(v1::EngineRegistry registry, ReadEngineRegistry("engines.textproto", text));
//   // "engines.textproto:12:5: engines.options.default: '11' should be a whole number from 0 to 10"
//   ABSL_ASSIGN_OR_RETURN(const v1::Engine* engine, FindEngine(registry, "gnugo"));
//
// Only the text is looked at: whether the programs are there is seen when they are needed, since a registry may well
// name more engines than are installed.
// Pure functions: no thread rules.
#pragma once

#include <string_view>

#include "absl/status/statusor.h"
#include "tenuki/v1/engine.pb.h"

namespace tenuki {

inline constexpr size_t kMaxEngineRegistryBytes = 1 << 20;

// INVALID_ARGUMENT with the place. `file` is for error texts alone.
absl::StatusOr<v1::EngineRegistry> ReadEngineRegistry(std::string_view file, std::string_view text);

// NOT_FOUND with the names that there are. The result lives as long as the registry.
absl::StatusOr<const v1::Engine*> FindEngine(const v1::EngineRegistry& registry, std::string_view name);

}  // namespace tenuki
