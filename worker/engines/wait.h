// poll() until a time of our clock.
#pragma once

#include <poll.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/time/time.h"
#include "common/clock.h"

namespace tenuki {

// May return early, e.g. after a signal. Nothing to wait for but the time is allowed.
inline void PollUntil(std::vector<pollfd>& waits, absl::Time deadline, const Clock& clock) {
  // A day is enough, and fits. Rounded up: to wake a little before the time would be to turn in circles until it comes.
  const absl::Duration wait = std::clamp(deadline - clock.Now(), absl::ZeroDuration(), absl::Hours(24));
  const int64_t wait_ms = absl::ToInt64Milliseconds(absl::Ceil(wait, absl::Milliseconds(1)));
  poll(waits.data(), static_cast<nfds_t>(waits.size()), static_cast<int>(wait_ms));
}

}  // namespace tenuki
