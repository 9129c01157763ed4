#include "report/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/format.h"
#include "report/scale.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr std::string_view kGap = "  ";
constexpr size_t kLeastPlot = 24;
constexpr size_t kWidestPlot = 61;
constexpr size_t kColumnsPerTick = 8;
constexpr size_t kMaxLabel = 24;
constexpr size_t kCurveLines = 3;
constexpr int kEighths = 8;
constexpr std::string_view kLeftBlocks[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
constexpr std::string_view kLowerBlocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// How much of the cell number `i` a bar of `eighths` eighths of a cell fills.
std::string_view Fill(const std::string_view (&blocks)[kEighths + 1], int64_t eighths, size_t i) {
  return blocks[std::clamp<int64_t>(eighths - kEighths * static_cast<int64_t>(i), 0, kEighths)];
}

// In eighths of a cell; what is there at all is seen.
int64_t Eighths(double value, double most, size_t cells) {
  if (!(value > 0) || !(most > 0)) return 0;
  const double whole = static_cast<double>(cells * kEighths);
  return std::max<int64_t>(1, std::llround(std::min(1.0, value / most) * whole));
}

std::string Bar(double count, double curve, double most, size_t cells) {
  const int64_t eighths = Eighths(count, most, cells);
  const bool marked = curve >= 0 && most > 0 && std::isfinite(curve);
  const size_t mark =
      marked ? std::min(cells - 1, static_cast<size_t>(curve / most * static_cast<double>(cells))) : cells;
  std::string bar;
  for (size_t i = 0; i < cells; ++i) bar += i == mark ? "|" : Fill(kLeftBlocks, eighths, i);
  return bar;
}

// A histogram as rows of text: the bin, its count, and the curve where there is one.
using HistogramRow = std::vector<std::string>;

std::vector<HistogramRow> RowsOf(const v1::Histogram& histogram, std::string_view curve_name, int bins) {
  const bool has_curve = histogram.curve_size() > 0;
  std::vector<HistogramRow> rows = {{Shorten(OneLine(histogram.x().label()), kMaxLabel), "count"}};
  if (has_curve) rows[0].emplace_back(curve_name);
  for (int i = 0; i < bins; ++i) {
    const double from = histogram.first_edge() + i * histogram.bin_width();
    const double to = histogram.first_edge() + (i + 1) * histogram.bin_width();
    const bool counted = i < histogram.counts_size();
    HistogramRow& row = rows.emplace_back();
    row.push_back(absl::StrCat(FormatLike(histogram.x(), from), " to ", FormatLike(histogram.x(), to)));
    row.push_back(counted ? FormatCount(histogram.counts(i)) : std::string(kMissing));
    if (has_curve) row.push_back(FormatNumber(i < histogram.curve_size() ? histogram.curve(i) : kNone));
  }
  return rows;
}

double Greatest(const v1::Histogram& histogram) {
  double most = 0;
  for (int64_t count : histogram.counts()) most = std::max(most, static_cast<double>(count));
  for (double value : histogram.curve()) most = std::isfinite(value) ? std::max(most, value) : most;
  return most;
}

// Right-aligned, with a gap after each column.
void AlignColumns(std::vector<HistogramRow>& rows) {
  for (size_t column = 0; column < rows[0].size(); ++column) {
    size_t width = 0;
    for (const HistogramRow& row : rows) width = std::max(width, TextWidth(row[column]));
    for (HistogramRow& row : rows) row[column] = absl::StrCat(PadLeft(row[column], width), kGap);
  }
}

// The greatest density in each column. Between two columns with values the others lie on a straight line; before the
// first and after the last there is nothing.
std::vector<double> Resample(const v1::DistributionOverlay& overlay, const v1::Density& density, const Scale& scale,
                             size_t width) {
  std::vector<double> columns(width, kNone);
  for (int i = 0; i < std::min(overlay.at_size(), density.values_size()); ++i) {
    if (!Scale::CanDraw(overlay.at(i)) || !std::isfinite(density.values(i))) continue;
    double& there = columns[scale.ColumnOf(overlay.at(i), width)];
    if (!(there > density.values(i))) there = density.values(i);
  }
  size_t last = width;
  for (size_t i = 0; i < width; ++i) {
    if (std::isnan(columns[i])) continue;
    for (size_t j = last + 1; j < i; ++j) {
      const double part = static_cast<double>(j - last) / static_cast<double>(i - last);
      columns[j] = columns[last] + part * (columns[i] - columns[last]);
    }
    last = i;
  }
  return columns;
}

double PeakOf(const v1::DistributionOverlay& overlay, const v1::Density& density) {
  double at = kNone;
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < std::min(overlay.at_size(), density.values_size()); ++i) {
    if (!std::isfinite(density.values(i)) || density.values(i) <= most) continue;
    most = density.values(i);
    at = overlay.at(i);
  }
  return at;
}

void AppendCurve(const std::vector<double>& columns, double most, std::string_view name, std::string_view note,
                 std::string& out) {
  for (size_t line = kCurveLines; line-- > 0;) {
    std::string text = absl::StrCat(line == 0 ? name : std::string(TextWidth(name), ' '), kGap);
    for (double value : columns) text += Fill(kLowerBlocks, Eighths(value, most, kCurveLines), line);
    AppendLine(absl::StrCat(text, kGap, line == 0 ? note : ""), out);
  }
}

size_t PlotWidth(size_t width, size_t taken) {
  return std::clamp(width - std::min(width, taken), kLeastPlot, kWidestPlot);
}

}  // namespace

std::string DrawHistogram(const v1::Histogram& histogram, size_t width) {
  const int bins = std::max(histogram.counts_size(), histogram.curve_size());
  if (bins == 0) return "(no bins)\n";
  const std::string given_name = Shorten(OneLine(histogram.curve_name()), kMaxLabel);
  const std::string curve_name = given_name.empty() ? "curve" : given_name;
  std::vector<HistogramRow> rows = RowsOf(histogram, curve_name, bins);
  AlignColumns(rows);
  const size_t plot = PlotWidth(width, TextWidth(absl::StrJoin(rows[0], "")));
  const double most = Greatest(histogram);
  std::string out;
  AppendLine(
      absl::StrCat(absl::StrJoin(rows[0], ""), rows[0].size() > 2 ? absl::StrCat("█ count, | ", curve_name) : ""), out);
  for (int i = 0; i < bins; ++i) {
    const double count = i < histogram.counts_size() ? static_cast<double>(histogram.counts(i)) : kNone;
    const double curve = i < histogram.curve_size() ? histogram.curve(i) : kNone;
    AppendLine(absl::StrCat(absl::StrJoin(rows[static_cast<size_t>(i) + 1], ""), Bar(count, curve, most, plot)), out);
  }
  return out;
}

std::string DrawDistributionOverlay(const v1::DistributionOverlay& overlay, size_t width) {
  if (overlay.at().empty() || overlay.densities().empty()) return "(no densities)\n";
  const std::string x_label = Shorten(OneLine(overlay.x().label()), kMaxLabel);
  size_t label = TextWidth(x_label);
  size_t note = 0;
  std::vector<std::string> names;
  std::vector<std::string> notes;
  for (const v1::Density& density : overlay.densities()) {
    names.push_back(Shorten(OneLine(density.name()), kMaxLabel));
    notes.push_back(absl::StrCat("peak at ", FormatLike(overlay.x(), PeakOf(overlay, density))));
    label = std::max(label, TextWidth(names.back()));
    note = std::max(note, TextWidth(notes.back()));
  }
  const size_t plot = PlotWidth(width, label + note + 2 * kGap.size());
  const Scale scale =
      Scale::Around({overlay.at().begin(), overlay.at().end()}, static_cast<int>(plot / kColumnsPerTick));
  std::vector<std::vector<double>> curves;
  double most = 0;
  for (const v1::Density& density : overlay.densities()) {
    curves.push_back(Resample(overlay, density, scale, plot));
    for (double value : curves.back()) most = std::isnan(value) ? most : std::max(most, value);
  }
  std::string out;
  for (size_t i = 0; i < curves.size(); ++i) AppendCurve(curves[i], most, PadRight(names[i], label), notes[i], out);
  const std::vector<std::string> axis = scale.Draw(plot, overlay.x().format().percent());
  AppendLine(absl::StrCat(PadRight("", label), kGap, axis[1]), out);
  AppendLine(absl::StrCat(PadRight(x_label, label), kGap, axis[0]), out);
  return out;
}

}  // namespace tenuki
