// The file of a spooled result: bytes to message and back, with every damage found.
//
//   std::string bytes = EncodeSpoolFile(spooled);
//   ABSL_ASSIGN_OR_RETURN(v1::SpooledResult spooled, DecodeSpoolFile(bytes));
//
// Pure functions: no thread rules.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "tenuki/v1/spool.pb.h"

namespace tenuki {

// A result with the most rows that ride inline, and room for the rest of it.
inline constexpr int64_t kMaxSpoolFileBytes = 16 << 20;

std::string EncodeSpoolFile(const v1::SpooledResult& spooled);

// DATA_LOSS that says what is wrong.
absl::StatusOr<v1::SpooledResult> DecodeSpoolFile(std::string_view bytes);

}  // namespace tenuki
