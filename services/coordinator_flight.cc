#include "services/coordinator_flight.h"

#include <optional>
#include <utility>
#include <vector>

#include "experiments/registry.h"
#include "services/grpc_status.h"
#include "services/input_stream.h"

namespace tenuki {
namespace {

namespace flight = arrow::flight;

// What a client sends, as rows.
class UploadReader final : public arrow::RecordBatchReader {
 public:
  UploadReader(flight::FlightMessageReader& messages, std::shared_ptr<arrow::Schema> schema)
      : messages_(messages), schema_(std::move(schema)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return schema_; }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    ARROW_ASSIGN_OR_RAISE(flight::FlightStreamChunk chunk, messages_.Next());
    *batch = std::move(chunk.data);
    return arrow::Status::OK();
  }

 private:
  flight::FlightMessageReader& messages_;
  const std::shared_ptr<arrow::Schema> schema_;
};

// Stored rows on their way to a client. The disk is the only thing that can fail about them: the client is told
// DATA_LOSS.
class StoredRowsReader final : public arrow::RecordBatchReader {
 public:
  explicit StoredRowsReader(std::shared_ptr<arrow::RecordBatchReader> rows) : rows_(std::move(rows)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return rows_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    const arrow::Status status = rows_->ReadNext(batch);
    return status.ok() ? status : ToFlight(absl::DataLossError(status.message()));
  }

 private:
  const std::shared_ptr<arrow::RecordBatchReader> rows_;
};

arrow::Result<flight::FlightInfo> InfoOf(const std::string& experiment, const StoredView& view,
                                         const TableDefinition& table) {
  v1::Ticket ticket;
  ticket.mutable_table()->set_experiment(experiment);
  ticket.mutable_table()->set_table(table.name);
  ticket.mutable_table()->set_ledger_version(view.version);
  flight::FlightEndpoint endpoint;
  endpoint.ticket.ticket = ticket.SerializeAsString();
  // How many rows there are is known only after reading them.
  return flight::FlightInfo::Make(*table.schema, flight::FlightDescriptor::Path({experiment, table.name}), {endpoint},
                                  /*total_records=*/-1, /*total_bytes=*/-1, /*ordered=*/true);
}

arrow::Result<Digest> InputDigestOf(const v1::InputTicket& ticket) {
  const std::optional<Digest> digest = Digest::FromBytes(ticket.digest());
  if (digest.has_value()) return *digest;
  return ToFlight(absl::InvalidArgumentError("an input is named by a digest of 32 bytes"));
}

}  // namespace

arrow::Status CoordinatorFlight::ListFlights(const flight::ServerCallContext&, const flight::Criteria*,
                                             std::unique_ptr<flight::FlightListing>* listing) {
  std::vector<flight::FlightInfo> flights;
  const absl::StatusOr<v1::ListExperimentsResponse> list = coordinator_.ListExperiments({});
  if (!list.ok()) return ToFlight(list.status());
  for (const v1::ExperimentStatus& experiment : list->experiments()) {
    const absl::StatusOr<StoredView> view = coordinator_.ViewOf(experiment.name(), 0);
    if (!view.ok()) continue;  // gone meanwhile
    for (const TableDefinition& table : StoredTableDefinitions(KindOf(view->plan->experiment))) {
      ARROW_ASSIGN_OR_RAISE(flight::FlightInfo info, InfoOf(experiment.name(), *view, table));
      flights.push_back(std::move(info));
    }
  }
  *listing = std::make_unique<flight::SimpleFlightListing>(std::move(flights));
  return arrow::Status::OK();
}

arrow::Status CoordinatorFlight::GetFlightInfo(const flight::ServerCallContext&,
                                               const flight::FlightDescriptor& descriptor,
                                               std::unique_ptr<flight::FlightInfo>* info) {
  if (descriptor.type != flight::FlightDescriptor::PATH || descriptor.path.size() != 2) {
    return ToFlight(absl::InvalidArgumentError("a table is named by the path (experiment, table)"));
  }
  const absl::StatusOr<StoredView> view = coordinator_.ViewOf(descriptor.path[0], 0);
  if (!view.ok()) return ToFlight(view.status());
  for (const TableDefinition& table : StoredTableDefinitions(KindOf(view->plan->experiment))) {
    if (table.name != descriptor.path[1]) continue;
    ARROW_ASSIGN_OR_RAISE(flight::FlightInfo made, InfoOf(descriptor.path[0], *view, table));
    *info = std::make_unique<flight::FlightInfo>(std::move(made));
    return arrow::Status::OK();
  }
  return ToFlight(coordinator_.OpenTable(*view, descriptor.path[1]).status());
}

arrow::Status CoordinatorFlight::DoGet(const flight::ServerCallContext&, const flight::Ticket& ticket,
                                       std::unique_ptr<flight::FlightDataStream>* stream) {
  v1::Ticket content;
  if (!content.ParseFromString(ticket.ticket) || content.content_case() == v1::Ticket::CONTENT_NOT_SET) {
    return ToFlight(absl::InvalidArgumentError("the ticket is not one of GetFlightInfo"));
  }
  if (content.has_input()) {
    ARROW_ASSIGN_OR_RAISE(const Digest digest, InputDigestOf(content.input()));
    absl::StatusOr<std::unique_ptr<ReadFile>> file = coordinator_.OpenInput(digest);
    if (!file.ok()) return ToFlight(file.status());
    *stream = std::make_unique<flight::RecordBatchStream>(std::make_shared<InputChunks>(*std::move(file)));
    return arrow::Status::OK();
  }
  const v1::TableTicket& table = content.table();
  const absl::StatusOr<StoredView> view = coordinator_.ViewOf(table.experiment(), table.ledger_version());
  if (!view.ok()) return ToFlight(view.status());
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> rows = coordinator_.OpenTable(*view, table.table());
  if (!rows.ok()) return ToFlight(rows.status());
  *stream = std::make_unique<flight::RecordBatchStream>(std::make_shared<StoredRowsReader>(*std::move(rows)));
  return arrow::Status::OK();
}

arrow::Status CoordinatorFlight::DoPut(const flight::ServerCallContext&,
                                       std::unique_ptr<flight::FlightMessageReader> reader,
                                       std::unique_ptr<flight::FlightMetadataWriter>) {
  v1::UploadCommand command;
  if (!command.ParseFromString(reader->descriptor().cmd) ||
      command.upload_case() == v1::UploadCommand::UPLOAD_NOT_SET) {
    return ToFlight(absl::InvalidArgumentError("the command is no UploadCommand"));
  }
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Schema> schema, reader->GetSchema());
  UploadReader rows(*reader, std::move(schema));
  if (command.has_input()) {
    ARROW_ASSIGN_OR_RAISE(const Digest digest, InputDigestOf(command.input()));
    absl::MutexLock lock(input_mutex_);
    const absl::StatusOr<v1::InputFiles> input = CollectInput(rows);
    return ToFlight(input.ok() ? coordinator_.StoreInput(digest, *input) : input.status());
  }
  return ToFlight(coordinator_.StageTable(command.staged_table().attempt(), command.staged_table().table(), rows));
}

}  // namespace tenuki
