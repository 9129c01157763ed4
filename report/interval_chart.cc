#include "report/interval_chart.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/format.h"
#include "report/scale.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr size_t kGap = 2;
constexpr size_t kLeastPlot = 24;
constexpr size_t kWidestPlot = 61;
// A tick and its value take about this much.
constexpr size_t kColumnsPerTick = 8;

// Numbers of one chart look alike: by their own format, else by the axis's.
v1::Interval WithFormat(const v1::Interval& interval, const v1::Axis& axis) {
  v1::Interval formatted = interval;
  if (!interval.has_format() && axis.has_format()) *formatted.mutable_format() = axis.format();
  return formatted;
}

std::string NumbersOf(const v1::IntervalPoint& point, const v1::Axis& axis) {
  const v1::Interval interval = WithFormat(point.y(), axis);
  std::string text = point.has_y() ? FormatInterval(interval) : std::string(kMissing);
  if (!point.has_paper_y()) return text;
  return absl::StrCat(text, "  paper ", FormatLike(interval, point.paper_y()));
}

char EndMark(double bound, const Scale& scale) {
  if (scale.CanDraw(bound)) return '|';
  return bound > 0 ? '>' : '<';
}

std::string Plot(const v1::IntervalPoint& point, const Scale& scale, size_t width) {
  std::string line(width, ' ');
  const auto [low, high] = std::minmax({point.y().low(), point.y().high()});
  if (point.has_y() && !std::isnan(low) && !std::isnan(high)) {
    const size_t from = scale.ColumnOf(low, width);
    const size_t to = scale.ColumnOf(high, width);
    std::fill(line.begin() + static_cast<ptrdiff_t>(from), line.begin() + static_cast<ptrdiff_t>(to) + 1, '-');
    line[from] = EndMark(low, scale);
    line[to] = EndMark(high, scale);
  }
  if (point.has_y() && scale.CanDraw(point.y().estimate())) {
    line[scale.ColumnOf(point.y().estimate(), width)] = 'o';
  }
  if (point.has_paper_y() && scale.CanDraw(point.paper_y())) {
    char& there = line[scale.ColumnOf(point.paper_y(), width)];
    there = there == 'o' ? '@' : 'x';
  }
  return line;
}

std::vector<const v1::IntervalPoint*> AllPoints(const v1::IntervalChart& chart) {
  std::vector<const v1::IntervalPoint*> points;
  for (const v1::IntervalSeries& series : chart.series()) {
    for (const v1::IntervalPoint& point : series.points()) points.push_back(&point);
  }
  return points;
}

std::vector<double> ValuesOf(const std::vector<const v1::IntervalPoint*>& points) {
  std::vector<double> values;
  for (const v1::IntervalPoint* point : points) {
    if (point->has_y()) values.insert(values.end(), {point->y().low(), point->y().estimate(), point->y().high()});
    if (point->has_paper_y()) values.push_back(point->paper_y());
  }
  return values;
}

bool IsPercent(const v1::IntervalChart& chart, const std::vector<const v1::IntervalPoint*>& points) {
  return chart.y().has_format() ? chart.y().format().percent() : points.front()->y().format().percent();
}

std::string Legend(const v1::IntervalChart& chart, const std::vector<const v1::IntervalPoint*>& points) {
  std::set<std::string> confidences;
  bool paper = false;
  for (const v1::IntervalPoint* point : points) {
    confidences.insert(FormatConfidence(point->y().confidence()));
    paper = paper || point->has_paper_y();
  }
  confidences.erase("");
  const std::string label = OneLine(chart.y().label());
  std::string text = absl::StrCat("o ", label.empty() ? "estimate" : label, ", |---| ");
  absl::StrAppend(&text, absl::StrJoin(confidences, " or "), confidences.empty() ? "" : " ", "confidence interval");
  return absl::StrCat(text, paper ? ", x paper, @ both" : "");
}

// How the columns of a terminal are shared out.
struct Layout {
  size_t label = 0;
  size_t plot = 0;
  bool numbers = true;
};

Layout ShareOut(const v1::IntervalChart& chart, const std::vector<const v1::IntervalPoint*>& points, size_t width) {
  Layout layout;
  layout.label = TextWidth(OneLine(chart.x().label()));
  size_t numbers = 0;
  for (const v1::IntervalPoint* point : points) {
    layout.label = std::max(layout.label, TextWidth(FormatLike(chart.x(), point->x())));
    numbers = std::max(numbers, TextWidth(NumbersOf(*point, chart.y())));
  }
  layout.label = std::min(layout.label, width / 3);
  layout.numbers = width >= layout.label + kGap + kLeastPlot + kGap + numbers;
  const size_t taken = layout.label + kGap + (layout.numbers ? kGap + numbers : 0);
  layout.plot = std::clamp(width - std::min(width, taken), kLeastPlot, kWidestPlot);
  return layout;
}

}  // namespace

std::string DrawIntervalChart(const v1::IntervalChart& chart, size_t width) {
  const std::vector<const v1::IntervalPoint*> points = AllPoints(chart);
  if (points.empty()) return "(no points)\n";
  const Layout layout = ShareOut(chart, points, width);
  const Scale scale = Scale::Of(chart.y(), ValuesOf(points), static_cast<int>(layout.plot / kColumnsPerTick));
  const std::vector<std::string> axis = scale.Draw(layout.plot, IsPercent(chart, points));
  const std::string gap(kGap, ' ');
  std::string out;
  const std::string x_label = Shorten(OneLine(chart.x().label()), layout.label);
  AppendLine(absl::StrCat(PadLeft(x_label, layout.label), gap, axis[0]), out);
  AppendLine(absl::StrCat(PadLeft("", layout.label), gap, axis[1]), out);
  for (const v1::IntervalSeries& series : chart.series()) {
    if (!series.name().empty()) AppendLine(Shorten(OneLine(series.name()), width), out);
    for (const v1::IntervalPoint& point : series.points()) {
      const std::string label = PadLeft(FormatLike(chart.x(), point.x()), layout.label);
      const std::string numbers = layout.numbers ? NumbersOf(point, chart.y()) : "";
      AppendLine(absl::StrCat(label, gap, Plot(point, scale, layout.plot), gap, numbers), out);
    }
  }
  out += "\n";
  for (const std::string& line : Wrap(Legend(chart, points), width, LongWords::kKeep)) AppendLine(line, out);
  return out;
}

}  // namespace tenuki
