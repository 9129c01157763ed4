#include "report/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "common/portable_math.h"
#include "report/format.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kMaxDrawn = 1e15;
constexpr int kLeastExponent = -12;
constexpr int kGreatestExponent = 16;
// Of the values themselves: closer together, they are one value as far as a report goes.
constexpr double kLeastSpan = 1e-9;
// Of a logarithmic scale: the tail of a density would take all of the room.
constexpr int kMaxPowers = 8;
// Between fewer powers of ten there are ticks at 2 and 5 times each.
constexpr int kFewPowers = 2;

// Exact for what doubles hold exactly, and rounded the same way everywhere.
double PowerOfTen(int exponent) {
  double power = 1;
  for (int i = 0; i < std::abs(exponent); ++i) power *= 10;
  return exponent < 0 ? 1 / power : power;
}

bool IsDrawable(double value) { return std::isfinite(value) && std::abs(value) < kMaxDrawn; }

// The greatest power of ten that is not above the value.
int PowerBelow(double value) {
  int exponent = kGreatestExponent;
  while (exponent > kLeastExponent && PowerOfTen(exponent) > value) --exponent;
  return exponent;
}

int PowerAbove(double value) {
  int exponent = kLeastExponent;
  while (exponent < kGreatestExponent && PowerOfTen(exponent) < value) ++exponent;
  return exponent;
}

std::string TickLabel(double value, int exponent, bool percent) {
  v1::NumberFormat format;
  format.set_percent(percent);
  format.set_decimals(std::max(0, -exponent - (percent ? 2 : 0)));
  return FormatNumber(value, format);
}

}  // namespace

Scale Scale::Around(const std::vector<double>& values, int max_steps) {
  std::vector<double> drawn;
  std::copy_if(values.begin(), values.end(), std::back_inserter(drawn), IsDrawable);
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

Scale Scale::Logarithmic(const std::vector<double>& values, int max_steps) {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  for (double value : values) {
    if (!IsDrawable(value) || value <= 0) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (high == 0) {
    low = 1;
    high = 10;
  }
  int first = PowerBelow(low);
  int last = PowerAbove(high);
  if (first >= last) {
    --first;
    ++last;
  }
  first = std::max(first, last - kMaxPowers);
  Scale scale;
  scale.is_logarithmic_ = true;
  scale.low_ = first;
  scale.high_ = last;
  scale.least_ = PowerOfTen(first);
  scale.step_ = (last - first + max_steps - 1) / max_steps;
  return scale;
}

Scale Scale::Of(const v1::Axis& axis, const std::vector<double>& values, int max_steps) {
  return axis.logarithmic() ? Logarithmic(values, max_steps) : Around(values, max_steps);
}

bool Scale::CanDraw(double value) const { return IsDrawable(value) && (!is_logarithmic_ || value >= least_); }

double Scale::PlaceOf(double value) const {
  constexpr double kLn10 = 0x1.26bb1bbb55516p+1;
  if (!is_logarithmic_) return std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
  if (!(value >= std::numeric_limits<double>::min())) return 0;
  if (!std::isfinite(value)) return 1;
  return std::clamp((PortableLog(value) / kLn10 - low_) / (high_ - low_), 0.0, 1.0);
}

size_t Scale::ColumnOf(double value, size_t width) const {
  return static_cast<size_t>(std::lround(PlaceOf(value) * static_cast<double>(width - 1)));
}

std::vector<Scale::Tick> Scale::LinearTicks(bool percent) const {
  std::vector<Tick> ticks;
  const int steps = static_cast<int>(std::lround((high_ - low_) / step_));
  for (int i = 0; i <= steps; ++i) {
    const double value = low_ + i * step_;
    ticks.push_back({PlaceOf(value), TickLabel(value, exponent_, percent)});
  }
  return ticks;
}

std::vector<Scale::Tick> Scale::LogarithmicTicks(bool percent) const {
  std::vector<Tick> ticks;
  const int first = static_cast<int>(low_);
  const int last = static_cast<int>(high_);
  const bool has_few = last - first <= kFewPowers;
  for (int exponent = first; exponent <= last; exponent += static_cast<int>(step_)) {
    for (int factor : {1, 2, 5}) {
      if (factor > 1 && (!has_few || exponent == last)) continue;
      const double value = factor * PowerOfTen(exponent);
      ticks.push_back({PlaceOf(value), percent ? TickLabel(value, exponent, true) : FormatNumber(value)});
    }
  }
  return ticks;
}

std::vector<Scale::Tick> Scale::Ticks(bool percent) const {
  return is_logarithmic_ ? LogarithmicTicks(percent) : LinearTicks(percent);
}

std::vector<std::string> Scale::Draw(size_t width, bool percent) const {
  std::string labels;
  std::string rule(width, '-');
  for (const Tick& tick : Ticks(percent)) {
    const auto column = static_cast<size_t>(std::lround(tick.place * static_cast<double>(width - 1)));
    rule[column] = '+';
    const size_t start = column - std::min(column, TextWidth(tick.label) / 2);
    const bool room = labels.empty() || start > TextWidth(labels);
    if (room) labels = absl::StrCat(PadRight(labels, start), tick.label);
  }
  return {labels, rule};
}

}  // namespace tenuki
