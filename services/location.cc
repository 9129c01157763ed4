#include "services/location.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace tenuki {

absl::StatusOr<arrow::flight::Location> LocationOf(const std::string& address) {
  using arrow::flight::Location;
  const auto complain = [&] {
    return absl::InvalidArgumentError(
        absl::StrCat("'", address, "' is no address: it should be HOST:PORT, such as localhost:7700, or unix:PATH"));
  };
  if (absl::StartsWith(address, "unix:")) {
    // Flight takes the first part of a relative path for a host.
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(address.substr(5), error);
    if (address.size() == 5 || error) return complain();
    arrow::Result<Location> location = Location::ForGrpcUnix(path.string());
    if (!location.ok()) return complain();
    return *location;
  }
  const size_t colon = address.rfind(':');
  int port = 0;
  if (colon == std::string::npos || colon == 0 || !absl::SimpleAtoi(address.substr(colon + 1), &port) || port < 0 ||
      port > 65535) {
    return complain();
  }
  arrow::Result<Location> location = Location::Parse(absl::StrCat("grpc+tcp://", address));
  if (!location.ok()) return complain();
  return *location;
}

}  // namespace tenuki
