// How long to wait after a call that failed: longer after each in a row, and at random, so that a thousand workers do
// not come back at once.
//
//   Backoff backoff({.min = absl::Milliseconds(100), .max = absl::Seconds(10)}, seed);
//   next_call = now + backoff.Fail();
//   backoff.Succeed();
//
// One thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "absl/time/time.h"
#include "common/random.h"

namespace tenuki {

struct BackoffOptions {
  absl::Duration min = absl::Milliseconds(100);
  absl::Duration max = absl::Seconds(10);
};

class Backoff {
 public:
  Backoff(BackoffOptions options, uint64_t seed) : options_(options), seed_(seed) {}

  // Uniform between `min` and a limit that doubles with each failure, up to `max`.
  absl::Duration Fail() {
    ++num_failures_;
    const double limit =
        std::min(absl::FDivDuration(options_.max, options_.min), static_cast<double>(uint64_t{1} << Exponent()));
    const double fraction = static_cast<double>(Random32(seed_, counter_++)) / 4294967296.0;
    return options_.min * (1 + fraction * (limit - 1));
  }
  void Succeed() { num_failures_ = 0; }

  // In a row.
  int num_failures() const { return num_failures_; }

 private:
  int Exponent() const { return std::min(num_failures_, 40); }

  const BackoffOptions options_;
  const uint64_t seed_;
  uint64_t counter_ = 0;
  int num_failures_ = 0;
};

}  // namespace tenuki
