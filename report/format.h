// Values of a report as text: the same text in a terminal and in Markdown.
//
//   count 24318165                         "24,318,165"
//   number 0.4831, 1 decimal, percent      "48.3 %"
//   interval                               "48.3 % [43.1, 53.6]"
//   test                                   "p = 0.012 (adjusted 0.036) *", "p < 0.001"; a star: rejected
//   nothing, NaN                           "–"
//
// The text is the same on every machine: no locale, no library function that rounds differently elsewhere. Whatever a
// document holds, the text is short and safe to print. Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// There is no such value.
inline constexpr std::string_view kMissing = "–";

std::string FormatCount(int64_t count);

// Where numbers have no format: whole from 1000 on, else up to four significant digits.
std::string FormatNumber(double value);
std::string FormatNumber(double value, const v1::NumberFormat& format);

// Of an axis, a matrix or a number: by its format where it has one.
template <typename Message>
std::string FormatLike(const Message& message, double value) {
  return message.has_format() ? FormatNumber(value, message.format()) : FormatNumber(value);
}

// The unit stands once, after the estimate. Bounds are left out where neither is a number; bounds in the wrong order
// are shown as they are.
std::string FormatInterval(const v1::Interval& interval);

std::string FormatTest(const v1::Test& test);

std::string FormatValue(const v1::Value& value);

// "95 %"; empty where it is not between 0 and 1.
std::string FormatConfidence(double confidence);

}  // namespace tenuki
