// The format, all numbers little-endian:
//
//   offset  0  "tenukisp"
//           8  u32 version
//          12  u32 CRC-32C of the message
//          16  u64 length of the message
//          24  v1.SpooledResult
#include "worker/spool_file.h"

#include "absl/crc/crc32c.h"
#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

constexpr std::string_view kMagic = "tenukisp";
constexpr uint32_t kVersion = 1;
constexpr size_t kHeaderBytes = 24;

void AppendNumber(std::string& bytes, uint64_t number, int num_bytes) {
  for (int i = 0; i < num_bytes; ++i) bytes.push_back(static_cast<char>(number >> 8 * i & 0xFF));
}

uint64_t NumberAt(std::string_view bytes, size_t offset, int num_bytes) {
  uint64_t number = 0;
  for (int i = 0; i < num_bytes; ++i) number |= uint64_t{static_cast<uint8_t>(bytes[offset + i])} << 8 * i;
  return number;
}

}  // namespace

std::string EncodeSpoolFile(const v1::SpooledResult& spooled) {
  const std::string message = spooled.SerializeAsString();
  std::string bytes(kMagic);
  AppendNumber(bytes, kVersion, 4);
  AppendNumber(bytes, static_cast<uint32_t>(absl::ComputeCrc32c(message)), 4);
  AppendNumber(bytes, message.size(), 8);
  return bytes + message;
}

absl::StatusOr<v1::SpooledResult> DecodeSpoolFile(std::string_view bytes) {
  if (bytes.size() < kHeaderBytes) {
    return absl::DataLossError(absl::StrCat("it has ", bytes.size(), " bytes, less than a header"));
  }
  if (!bytes.starts_with(kMagic)) return absl::DataLossError("it is not a spooled result");
  if (const uint64_t version = NumberAt(bytes, 8, 4); version != kVersion) {
    return absl::DataLossError(absl::StrCat("it has version ", version, "; this worker reads version ", kVersion));
  }
  const std::string_view message = bytes.substr(kHeaderBytes);
  if (const uint64_t length = NumberAt(bytes, 16, 8); message.size() != length) {
    return absl::DataLossError(absl::StrCat("its message has ", message.size(), " bytes instead of ", length));
  }
  if (static_cast<uint32_t>(absl::ComputeCrc32c(message)) != NumberAt(bytes, 12, 4)) {
    return absl::DataLossError("its checksum does not match its message");
  }
  v1::SpooledResult spooled;
  if (!spooled.ParseFromArray(message.data(), static_cast<int>(message.size())))
    return absl::DataLossError("its message cannot be parsed");
  return spooled;
}

}  // namespace tenuki
