// Matchers of absl::Status and absl::StatusOr for tests: Abseil's own come as a library that Debian does not build.
//
//   ASSERT_THAT(files.Remove(path), IsOk());
//   EXPECT_THAT(files.List(folder), IsOkAndHolds(ElementsAre("a", "b")));
//   EXPECT_THAT(files.OpenForRead(path), StatusIs(absl::StatusCode::kNotFound, HasSubstr("segments/")));
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

inline absl::Status StatusOf(const absl::Status& status) { return status; }
template <typename T>
absl::Status StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}

MATCHER(IsOk, negation ? "is an error" : "is OK") {
  *result_listener << StatusOf(arg);
  return arg.ok();
}

MATCHER_P(StatusIs, code, "") {
  *result_listener << StatusOf(arg);
  return StatusOf(arg).code() == code;
}

MATCHER_P2(StatusIs, code, message, "") {
  *result_listener << StatusOf(arg);
  return StatusOf(arg).code() == code &&
         testing::ExplainMatchResult(message, std::string(StatusOf(arg).message()), result_listener);
}

MATCHER_P(IsOkAndHolds, value, "") {
  if (!arg.ok()) {
    *result_listener << StatusOf(arg);
    return false;
  }
  return testing::ExplainMatchResult(value, *arg, result_listener);
}

}  // namespace tenuki
