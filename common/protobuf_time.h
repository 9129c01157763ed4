// Times and durations between Abseil and protobuf's well-known types. Pure functions: no thread rules.
#pragma once

#include <google/protobuf/duration.pb.h>
#include <google/protobuf/timestamp.pb.h>

#include "absl/time/time.h"

namespace tenuki {

inline void SetDuration(absl::Duration duration, google::protobuf::Duration& out) {
  const int64_t seconds = absl::IDivDuration(duration, absl::Seconds(1), &duration);
  out.set_seconds(seconds);
  out.set_nanos(static_cast<int32_t>(absl::ToInt64Nanoseconds(duration)));
}

inline absl::Duration ToDuration(const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) + absl::Nanoseconds(duration.nanos());
}

inline void SetTimestamp(absl::Time time, google::protobuf::Timestamp& out) {
  const int64_t nanos = absl::ToUnixNanos(time);
  out.set_seconds(nanos / 1'000'000'000);
  out.set_nanos(static_cast<int32_t>(nanos % 1'000'000'000));
}

inline absl::Time ToTime(const google::protobuf::Timestamp& time) {
  return absl::FromUnixSeconds(time.seconds()) + absl::Nanoseconds(time.nanos());
}

}  // namespace tenuki
