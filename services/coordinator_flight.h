// The coordinator's tables and inputs over Arrow Flight: reading them, staging large tables, uploading inputs. See
// coordinator_server.h.
//
// Thread-safe, as the coordinator is.
#pragma once

#include <arrow/flight/api.h>

#include <memory>

#include "absl/synchronization/mutex.h"
#include "coordinator/coordinator.h"

namespace tenuki {

class CoordinatorFlight final : public arrow::flight::FlightServerBase {
 public:
  explicit CoordinatorFlight(Coordinator& coordinator) : coordinator_(coordinator) {}

  arrow::Status ListFlights(const arrow::flight::ServerCallContext& context, const arrow::flight::Criteria* criteria,
                            std::unique_ptr<arrow::flight::FlightListing>* listing) override;
  arrow::Status GetFlightInfo(const arrow::flight::ServerCallContext& context,
                              const arrow::flight::FlightDescriptor& descriptor,
                              std::unique_ptr<arrow::flight::FlightInfo>* info) override;
  arrow::Status DoGet(const arrow::flight::ServerCallContext& context, const arrow::flight::Ticket& ticket,
                      std::unique_ptr<arrow::flight::FlightDataStream>* stream) override;
  arrow::Status DoPut(const arrow::flight::ServerCallContext& context,
                      std::unique_ptr<arrow::flight::FlightMessageReader> reader,
                      std::unique_ptr<arrow::flight::FlightMetadataWriter> writer) override;

 private:
  Coordinator& coordinator_;
  // Held by whoever uploads an input: one at a time is in memory.
  absl::Mutex input_mutex_;
};

}  // namespace tenuki
