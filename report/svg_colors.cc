#include "report/svg_colors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "absl/strings/str_format.h"
#include "report/svg_canvas.h"

namespace tenuki {
namespace {

struct Rgb {
  int red;
  int green;
  int blue;
};

constexpr std::string_view kSeries[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

constexpr Rgb kBlues[] = {{247, 251, 255}, {222, 235, 247}, {198, 219, 239}, {158, 202, 225}, {107, 174, 214},
                          {66, 146, 198},  {33, 113, 181},  {8, 81, 156},    {8, 48, 107}};
constexpr Rgb kRedToBlue[] = {{103, 0, 31},    {178, 24, 43},   {214, 96, 77},   {244, 165, 130},
                              {253, 219, 199}, {250, 250, 250}, {209, 229, 240}, {146, 197, 222},
                              {67, 147, 195},  {33, 102, 172},  {5, 48, 97}};

// Linear between neighbours.
std::string ColorAt(std::span<const Rgb> ramp, double place) {
  const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(ramp.size() - 1);
  const size_t i = std::min(static_cast<size_t>(at), ramp.size() - 2);
  const double part = at - static_cast<double>(i);
  const auto mix = [part](int from, int to) { return static_cast<int>(std::lround(from + part * (to - from))); };
  return absl::StrFormat("#%02x%02x%02x", mix(ramp[i].red, ramp[i + 1].red), mix(ramp[i].green, ramp[i + 1].green),
                         mix(ramp[i].blue, ramp[i + 1].blue));
}

int HexPair(std::string_view color, size_t at) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  return 16 * digit(color[at]) + digit(color[at + 1]);
}

}  // namespace

std::string_view SeriesColor(size_t series) { return kSeries[series % std::size(kSeries)]; }

std::string_view SeriesDash(size_t series) { return series < std::size(kSeries) ? "" : "5 3"; }

std::string SequentialColor(double place) { return ColorAt(kBlues, place); }

std::string DivergingColor(double place) { return ColorAt(kRedToBlue, place); }

std::string_view InkOn(std::string_view color) {
  // Rec. 601 luma, in thousandths of 255.
  const int luma = 299 * HexPair(color, 1) + 587 * HexPair(color, 3) + 114 * HexPair(color, 5);
  return luma < 140'000 ? kPaper : kInk;
}

}  // namespace tenuki
