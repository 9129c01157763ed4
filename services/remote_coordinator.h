// A coordinator on the other side of the wire: what workers and the command line talk to.
//
//   ABSL_ASSIGN_OR_RETURN(auto coordinator, RemoteCoordinator::Connect("node3:7700"));
//   coordinator->GetExperiment(request);
//   ABSL_ASSIGN_OR_RETURN(auto rows, coordinator->ReadTable("quickstart", "games"));
//
// Connecting does not wait: the first call finds out whether somebody is there, and says where it looked.
//
// Thread-safe; a reader of rows belongs to one thread.
#pragma once

#include <arrow/api.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "tenuki/v1/coordinator.pb.h"
#include "worker/coordinator_client.h"

namespace tenuki {

class RemoteCoordinator final : public CoordinatorClient {
 public:
  // Of one call, but for rows, which take as long as they take.
  static constexpr absl::Duration kDeadline = absl::Seconds(60);

  // `address` is "host:port" or "unix:PATH". INVALID_ARGUMENT when it is neither.
  static absl::StatusOr<std::unique_ptr<RemoteCoordinator>> Connect(const std::string& address);
  ~RemoteCoordinator() override;

  absl::StatusOr<v1::SynchronizeResponse> Synchronize(const v1::SynchronizeRequest& request) override;
  absl::StatusOr<v1::FinishJobResponse> FinishJob(const v1::FinishJobRequest& request) override;
  absl::Status StageTable(uint64_t attempt, const std::string& table, arrow::RecordBatchReader& rows) override;
  absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) override;

  absl::StatusOr<v1::SubmitExperimentResponse> SubmitExperiment(const v1::SubmitExperimentRequest& request);
  absl::StatusOr<v1::ListExperimentsResponse> ListExperiments(const v1::ListExperimentsRequest& request);
  absl::StatusOr<v1::GetExperimentResponse> GetExperiment(const v1::GetExperimentRequest& request);
  absl::StatusOr<v1::ControlExperimentResponse> ControlExperiment(const v1::ControlExperimentRequest& request);
  absl::StatusOr<v1::ListWorkersResponse> ListWorkers(const v1::ListWorkersRequest& request);
  absl::StatusOr<v1::DrainWorkerResponse> DrainWorker(const v1::DrainWorkerRequest& request);

  absl::Status UploadInput(const v1::InputFiles& input);
  // The rows of a table as they are now. An error on the way is the reader's, for FromFlight.
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> ReadTable(const std::string& experiment,
                                                                      const std::string& table);

 private:
  struct Parts;
  explicit RemoteCoordinator(std::unique_ptr<Parts> parts);

  std::unique_ptr<Parts> parts_;
};

}  // namespace tenuki
