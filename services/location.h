// Addresses as people write them: "host:port" or "unix:PATH". Pure functions: no thread rules.
#pragma once

#include <arrow/flight/types.h>

#include <string>

#include "absl/status/statusor.h"

namespace tenuki {

// INVALID_ARGUMENT with what it should look like.
absl::StatusOr<arrow::flight::Location> LocationOf(const std::string& address);

}  // namespace tenuki
