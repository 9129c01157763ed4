#include "services/coordinator_server.h"

#include <arrow/flight/api.h>
#include <grpcpp/grpcpp.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/coordinator_flight.h"
#include "services/grpc_lifetime.h"
#include "services/grpc_status.h"
#include "services/location.h"
#include "tenuki/v1/coordinator.grpc.pb.h"

namespace tenuki {
namespace {

constexpr int kMaxIdleThreads = 64;

// gRPC would take the path away from a server that uses it.
bool SomebodyListens(const std::string& path) {
  sockaddr_un address = {.sun_family = AF_UNIX};
  if (path.size() >= sizeof(address.sun_path)) return false;
  path.copy(address.sun_path, path.size());
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const bool listens = connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(fd);
  return listens;
}

// Every call goes to the coordinator as it is.
class CoordinatorService final : public v1::Coordinator::Service {
 public:
  explicit CoordinatorService(Coordinator& coordinator) : coordinator_(coordinator) {}

#define TENUKI_FORWARD(Method)                                                                                  \
  grpc::Status Method(grpc::ServerContext*, const v1::Method##Request* request, v1::Method##Response* response) \
      override {                                                                                                \
    absl::StatusOr<v1::Method##Response> answer = coordinator_.Method(*request);                                \
    if (!answer.ok()) return ToGrpc(answer.status());                                                           \
    *response = *std::move(answer);                                                                             \
    return grpc::Status::OK;                                                                                    \
  }
  TENUKI_FORWARD(Synchronize)
  TENUKI_FORWARD(FinishJob)
  TENUKI_FORWARD(SubmitExperiment)
  TENUKI_FORWARD(ListExperiments)
  TENUKI_FORWARD(GetExperiment)
  TENUKI_FORWARD(ControlExperiment)
  TENUKI_FORWARD(ListWorkers)
  TENUKI_FORWARD(DrainWorker)
#undef TENUKI_FORWARD

 private:
  Coordinator& coordinator_;
};

}  // namespace

struct CoordinatorServer::Parts {
  explicit Parts(Coordinator& coordinator) : service(coordinator), flight(coordinator) {}
  CoordinatorService service;
  CoordinatorFlight flight;
};

CoordinatorServer::CoordinatorServer(std::unique_ptr<Parts> parts, std::string address)
    : parts_(std::move(parts)), address_(std::move(address)) {}

CoordinatorServer::~CoordinatorServer() { Stop(absl::ZeroDuration()); }

absl::StatusOr<std::unique_ptr<CoordinatorServer>> CoordinatorServer::Start(Coordinator& coordinator,
                                                                            const std::string& listen) {
  KeepGrpc();
  ABSL_ASSIGN_OR_RETURN(const arrow::flight::Location location, LocationOf(listen));
  if (absl::StartsWith(listen, "unix:") && SomebodyListens(listen.substr(5))) {
    return absl::UnavailableError(absl::StrCat("cannot listen at ", listen, ": another server does"));
  }
  auto parts = std::make_unique<Parts>(coordinator);
  arrow::flight::FlightServerOptions options(location);
  grpc::Service* service = &parts->service;
  options.builder_hook = [service](void* raw_builder) {
    auto& builder = *static_cast<grpc::ServerBuilder*>(raw_builder);
    builder.RegisterService(service);
    builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
    // A thread that waits for calls is kept for the next one: FinishJob comes in bursts, as groups become durable.
    builder.SetSyncServerOption(grpc::ServerBuilder::SyncServerOption::MAX_POLLERS, kMaxIdleThreads);
    // A second server on the port is an error, and not half of the calls.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  };
  if (const arrow::Status status = parts->flight.Init(options); !status.ok()) {
    return absl::UnavailableError(absl::StrCat("cannot listen at ", listen, ": ", status.message()));
  }
  std::string address = listen;
  if (!absl::StartsWith(listen, "unix:")) {
    address = absl::StrCat(listen.substr(0, listen.rfind(':')), ":", parts->flight.port());
  }
  return std::unique_ptr<CoordinatorServer>(new CoordinatorServer(std::move(parts), std::move(address)));
}

void CoordinatorServer::Stop(absl::Duration grace) {
  const auto deadline = std::chrono::system_clock::now() + absl::ToChronoMilliseconds(grace);
  // An error says that it is down already.
  (void)parts_->flight.Shutdown(&deadline);
  (void)parts_->flight.Wait();
}

}  // namespace tenuki
