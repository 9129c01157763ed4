// How many things a second, lately: an average in which what happened `kMemory` ago counts for little.
//
//   RateMeter meter;
//   meter.Add(100, now);
//   meter.PerSecond(now);
//
// Exponentially weighted, and corrected for the time before the first event, so that it is right from the start. A
// value; one thread at a time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "absl/time/time.h"

namespace tenuki {

class RateMeter {
 public:
  static constexpr absl::Duration kMemory = absl::Seconds(20);

  // Nothing is measured before.
  void Begin(absl::Time now) {
    if (!began_.has_value()) began_ = updated_ = now;
  }
  void Add(int64_t count, absl::Time now) {
    Begin(now);
    weight_ = Decayed(now) + static_cast<double>(count);
    updated_ = std::max(updated_, now);
  }
  double PerSecond(absl::Time now) const {
    if (!began_.has_value() || now <= *began_) return 0;
    const double memory_s = absl::ToDoubleSeconds(kMemory);
    const double covered_s = memory_s * (1 - std::exp(-absl::ToDoubleSeconds(now - *began_) / memory_s));
    return Decayed(now) / covered_s;
  }

 private:
  double Decayed(absl::Time now) const {
    return weight_ * std::exp(-absl::FDivDuration(std::max(now - updated_, absl::ZeroDuration()), kMemory));
  }

  std::optional<absl::Time> began_;
  absl::Time updated_;
  double weight_ = 0;
};

}  // namespace tenuki
