// A histogram as bars, coloured by group, with a curve over them; densities as curves over one axis.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/format.h"
#include "report/histogram_bins.h"
#include "report/svg_colors.h"
#include "report/svg_figures.h"
#include "report/svg_plot.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr int kMaxBins = 1000;
constexpr int kMaxGroups = 14;
constexpr int kMaxDensities = 14;
constexpr int kMaxDensityPoints = 1000;
// What is there at all is seen.
constexpr double kLeastBar = 1.5;
constexpr double kSignSize = 12;
constexpr std::string_view kNoGroupColor = "#8a8a8a";

struct Point {
  double x;
  double y;
  // Whether a line goes to it from the point before.
  bool is_joined;
};

// The points that can be drawn; a line ends before one that cannot.
std::vector<Point> PointsOf(const std::vector<std::pair<double, double>>& values, const Scale& x, const Scale& y,
                            const SvgPlot& plot) {
  std::vector<Point> points;
  bool is_joined = false;
  for (const auto& [at, value] : values) {
    const bool is_shown = x.CanDraw(at) && y.CanDraw(value);
    if (is_shown) points.push_back({plot.X(at), plot.Y(value), is_joined});
    is_joined = is_shown;
  }
  return points;
}

std::string PathOf(const std::vector<Point>& points) {
  std::string path;
  for (const Point& point : points) {
    absl::StrAppend(&path, point.is_joined ? "L" : "M", SvgNumber(point.x), " ", SvgNumber(point.y));
  }
  return path;
}

void AddCurve(const std::vector<Point>& points, std::string_view color, std::string_view dash, SvgCanvas& canvas) {
  if (points.empty()) return;
  canvas.Add("path", {{"d", PathOf(points)},
                      {"fill", "none"},
                      {"stroke", color},
                      {"stroke-width", 2},
                      {"stroke-linejoin", "round"},
                      {"stroke-dasharray", dash}});
  for (size_t i = 0; i < points.size(); ++i) {
    const bool is_alone = !points[i].is_joined && (i + 1 == points.size() || !points[i + 1].is_joined);
    if (is_alone) canvas.Add("circle", {{"cx", points[i].x}, {"cy", points[i].y}, {"r", 2.5}, {"fill", color}});
  }
}

SvgLegendEntry BoxEntry(std::string name, std::string_view color) {
  return {std::move(name),
          [color](SvgCanvas& canvas, double x, double y) {
            canvas.Add(
                "rect",
                {{"x", x}, {"y", y - kSignSize / 2}, {"width", kSignSize}, {"height", kSignSize}, {"fill", color}});
          },
          kSignSize};
}

SvgLegendEntry LineEntry(std::string name, std::string_view color, std::string_view dash) {
  return {std::move(name), [color, dash](SvgCanvas& canvas, double x, double y) {
            canvas.Add("line", {{"x1", x},
                                {"y1", y},
                                {"x2", x + kSvgSignWidth},
                                {"y2", y},
                                {"stroke", color},
                                {"stroke-width", 2},
                                {"stroke-dasharray", dash}});
          }};
}

std::string_view GroupColor(int group) {
  return group == kNoGroup ? kNoGroupColor : SeriesColor(static_cast<size_t>(group));
}

std::string_view BinColor(const v1::Histogram& histogram, int bin) {
  return histogram.groups().empty() ? SeriesColor(0) : GroupColor(GroupOf(histogram, bin));
}

std::string CurveName(const v1::Histogram& histogram) {
  const std::string name = OneLine(histogram.curve_name());
  return name.empty() ? "curve" : name;
}

std::vector<SvgLegendEntry> LegendOf(const v1::Histogram& histogram, int bins, SvgPage& page) {
  std::vector<SvgLegendEntry> entries;
  if (!histogram.groups().empty()) {
    const int groups = std::min(histogram.group_names_size(), kMaxGroups);
    for (int i = 0; i < groups; ++i) entries.push_back(BoxEntry(GroupName(histogram, i), GroupColor(i)));
    NoteIfMore(static_cast<size_t>(histogram.group_names_size()), kMaxGroups, "groups", page);
    bool has_homeless = false;
    for (int i = 0; i < bins; ++i) has_homeless = has_homeless || GroupOf(histogram, i) == kNoGroup;
    if (has_homeless) entries.push_back(BoxEntry("no group", kNoGroupColor));
  } else if (!histogram.curve().empty()) {
    const std::string y_label = OneLine(histogram.y().label());
    entries.push_back(BoxEntry(y_label.empty() ? "count" : y_label, SeriesColor(0)));
  }
  if (!histogram.curve().empty()) entries.push_back(LineEntry(CurveName(histogram), kInk, ""));
  return entries;
}

double EdgeOf(const v1::Histogram& histogram, int i) { return histogram.first_edge() + i * histogram.bin_width(); }

void AddBars(const v1::Histogram& histogram, int bins, const Scale& y_scale, const SvgPlot& plot, SvgPage& page) {
  SvgCanvas& canvas = page.canvas();
  int num_left_out = 0;
  canvas.BeginGroup({{"shape-rendering", "crispEdges"}});
  for (int i = 0; i < std::min(bins, histogram.counts_size()); ++i) {
    const auto count = static_cast<double>(histogram.counts(i));
    if (count <= 0) continue;
    if (!y_scale.CanDraw(count)) {
      ++num_left_out;
      continue;
    }
    const double left = plot.X(EdgeOf(histogram, i));
    const double width = plot.X(EdgeOf(histogram, i + 1)) - left;
    const double gap = width > 6 ? 1 : 0;
    const double height = std::max(kLeastBar, plot.bottom() - plot.Y(count));
    canvas.Add(
        "rect",
        {{"x", left + gap / 2},
         {"y", plot.bottom() - height},
         {"width", std::max(width - gap, 0.4)},
         {"height", height},
         {"fill", BinColor(histogram, i)}},
        absl::StrCat(FormatLike(histogram.x(), EdgeOf(histogram, i)), " to ",
                     FormatLike(histogram.x(), EdgeOf(histogram, i + 1)), ": ", FormatCount(histogram.counts(i))));
  }
  canvas.EndGroup();
  if (num_left_out > 0) page.AddNote(absl::StrCat("without a place on the axis: ", num_left_out, " bins"));
}

// The line, on a lighter one that sets it off from the bars.
void AddHistogramCurve(const v1::Histogram& histogram, int bins, const Scale& x, const Scale& y, const SvgPlot& plot,
                       SvgCanvas& canvas) {
  std::vector<std::pair<double, double>> values;
  for (int i = 0; i < std::min(bins, histogram.curve_size()); ++i) {
    values.emplace_back(EdgeOf(histogram, i) + histogram.bin_width() / 2, histogram.curve(i));
  }
  const std::vector<Point> points = PointsOf(values, x, y, plot);
  if (points.empty()) return;
  canvas.Add("path", {{"d", PathOf(points)},
                      {"fill", "none"},
                      {"stroke", kPaper},
                      {"stroke-width", 4.5},
                      {"stroke-linejoin", "round"}});
  AddCurve(points, kInk, "", canvas);
}

// The values of a density by where they are, in ascending order.
std::vector<std::pair<double, double>> SortedValues(const v1::DistributionOverlay& overlay,
                                                    const v1::Density& density) {
  std::vector<std::pair<double, double>> values;
  const int count = std::min({overlay.at_size(), density.values_size(), kMaxDensityPoints});
  for (int i = 0; i < count; ++i) {
    if (!std::isnan(overlay.at(i))) values.emplace_back(overlay.at(i), density.values(i));
  }
  std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return values;
}

// Heights are seen from zero on, to one where there is nothing above it.
std::vector<double> FromZero(std::vector<double> heights) {
  for (double& height : heights) height = std::max(height, 0.0);
  const bool is_empty = std::none_of(heights.begin(), heights.end(), [](double height) { return height > 0; });
  heights.push_back(is_empty ? 1 : 0);
  heights.push_back(0);
  return heights;
}

v1::Axis WithLabel(v1::Axis axis, std::string_view label) {
  if (axis.label().empty()) axis.set_label(std::string(label));
  return axis;
}

}  // namespace

std::string HistogramSvg(const v1::Histogram& histogram, std::string_view caption) {
  const int all_bins = std::max(histogram.counts_size(), histogram.curve_size());
  const int bins = std::min(all_bins, kMaxBins);
  if (bins == 0) return MessageSvg(caption, "(no bins)");
  // Bins are equally wide: their axis is never logarithmic.
  const Scale x_scale = Scale::Around({EdgeOf(histogram, 0), EdgeOf(histogram, bins)}, kMaxSvgXSteps);
  const bool is_drawable =
      histogram.bin_width() > 0 && x_scale.CanDraw(EdgeOf(histogram, 0)) && x_scale.CanDraw(EdgeOf(histogram, bins));
  if (!is_drawable) {
    return MessageSvg(caption, absl::StrCat("(bins from ", FormatNumber(histogram.first_edge()), " on of width ",
                                            FormatNumber(histogram.bin_width()), " are not drawn)"));
  }
  const v1::Axis y_axis = WithLabel(histogram.y(), "count");
  const Scale y_scale = Scale::Of(y_axis, FromZero(HeightsOf(histogram)), kMaxSvgYSteps);
  SvgPage page(caption, kSvgChartWidth);
  page.AddLegend(LegendOf(histogram, bins, page));
  const SvgPlot plot({.axis = histogram.x(), .scale = x_scale, .is_percent = histogram.x().format().percent()},
                     {.axis = y_axis, .scale = y_scale, .is_percent = y_axis.format().percent()}, {}, page);
  AddBars(histogram, bins, y_scale, plot, page);
  AddHistogramCurve(histogram, bins, x_scale, y_scale, plot, page.canvas());
  NoteIfMore(static_cast<size_t>(all_bins), kMaxBins, "bins", page);
  return page.Finish();
}

std::string DistributionOverlaySvg(const v1::DistributionOverlay& overlay, std::string_view caption) {
  if (overlay.at().empty() || overlay.densities().empty()) return MessageSvg(caption, "(no densities)");
  const int shown = std::min(overlay.densities_size(), kMaxDensities);
  std::vector<std::vector<std::pair<double, double>>> curves;
  std::vector<double> xs;
  std::vector<double> ys = {0};
  std::vector<SvgLegendEntry> legend;
  for (int i = 0; i < shown; ++i) {
    const v1::Density& density = overlay.densities(i);
    for (const auto& [x, y] : curves.emplace_back(SortedValues(overlay, density))) {
      xs.push_back(x);
      ys.push_back(y);
    }
    const auto number = static_cast<size_t>(i);
    if (OneLine(density.name()).empty()) continue;
    legend.push_back(LineEntry(OneLine(density.name()), SeriesColor(number), SeriesDash(number)));
  }
  const v1::Axis y_axis = WithLabel(overlay.y(), "density");
  const Scale x_scale = Scale::Of(overlay.x(), xs, kMaxSvgXSteps);
  const Scale y_scale = Scale::Of(y_axis, ys, kMaxSvgYSteps);
  SvgPage page(caption, kSvgChartWidth);
  page.AddLegend(legend);
  const SvgPlot plot({.axis = overlay.x(), .scale = x_scale, .is_percent = overlay.x().format().percent()},
                     {.axis = y_axis, .scale = y_scale, .is_percent = y_axis.format().percent()}, {}, page);
  for (size_t i = 0; i < curves.size(); ++i) {
    AddCurve(PointsOf(curves[i], x_scale, y_scale, plot), SeriesColor(i), SeriesDash(i), page.canvas());
  }
  NoteIfMore(static_cast<size_t>(overlay.densities_size()), kMaxDensities, "densities", page);
  NoteIfMore(static_cast<size_t>(overlay.at_size()), kMaxDensityPoints, "points of each density", page);
  return page.Finish();
}

}  // namespace tenuki
