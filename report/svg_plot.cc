#include "report/svg_plot.h"

#include <algorithm>
#include <string>
#include <vector>

#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kHeight = 300;
constexpr double kTickSize = 11;
constexpr double kLabelSize = 12;
constexpr double kLabelLine = 20;
constexpr double kTickGap = 7;
constexpr double kTickLine = 18;
constexpr size_t kMaxAxisLabel = 60;
constexpr std::string_view kGridColor = "#e6e6e6";
constexpr std::string_view kFrameColor = "#8a8a8a";

std::string LabelOf(const v1::Axis& axis) { return Shorten(OneLine(axis.label()), kMaxAxisLabel); }

double WidestLabel(const std::vector<Scale::Tick>& ticks) {
  double widest = 0;
  for (const Scale::Tick& tick : ticks) widest = std::max(widest, SvgTextLength(tick.label, kTickSize));
  return widest;
}

}  // namespace

SvgPlot::SvgPlot(const SvgAxis& x, const SvgAxis& y, const SvgPlotOptions& options, SvgPage& page)
    : x_scale_(x.scale), y_scale_(y.scale), inset_(options.inset) {
  const std::vector<Scale::Tick> x_ticks = x.scale.Ticks(x.is_percent);
  const std::vector<Scale::Tick> y_ticks = y.scale.Ticks(y.is_percent);
  const std::string x_label = LabelOf(x.axis);
  const std::string y_label = LabelOf(y.axis);
  left_ = page.left() + WidestLabel(y_ticks) + kTickGap + (y_label.empty() ? 0 : kLabelLine);
  right_ = page.left() + page.width() - SvgTextLength(x_ticks.back().label, kTickSize) / 2;
  top_ = page.Advance(kHeight + kTickLine + (x_label.empty() ? 0 : kLabelLine) + kTickSize) + kTickSize;
  bottom_ = top_ + kHeight;

  SvgCanvas& canvas = page.canvas();
  for (const Scale::Tick& tick : y_ticks) {
    const double at = bottom_ - tick.place * kHeight;
    canvas.AddLine(left_, at, right_, at, kGridColor);
    canvas.AddMiddleText(left_ - kTickGap, at, tick.label, {.size = kTickSize, .anchor = "end", .color = kSoftInk});
  }
  double free_from = page.left() - kTickGap;
  for (const Scale::Tick& tick : x_ticks) {
    const double at = left_ + inset_ + tick.place * (right_ - left_ - 2 * inset_);
    canvas.AddLine(at, top_, at, bottom_, kGridColor);
    canvas.AddLine(at, bottom_, at, bottom_ + 4, kFrameColor);
    const double half = SvgTextLength(tick.label, kTickSize) / 2;
    if (at - half < free_from) continue;
    free_from = at + half + kTickGap;
    canvas.AddMiddleText(at, bottom_ + kTickLine * 0.7, tick.label,
                         {.size = kTickSize, .anchor = "middle", .color = kSoftInk});
  }
  canvas.AddLine(left_, bottom_, right_, bottom_, kFrameColor);
  canvas.AddLine(left_, top_, left_, bottom_, kFrameColor);
  canvas.AddText((left_ + right_) / 2, bottom_ + kTickLine + kLabelLine * 0.75, x_label,
                 {.size = kLabelSize, .anchor = "middle"});
  canvas.AddMiddleText(page.left() + kLabelSize / 2, (top_ + bottom_) / 2, y_label,
                       {.size = kLabelSize, .anchor = "middle", .turn = -90});
}

double SvgPlot::X(double value) const {
  return left_ + inset_ + x_scale_.PlaceOf(value) * (right_ - left_ - 2 * inset_);
}

double SvgPlot::Y(double value) const { return bottom_ - y_scale_.PlaceOf(value) * (bottom_ - top_); }

}  // namespace tenuki
