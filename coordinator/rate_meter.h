// How many things a second, lately: over the last 20 seconds, or over the last eight times that something happened
// where that is longer ago, as when a unit takes minutes.
//
//   RateMeter meter;
//   meter.Begin(now);
//   meter.Add(100, now);
//   meter.PerSecond(now);
//
// A value; one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "absl/time/time.h"

namespace tenuki {

class RateMeter {
 public:
  static constexpr absl::Duration kMemory = absl::Seconds(20);
  static constexpr size_t kMinEvents = 8;
  // What happens within it is one event.
  static constexpr absl::Duration kResolution = absl::Seconds(1);

  // Nothing is measured before.
  void Begin(absl::Time now) {
    if (!began_.has_value()) began_ = now;
  }
  void Add(int64_t count, absl::Time now) {
    Begin(now);
    if (events_.empty() || now - events_.back().first >= kResolution) events_.push_back({.first = now, .last = now});
    events_.back().last = now;
    events_.back().count += count;
    total_ += count;
    while (events_.size() > kMinEvents && events_.front().last < now - kMemory) {
      // It is measured from the end of the last event that is forgotten.
      began_ = events_.front().last;
      total_ -= events_.front().count;
      events_.pop_front();
    }
  }
  double PerSecond(absl::Time now) const {
    if (!began_.has_value() || now <= *began_) return 0;
    return static_cast<double>(total_) / absl::ToDoubleSeconds(now - *began_);
  }

 private:
  struct Event {
    absl::Time first;
    absl::Time last;
    int64_t count = 0;
  };

  std::optional<absl::Time> began_;
  std::deque<Event> events_;
  int64_t total_ = 0;
};

}  // namespace tenuki
