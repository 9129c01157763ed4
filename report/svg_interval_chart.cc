// Estimates as points with their intervals as bars, a colour a series, and a paper's values as diamonds.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/format.h"
#include "report/svg_colors.h"
#include "report/svg_figures.h"
#include "report/svg_plot.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr size_t kMaxSeries = 14;
constexpr size_t kMaxPoints = 600;
constexpr double kInset = 22;
// Series stand beside one another where they have the same x.
constexpr double kWidestSpread = 30;
constexpr double kSpreadStep = 8;
constexpr double kSpreadPart = 0.5;
constexpr double kCap = 3.5;
constexpr double kDot = 3.5;
constexpr double kDiamond = 5;

// Numbers of one chart look alike: by their own format, else by the axis's.
v1::Interval WithFormat(const v1::Interval& interval, const v1::Axis& axis) {
  v1::Interval formatted = interval;
  if (!interval.has_format() && axis.has_format()) *formatted.mutable_format() = axis.format();
  return formatted;
}

std::string TooltipOf(const v1::IntervalPoint& point, const v1::IntervalChart& chart, std::string_view series) {
  const v1::Interval interval = WithFormat(point.y(), chart.y());
  std::string text = absl::StrCat(series, series.empty() ? "" : ", ", FormatLike(chart.x(), point.x()), ": ",
                                  point.has_y() ? FormatInterval(interval) : kMissing);
  if (point.has_paper_y()) absl::StrAppend(&text, ", paper ", FormatLike(interval, point.paper_y()));
  return text;
}

void AddDiamond(double x, double y, std::string_view color, std::string_view tooltip, SvgCanvas& canvas) {
  const std::string path = absl::StrCat("M", SvgNumber(x), " ", SvgNumber(y - kDiamond), "l", kDiamond, " ", kDiamond,
                                        " ", -kDiamond, " ", kDiamond, " ", -kDiamond, " ", -kDiamond, "z");
  canvas.Add("path", {{"d", path}, {"fill", kPaper}, {"stroke", color}, {"stroke-width", 1.6}}, tooltip);
}

// From low to high, with a cap at each end that is a number.
std::string BarPath(double x, double low, double high, bool has_low_cap, bool has_high_cap) {
  std::string path = absl::StrCat("M", SvgNumber(x), " ", SvgNumber(low), "V", SvgNumber(high));
  for (const auto& [y, is_capped] : {std::pair(low, has_low_cap), std::pair(high, has_high_cap)}) {
    if (is_capped) absl::StrAppend(&path, "M", SvgNumber(x - kCap), " ", SvgNumber(y), "h", SvgNumber(2 * kCap));
  }
  return path;
}

std::vector<double> XsOf(const v1::IntervalChart& chart) {
  std::vector<double> xs;
  for (const v1::IntervalSeries& series : chart.series()) {
    for (const v1::IntervalPoint& point : series.points()) xs.push_back(point.x());
  }
  return xs;
}

// The points that are drawn, of at most so many series.
struct Drawn {
  struct Series {
    std::string name;
    std::vector<const v1::IntervalPoint*> points;
  };
  std::vector<Series> series;
  std::vector<double> xs;
  std::vector<double> ys;
  std::set<std::string> confidences;
  bool has_y = false;
  bool has_paper = false;
  bool is_percent = false;
};

Drawn Choose(const v1::IntervalChart& chart, const Scale& x_scale, SvgPage& page) {
  Drawn drawn;
  size_t num_points = 0;
  size_t num_homeless = 0;
  for (const v1::IntervalSeries& series : chart.series()) {
    if (drawn.series.size() == kMaxSeries) break;
    Drawn::Series& there = drawn.series.emplace_back();
    there.name = Shorten(OneLine(series.name()), kMaxSvgName);
    for (const v1::IntervalPoint& point : series.points()) {
      if (!x_scale.CanDraw(point.x())) {
        ++num_homeless;
        continue;
      }
      if (++num_points > kMaxPoints) continue;
      there.points.push_back(&point);
      drawn.xs.push_back(point.x());
      drawn.has_y = drawn.has_y || point.has_y();
      drawn.has_paper = drawn.has_paper || point.has_paper_y();
      drawn.is_percent = drawn.is_percent || point.y().format().percent();
      if (point.has_y()) {
        drawn.ys.insert(drawn.ys.end(), {point.y().low(), point.y().estimate(), point.y().high()});
        drawn.confidences.insert(FormatConfidence(point.y().confidence()));
      }
      if (point.has_paper_y()) drawn.ys.push_back(point.paper_y());
    }
  }
  drawn.confidences.erase("");
  if (chart.y().has_format()) drawn.is_percent = chart.y().format().percent();
  NoteIfMore(static_cast<size_t>(chart.series_size()), kMaxSeries, "series", page);
  NoteIfMore(num_points, kMaxPoints, "points", page);
  if (num_homeless > 0) page.AddNote(absl::StrCat("without a place on the axis: ", num_homeless, " points"));
  return drawn;
}

// Series of one x stay apart from those of the next.
double WidestSpread(std::vector<double> xs, const SvgPlot& plot) {
  std::sort(xs.begin(), xs.end());
  double spread = kWidestSpread;
  for (size_t i = 1; i < xs.size(); ++i) {
    if (xs[i] > xs[i - 1]) spread = std::min(spread, kSpreadPart * (plot.X(xs[i]) - plot.X(xs[i - 1])));
  }
  return spread;
}

std::vector<SvgLegendEntry> LegendOf(const Drawn& drawn) {
  std::vector<SvgLegendEntry> entries;
  for (size_t i = 0; i < drawn.series.size(); ++i) {
    if (drawn.series[i].name.empty()) continue;
    entries.push_back({drawn.series[i].name, [i](SvgCanvas& canvas, double x, double y) {
                         canvas.Add("line", {{"x1", x},
                                             {"y1", y},
                                             {"x2", x + kSvgSignWidth},
                                             {"y2", y},
                                             {"stroke", SeriesColor(i)},
                                             {"stroke-width", 1.5},
                                             {"stroke-dasharray", SeriesDash(i)}});
                         canvas.Add("circle",
                                    {{"cx", x + kSvgSignWidth / 2}, {"cy", y}, {"r", kDot}, {"fill", SeriesColor(i)}});
                       }});
  }
  if (drawn.has_y) {
    const std::string confidence = absl::StrJoin(drawn.confidences, " or ");
    entries.push_back(
        {absl::StrCat(confidence, confidence.empty() ? "" : " ", "confidence interval"),
         [](SvgCanvas& canvas, double x, double y) {
           const double middle = x + kSvgSignWidth / 2;
           canvas.Add("path",
                      {{"d", BarPath(middle, y + 7, y - 7, true, true)}, {"stroke", kSoftInk}, {"stroke-width", 1.5}});
           canvas.Add("circle", {{"cx", middle}, {"cy", y}, {"r", kDot}, {"fill", kSoftInk}});
         }});
  }
  if (drawn.has_paper) {
    entries.push_back({"paper", [](SvgCanvas& canvas, double x, double y) {
                         AddDiamond(x + kSvgSignWidth / 2, y, kSoftInk, "", canvas);
                       }});
  }
  return entries;
}

// A chart's points while they are drawn, a series after the other.
class Painter {
 public:
  Painter(const v1::IntervalChart& chart, const Scale& y_scale, const SvgPlot& plot, SvgCanvas& canvas)
      : chart_(chart), y_scale_(y_scale), plot_(plot), canvas_(canvas) {}

  void AddSeries(const Drawn::Series& series, size_t number, double shift) {
    const std::string_view color = SeriesColor(number);
    AddLines(series, number, shift);
    for (const v1::IntervalPoint* point : series.points) {
      const double x = plot_.X(point->x()) + shift;
      if (point->has_y()) AddInterval(*point, x, color, TooltipOf(*point, chart_, series.name));
    }
    for (const v1::IntervalPoint* point : series.points) {
      if (!point->has_paper_y() || !y_scale_.CanDraw(point->paper_y())) continue;
      AddDiamond(plot_.X(point->x()) + shift, plot_.Y(point->paper_y()), color, TooltipOf(*point, chart_, series.name),
                 canvas_);
    }
  }

 private:
  // Between neighbours that both have an estimate.
  void AddLines(const Drawn::Series& series, size_t number, double shift) {
    std::string path;
    bool is_joined = false;
    for (const v1::IntervalPoint* point : series.points) {
      const bool is_shown = point->has_y() && y_scale_.CanDraw(point->y().estimate());
      if (is_shown) {
        absl::StrAppend(&path, is_joined ? "L" : "M", SvgNumber(plot_.X(point->x()) + shift), " ",
                        SvgNumber(plot_.Y(point->y().estimate())));
      }
      is_joined = is_shown;
    }
    if (path.empty()) return;
    canvas_.Add("path", {{"d", path},
                         {"fill", "none"},
                         {"stroke", SeriesColor(number)},
                         {"stroke-width", 1.2},
                         {"stroke-opacity", 0.6},
                         {"stroke-dasharray", SeriesDash(number)}});
  }

  void AddInterval(const v1::IntervalPoint& point, double x, std::string_view color, std::string_view tooltip) {
    const auto [low, high] = std::minmax({point.y().low(), point.y().high()});
    if (!std::isnan(low) && !std::isnan(high)) {
      canvas_.Add("path",
                  {{"d", BarPath(x, plot_.Y(low), plot_.Y(high), y_scale_.CanDraw(low), y_scale_.CanDraw(high))},
                   {"stroke", color},
                   {"stroke-width", 1.5}},
                  tooltip);
    }
    if (!y_scale_.CanDraw(point.y().estimate())) return;
    canvas_.Add("circle", {{"cx", x}, {"cy", plot_.Y(point.y().estimate())}, {"r", kDot}, {"fill", color}}, tooltip);
  }

  const v1::IntervalChart& chart_;
  const Scale& y_scale_;
  const SvgPlot& plot_;
  SvgCanvas& canvas_;
};

}  // namespace

std::string IntervalChartSvg(const v1::IntervalChart& chart, std::string_view caption) {
  SvgPage page(caption, kSvgChartWidth);
  const Scale x_scale = Scale::Of(chart.x(), XsOf(chart), kMaxSvgXSteps);
  const Drawn drawn = Choose(chart, x_scale, page);
  if (drawn.xs.empty()) return MessageSvg(caption, "(no points)");
  const Scale y_scale = Scale::Of(chart.y(), drawn.ys, kMaxSvgYSteps);
  page.AddLegend(LegendOf(drawn));
  const SvgPlot plot({.axis = chart.x(), .scale = x_scale, .is_percent = chart.x().format().percent()},
                     {.axis = chart.y(), .scale = y_scale, .is_percent = drawn.is_percent}, {.inset = kInset}, page);
  Painter painter(chart, y_scale, plot, page.canvas());
  const double spread = static_cast<double>(drawn.series.size()) - 1;
  const double step = spread > 0 ? std::min(kSpreadStep, WidestSpread(drawn.xs, plot) / spread) : 0;
  for (size_t i = 0; i < drawn.series.size(); ++i) {
    painter.AddSeries(drawn.series[i], i, (static_cast<double>(i) - spread / 2) * step);
  }
  return page.Finish();
}

}  // namespace tenuki
