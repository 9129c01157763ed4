// How much of the disk a worker's results may take: one account for all that write into its spool (law 8).
//
//   ABSL_RETURN_IF_ERROR(budget.Take(bytes.size()));      // before they are written
//   budget.Give(bytes.size());                            // after they are removed
//
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace tenuki {

class ByteBudget {
 public:
  explicit ByteBudget(int64_t max_bytes) : max_bytes_(max_bytes) {}

  // All of it, or nothing and RESOURCE_EXHAUSTED.
  absl::Status Take(int64_t bytes) {
    if (used_.fetch_add(bytes) + bytes <= max_bytes_) return absl::OkStatus();
    Give(bytes);
    return absl::ResourceExhaustedError(
        absl::StrCat("the spool holds ", used(), " of at most ", max_bytes_, " bytes: no room for ", bytes, " more"));
  }
  // What is there already, whether it fits or not.
  void TakeAnyway(int64_t bytes) { used_ += bytes; }
  void Give(int64_t bytes) { used_ -= bytes; }

  int64_t used() const { return used_; }

 private:
  const int64_t max_bytes_;
  std::atomic<int64_t> used_ = 0;
};

}  // namespace tenuki
