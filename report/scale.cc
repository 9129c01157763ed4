#include "report/scale.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "report/format.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kMaxDrawn = 1e15;
constexpr int kLeastExponent = -12;
constexpr int kGreatestExponent = 16;
// Of the values themselves: closer together, they are one value as far as a terminal goes.
constexpr double kLeastSpan = 1e-9;

// Exact for what doubles hold exactly, and rounded the same way everywhere.
double PowerOfTen(int exponent) {
  double power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  return exponent < 0 ? 1 / power : power;
}

}  // namespace

bool Scale::CanDraw(double value) { return std::isfinite(value) && std::abs(value) < kMaxDrawn; }

Scale Scale::Around(const std::vector<double>& values, int max_steps) {
  std::vector<double> drawn;
  std::copy_if(values.begin(), values.end(), std::back_inserter(drawn), CanDraw);
  if (drawn.empty()) drawn = {0, 1};
  double low = *std::min_element(drawn.begin(), drawn.end());
  double high = *std::max_element(drawn.begin(), drawn.end());
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low <= kLeastSpan * size || high == low) {
    const double room = size > 0 ? size / 10 : 1;
    low -= room;
    high += room;
  }
  Scale scale;
  for (scale.exponent_ = kLeastExponent; scale.exponent_ <= kGreatestExponent; ++scale.exponent_) {
    for (double factor : {1, 2, 5}) {
      scale.step_ = factor * PowerOfTen(scale.exponent_);
      scale.low_ = std::floor(low / scale.step_) * scale.step_;
      scale.high_ = std::ceil(high / scale.step_) * scale.step_;
      if (scale.high_ - scale.low_ < (max_steps + 0.5) * scale.step_) return scale;
    }
  }
  return scale;
}

size_t Scale::ColumnOf(double value, size_t width) const {
  const double place = std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
  return static_cast<size_t>(std::lround(place * static_cast<double>(width - 1)));
}

std::vector<std::string> Scale::Draw(size_t width, bool percent) const {
  v1::NumberFormat format;
  format.set_percent(percent);
  format.set_decimals(std::max(0, -exponent_ - (percent ? 2 : 0)));
  std::string labels;
  std::string rule(width, '-');
  const int steps = static_cast<int>(std::lround((high_ - low_) / step_));
  for (int i = 0; i <= steps; ++i) {
    const double value = low_ + i * step_;
    const std::string label = FormatNumber(value, format);
    const size_t column = ColumnOf(value, width);
    rule[column] = '+';
    const size_t start = column - std::min(column, TextWidth(label) / 2);
    const bool room = labels.empty() || start > TextWidth(labels);
    if (room) labels = absl::StrCat(PadRight(labels, start), label);
  }
  return {labels, rule};
}

}  // namespace tenuki
