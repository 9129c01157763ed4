// A worker's view of its coordinator: what it says and what it hears. services/ has the one over gRPC and Flight; tests
// and the simulator have their own.
//
// It is where inputs come from, too.
//
// Thread-safe. Calls block until the answer or the deadline; statuses as coordinator.proto describes them.
#pragma once

#include <arrow/api.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/inputs.h"
#include "tenuki/v1/coordinator.pb.h"

namespace tenuki {

class CoordinatorClient : public InputSource {
 public:
  virtual absl::StatusOr<v1::SynchronizeResponse> Synchronize(const v1::SynchronizeRequest& request) = 0;
  virtual absl::StatusOr<v1::FinishJobResponse> FinishJob(const v1::FinishJobRequest& request) = 0;
  // Sends a table's rows ahead of FinishJob, because they are too many to ride in it. Staging again replaces.
  virtual absl::Status StageTable(uint64_t attempt, const std::string& table, arrow::RecordBatchReader& rows) = 0;
};

}  // namespace tenuki
