#include "report/format.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "report/text.h"

namespace tenuki {
namespace {

// A double has no more digits to show.
constexpr int kMaxDecimals = 15;
// From here on digits before the point are noise, and 300 of them would break every table.
constexpr double kMaxPlain = 1e15;

// "-0.0" reads like a result; it is only how a small number was rounded.
std::string WithoutNegativeZero(std::string text) {
  if (absl::StartsWith(text, "-") && text.find_first_of("123456789") == std::string::npos) text.erase(0, 1);
  return text;
}

std::string FormatFixed(double value, int decimals) {
  if (std::isnan(value)) return std::string(kMissing);
  if (std::isinf(value)) return value > 0 ? "∞" : "-∞";
  if (std::abs(value) >= kMaxPlain) return absl::StrFormat("%.3e", value);
  return WithoutNegativeZero(absl::StrFormat("%.*f", std::clamp(decimals, 0, kMaxDecimals), value));
}

// The number that a format shows: a share as percent.
std::string FormatWithoutUnit(const v1::Interval& interval, double value) {
  if (!interval.has_format()) return FormatNumber(value);
  return FormatFixed(interval.format().percent() ? 100 * value : value, interval.format().decimals());
}

std::string FormatP(std::string_view equals, double p) {
  if (std::isnan(p)) return std::string(kMissing);
  if (p >= 0 && p < 0.001) return "< 0.001";
  return absl::StrCat(equals, FormatFixed(p, 3));
}

}  // namespace

std::string FormatCount(int64_t count) {
  std::string text = absl::StrCat(count);
  const size_t first_digit = count < 0 ? 1 : 0;
  for (size_t at = text.size(); at > first_digit + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string FormatNumber(double value) {
  if (!std::isfinite(value) || std::abs(value) >= 1000) return FormatFixed(value, 0);
  return WithoutNegativeZero(absl::StrFormat("%.4g", value));
}

std::string FormatNumber(double value, const v1::NumberFormat& format) {
  if (!format.percent() || std::isnan(value)) return FormatFixed(value, format.decimals());
  return absl::StrCat(FormatFixed(100 * value, format.decimals()), " %");
}

std::string FormatInterval(const v1::Interval& interval) {
  std::string estimate = FormatLike(interval, interval.estimate());
  const bool bounded = !std::isnan(interval.low()) || !std::isnan(interval.high());
  if (!bounded || std::isnan(interval.estimate())) return estimate;
  return absl::StrCat(estimate, " [", FormatWithoutUnit(interval, interval.low()), ", ",
                      FormatWithoutUnit(interval, interval.high()), "]");
}

std::string FormatTest(const v1::Test& test) {
  if (std::isnan(test.p_value())) return std::string(kMissing);
  std::string text = absl::StrCat("p ", FormatP("= ", test.p_value()));
  if (test.has_adjusted_p_value()) absl::StrAppend(&text, " (adjusted ", FormatP("", test.adjusted_p_value()), ")");
  return absl::StrCat(text, test.rejected() ? " *" : "");
}

std::string FormatValue(const v1::Value& value) {
  switch (value.value_case()) {
    case v1::Value::kText: return OneLine(value.text());
    case v1::Value::kCount: return FormatCount(value.count());
    case v1::Value::kNumber: return FormatLike(value.number(), value.number().value());
    case v1::Value::kInterval: return FormatInterval(value.interval());
    case v1::Value::kTest: return FormatTest(value.test());
    case v1::Value::VALUE_NOT_SET: break;
  }
  return std::string(kMissing);
}

std::string FormatConfidence(double confidence) {
  if (!(confidence > 0 && confidence < 1)) return "";
  return absl::StrFormat("%.4g %%", 100 * confidence);
}

}  // namespace tenuki
