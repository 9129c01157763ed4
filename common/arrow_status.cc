#include "common/arrow_status.h"

#include <string>

namespace tenuki {
namespace {

absl::StatusCode CodeOf(arrow::StatusCode code) {
  switch (code) {
    case arrow::StatusCode::OK: return absl::StatusCode::kOk;
    case arrow::StatusCode::OutOfMemory:
    case arrow::StatusCode::CapacityError: return absl::StatusCode::kResourceExhausted;
    case arrow::StatusCode::KeyError: return absl::StatusCode::kNotFound;
    case arrow::StatusCode::AlreadyExists: return absl::StatusCode::kAlreadyExists;
    case arrow::StatusCode::TypeError:
    case arrow::StatusCode::Invalid:
    case arrow::StatusCode::IndexError:
    case arrow::StatusCode::SerializationError: return absl::StatusCode::kInvalidArgument;
    case arrow::StatusCode::IOError: return absl::StatusCode::kUnavailable;
    case arrow::StatusCode::Cancelled: return absl::StatusCode::kCancelled;
    case arrow::StatusCode::NotImplemented: return absl::StatusCode::kUnimplemented;
    default: return absl::StatusCode::kInternal;
  }
}

}  // namespace

absl::Status FromArrow(const arrow::Status& status) {
  if (status.ok()) return absl::OkStatus();
  return absl::Status(CodeOf(status.code()), status.message());
}

}  // namespace tenuki
