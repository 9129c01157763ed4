#include "services/remote_coordinator.h"

#include <arrow/flight/api.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/align_util.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "services/coordinator_server.h"
#include "services/grpc_lifetime.h"
#include "services/grpc_status.h"
#include "services/input_stream.h"
#include "services/location.h"
#include "tenuki/v1/coordinator.grpc.pb.h"

namespace tenuki {
namespace {

namespace flight = arrow::flight;

// What a Flight stream gives.
class DownloadReader final : public arrow::RecordBatchReader {
 public:
  DownloadReader(std::shared_ptr<flight::FlightClient> client, std::unique_ptr<flight::FlightStreamReader> stream,
                 std::shared_ptr<arrow::Schema> schema)
      : client_(std::move(client)), stream_(std::move(stream)), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_ASSIGN_OR_RAISE(flight::FlightStreamChunk chunk, stream_->Next());
    if (chunk.data != nullptr) {
      // Messages put rows at any address.
      ARROW_ASSIGN_OR_RAISE(chunk.data,
                            arrow::util::EnsureAlignment(std::move(chunk.data), arrow::util::kValueAlignment,
                                                         arrow::default_memory_pool()));
    }
    *batch = std::move(chunk.data);
    return arrow::Status::OK();
  }

 private:
  // The stream needs it.
  const std::shared_ptr<flight::FlightClient> client_;
  const std::unique_ptr<flight::FlightStreamReader> stream_;
  const std::shared_ptr<arrow::Schema> schema_;
};

// Of one message of rows: the server takes no larger ones than kMaxMessageBytes.
constexpr int64_t kMaxBatchBytes = kMaxMessageBytes / 4;

// In as many messages as it takes. A row alone is sent whatever its size.
arrow::Status SendInPieces(const arrow::RecordBatch& batch, flight::FlightStreamWriter& writer) {
  int64_t size = 0;
  ARROW_RETURN_NOT_OK(arrow::ipc::GetRecordBatchSize(batch, &size));
  if (size <= kMaxBatchBytes || batch.num_rows() <= 1) return writer.WriteRecordBatch(batch);
  const int64_t half = batch.num_rows() / 2;
  ARROW_RETURN_NOT_OK(SendInPieces(*batch.Slice(0, half), writer));
  return SendInPieces(*batch.Slice(half), writer);
}

}  // namespace

struct RemoteCoordinator::Parts {
  std::string address;
  std::unique_ptr<v1::Coordinator::Stub> stub;
  flight::Location location;
  absl::Mutex mutex;
  std::shared_ptr<flight::FlightClient> flight ABSL_GUARDED_BY(mutex);

  absl::Status FlightError(const arrow::Status& status) const {
    if (status.ok()) return absl::OkStatus();
    const absl::Status error = FromFlight(status);
    return absl::Status(error.code(), absl::StrCat("coordinator ", address, ": ", error.message()));
  }

  // Connected at the first use, since most clients never need it.
  absl::StatusOr<std::shared_ptr<flight::FlightClient>> Flight() {
    absl::MutexLock lock(mutex);
    if (flight == nullptr) {
      arrow::Result<std::unique_ptr<flight::FlightClient>> client = flight::FlightClient::Connect(location);
      if (!client.ok()) return FlightError(client.status());
      flight = *std::move(client);
    }
    return flight;
  }

  absl::Status Upload(const v1::UploadCommand& command, arrow::RecordBatchReader& rows);
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Download(const flight::Ticket& ticket);

  template <typename Request, typename Response>
  absl::StatusOr<Response> Call(grpc::Status (v1::Coordinator::Stub::*method)(grpc::ClientContext*, const Request&,
                                                                              Response*),
                                const Request& request) {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + absl::ToChronoMilliseconds(kDeadline));
    Response response;
    const grpc::Status status = ((*stub).*method)(&context, request, &response);
    if (status.ok()) return response;
    return absl::Status(FromGrpc(status).code(), absl::StrCat("coordinator ", address, ": ", status.error_message()));
  }
};

RemoteCoordinator::RemoteCoordinator(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

RemoteCoordinator::~RemoteCoordinator() = default;

absl::StatusOr<std::unique_ptr<RemoteCoordinator>> RemoteCoordinator::Connect(const std::string& address) {
  KeepGrpc();
  auto parts = std::make_unique<Parts>();
  parts->address = address;
  ABSL_ASSIGN_OR_RETURN(parts->location, LocationOf(address));
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  // A coordinator that comes back should be found within seconds.
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2000);
  parts->stub =
      v1::Coordinator::NewStub(grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments));
  return std::unique_ptr<RemoteCoordinator>(new RemoteCoordinator(std::move(parts)));
}

#define TENUKI_CALL(Method)                                                                            \
  absl::StatusOr<v1::Method##Response> RemoteCoordinator::Method(const v1::Method##Request& request) { \
    return parts_->Call(&v1::Coordinator::Stub::Method, request);                                      \
  }
TENUKI_CALL(Synchronize)
TENUKI_CALL(FinishJob)
TENUKI_CALL(SubmitExperiment)
TENUKI_CALL(ListExperiments)
TENUKI_CALL(GetExperiment)
TENUKI_CALL(ControlExperiment)
TENUKI_CALL(ListWorkers)
TENUKI_CALL(DrainWorker)
#undef TENUKI_CALL

absl::Status RemoteCoordinator::Parts::Upload(const v1::UploadCommand& command, arrow::RecordBatchReader& rows) {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<flight::FlightClient> client, Flight());
  arrow::Result<flight::FlightClient::DoPutResult> put =
      client->DoPut(flight::FlightDescriptor::Command(command.SerializeAsString()), rows.schema());
  if (!put.ok()) return FlightError(put.status());
  arrow::Status sent;
  while (sent.ok()) {
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> batch = rows.Next();
    if (!batch.ok()) return FromFlight(batch.status());
    if (*batch == nullptr) break;
    sent = SendInPieces(**batch, *put->writer);
  }
  // The server's reason, where there is one, comes with Close.
  const arrow::Status closed = put->writer->Close();
  return FlightError(closed.ok() ? sent : closed);
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> RemoteCoordinator::Parts::Download(
    const flight::Ticket& ticket) {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<flight::FlightClient> client, Flight());
  arrow::Result<std::unique_ptr<flight::FlightStreamReader>> stream = client->DoGet(ticket);
  if (!stream.ok()) return FlightError(stream.status());
  arrow::Result<std::shared_ptr<arrow::Schema>> schema = (*stream)->GetSchema();
  if (!schema.ok()) return FlightError(schema.status());
  return std::make_shared<DownloadReader>(client, *std::move(stream), *std::move(schema));
}

absl::Status RemoteCoordinator::StageTable(uint64_t attempt, const std::string& table, arrow::RecordBatchReader& rows) {
  v1::UploadCommand command;
  command.mutable_staged_table()->set_attempt(attempt);
  command.mutable_staged_table()->set_table(table);
  return parts_->Upload(command, rows);
}

absl::Status RemoteCoordinator::UploadInput(const v1::InputFiles& input) {
  v1::UploadCommand command;
  command.mutable_input()->set_digest(std::string(InputDigest(input).bytes()));
  InputChunks chunks(input);
  return parts_->Upload(command, chunks);
}

absl::StatusOr<v1::InputFiles> RemoteCoordinator::ReadInput(const Digest& digest) {
  v1::Ticket ticket;
  ticket.mutable_input()->set_digest(std::string(digest.bytes()));
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatchReader> chunks,
                        parts_->Download(flight::Ticket{ticket.SerializeAsString()}));
  absl::StatusOr<v1::InputFiles> input = CollectInput(*chunks);
  if (input.ok() && InputDigest(*input) == digest) return input;
  if (absl::IsUnavailable(input.status())) return input;
  return absl::DataLossError(absl::StrCat("coordinator ", parts_->address, ": the input ", digest.Short(),
                                          " is damaged there", input.ok() ? "" : ": ", input.status().message()));
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> RemoteCoordinator::ReadTable(const std::string& experiment,
                                                                                       const std::string& table) {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<flight::FlightClient> client, parts_->Flight());
  arrow::Result<std::unique_ptr<flight::FlightInfo>> info =
      client->GetFlightInfo(flight::FlightDescriptor::Path({experiment, table}));
  if (!info.ok()) return parts_->FlightError(info.status());
  return parts_->Download((*info)->endpoints().front().ticket);
}

}  // namespace tenuki
