// The bridges between gRPC's and Flight's statuses and ours: once, at the boundary. Codes are the same in gRPC; Flight
// passes ours on in a detail of Arrow's.
//
// Pure functions: no thread rules.
#pragma once

#include <arrow/status.h>
#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace tenuki {

grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

// For what a Flight server returns and a Flight client gets.
arrow::Status ToFlight(const absl::Status& status);
absl::Status FromFlight(const arrow::Status& status);

}  // namespace tenuki
