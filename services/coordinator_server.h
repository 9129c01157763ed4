// A coordinator behind one port: its gRPC service and Arrow Flight side by side.
//
//   ABSL_ASSIGN_OR_RETURN(auto server, CoordinatorServer::Start(*coordinator, "127.0.0.1:0"));
//   server->address();          // "127.0.0.1:43117", for clients
//   server->Stop();             // lets calls end, for a while
//
// Flight: ListFlights and GetFlightInfo name every table of every experiment (path: experiment, table), DoGet streams
// one as it stands at the ticket's version of the ledger, DoPut stages a table of an attempt. Any Flight client can
// read.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "coordinator/coordinator.h"

namespace tenuki {

// Of one message. A result's rows ride in FinishJob up to 4 MiB; there is room around them.
inline constexpr int kMaxMessageBytes = 16 << 20;

class CoordinatorServer {
 public:
  // `listen` is "host:port", with port 0 for any that is free, or "unix:PATH". UNAVAILABLE when it cannot be had.
  static absl::StatusOr<std::unique_ptr<CoordinatorServer>> Start(Coordinator& coordinator, const std::string& listen);
  ~CoordinatorServer();

  const std::string& address() const { return address_; }
  // No new calls; those under way get this long.
  void Stop(absl::Duration grace = absl::Seconds(5));

 private:
  struct Parts;
  CoordinatorServer(std::unique_ptr<Parts> parts, std::string address);

  std::unique_ptr<Parts> parts_;
  std::string address_;
};

}  // namespace tenuki
