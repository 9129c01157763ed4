// Time, passed in: what waits or measures takes a Clock, so that tests and the simulator can turn it.
//
//   const absl::Time deadline = clock.Now() + term;
//
// Thread-safe.
#pragma once

#include "absl/time/time.h"

namespace tenuki {

class Clock {
 public:
  virtual ~Clock() = default;
  // Never goes back, whatever is done to the machine's clock; close to the time of day when the process started. For
  // leases and everything else that is a duration.
  virtual absl::Time Now() const = 0;
  // The time of day, for people.
  virtual absl::Time WallTime() const = 0;

  static const Clock& Real();
};

}  // namespace tenuki
