// The bridge from Arrow's statuses to ours: once, at the boundary (ARCHITECTURE: errors and retries).
//
//   ABSL_RETURN_IF_ERROR(FromArrow(builder.Append(3)));
//   ABSL_ASSIGN_OR_RETURN(auto batch, FromArrow(builder.Flush()));
//
// Pure functions: no thread rules.
#pragma once

#include <arrow/result.h>
#include <arrow/status.h>

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

// The code says what the caller should do next: INVALID_ARGUMENT for data that is not as it should be, UNAVAILABLE for
// input and output, RESOURCE_EXHAUSTED for memory and capacity.
absl::Status FromArrow(const arrow::Status& status);

template <typename T>
absl::StatusOr<T> FromArrow(arrow::Result<T> result) {
  if (!result.ok()) return FromArrow(result.status());
  return std::move(result).ValueUnsafe();
}

}  // namespace tenuki
