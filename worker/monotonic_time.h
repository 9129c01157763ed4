// A clock that only goes forward, as absl::Time: for intervals, not for dates.
#pragma once

#include <chrono>

#include "absl/time/time.h"

namespace tenuki {

inline absl::Time MonotonicNow() {
  return absl::UnixEpoch() + absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

}  // namespace tenuki
