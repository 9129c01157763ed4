#include "services/grpc_status.h"

#include <arrow/flight/types.h>

#include <memory>
#include <string>
#include <string_view>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "common/arrow_status.h"

namespace tenuki {
namespace {

using arrow::flight::FlightStatusCode;
using arrow::flight::FlightStatusDetail;

// Flight knows few codes, so ours rides along in what it does pass on.
constexpr std::string_view kCodePrefix = "tenuki:";
// What Flight puts behind a message is of no use to people.
constexpr std::string_view kFlightsOwnWords = ". gRPC client debug context:";

std::string MessageOf(const arrow::Status& status) {
  const std::string& message = status.message();
  return message.substr(0, message.find(kFlightsOwnWords));
}

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  return {static_cast<grpc::StatusCode>(status.code()), std::string(status.message())};
}

absl::Status FromGrpc(const grpc::Status& status) {
  return {static_cast<absl::StatusCode>(status.error_code()), status.error_message()};
}

arrow::Status ToFlight(const absl::Status& status) {
  if (status.ok()) return arrow::Status::OK();
  return arrow::flight::MakeFlightError(
      absl::IsUnavailable(status) ? FlightStatusCode::Unavailable : FlightStatusCode::Failed,
      std::string(status.message()), absl::StrCat(kCodePrefix, static_cast<int>(status.code())));
}

absl::Status FromFlight(const arrow::Status& status) {
  if (status.ok()) return absl::OkStatus();
  const std::shared_ptr<FlightStatusDetail> detail = FlightStatusDetail::UnwrapStatus(status);
  if (detail == nullptr) return FromArrow(status);
  const std::string extra = detail->extra_info();
  std::string_view digits = extra;
  int code = 0;
  if (absl::ConsumePrefix(&digits, kCodePrefix) && absl::SimpleAtoi(digits, &code)) {
    return {static_cast<absl::StatusCode>(code), MessageOf(status)};
  }
  switch (detail->code()) {
    case FlightStatusCode::Unavailable:
    case FlightStatusCode::TimedOut: return absl::UnavailableError(MessageOf(status));
    case FlightStatusCode::Cancelled: return absl::CancelledError(MessageOf(status));
    case FlightStatusCode::Unauthenticated: return absl::UnauthenticatedError(MessageOf(status));
    case FlightStatusCode::Unauthorized: return absl::PermissionDeniedError(MessageOf(status));
    default: return absl::InternalError(MessageOf(status));
  }
}

}  // namespace tenuki
