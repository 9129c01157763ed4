#include "report/distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/format.h"
#include "report/histogram_bins.h"
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

// How long bars and how high curves are: from zero to the greatest value, or over powers of ten.
class Lengths {
 public:
  Lengths(const v1::Axis& axis, const std::vector<double>& values)
      : is_logarithmic_(axis.logarithmic()), powers_(Scale::Logarithmic(values, kMaxPowerSteps)) {
    for (double value : values) most_ = std::isfinite(value) ? std::max(most_, value) : most_;
  }

  // From 0 to 1. REQUIRES: IsShown(value).
  double Of(double value) const { return is_logarithmic_ ? powers_.PlaceOf(value) : std::min(1.0, value / most_); }

  bool IsShown(double value) const { return is_logarithmic_ ? powers_.CanDraw(value) : value >= 0 && most_ > 0; }

  // In eighths of a cell; what is there at all is seen.
  int64_t Eighths(double value, size_t cells) const {
    if (!IsShown(value) || value == 0) return 0;
    return std::max<int64_t>(1, std::llround(Of(value) * static_cast<double>(cells * kEighths)));
  }

  // What is to be said of them: nothing where they are as everybody expects.
  std::string Note() const {
    if (!is_logarithmic_) return "";
    const std::vector<Scale::Tick> ticks = powers_.Ticks(false);
    return absl::StrCat("powers of ten from ", ticks.front().label, " to ", ticks.back().label);
  }

 private:
  static constexpr int kMaxPowerSteps = 20;
  bool is_logarithmic_;
  Scale powers_;
  double most_ = 0;
};

std::string Bar(double count, double curve, const Lengths& lengths, size_t cells) {
  const int64_t eighths = lengths.Eighths(count, cells);
  const bool marked = lengths.IsShown(curve) && std::isfinite(curve);
  const size_t mark =
      marked ? std::min(cells - 1, static_cast<size_t>(lengths.Of(curve) * static_cast<double>(cells))) : cells;
  std::string bar;
  for (size_t i = 0; i < cells; ++i) bar += i == mark ? "|" : Fill(kLeftBlocks, eighths, i);
  return bar;
}

// A histogram as rows of text: the bin, its group where there are any, its count, the curve where there is one.
using HistogramRow = std::vector<std::string>;

std::vector<HistogramRow> RowsOf(const v1::Histogram& histogram, std::string_view curve_name, int bins) {
  const bool has_curve = histogram.curve_size() > 0;
  const bool has_groups = histogram.groups_size() > 0;
  const std::string y_label = Shorten(OneLine(histogram.y().label()), kMaxLabel);
  std::vector<HistogramRow> rows = {{Shorten(OneLine(histogram.x().label()), kMaxLabel)}};
  if (has_groups) rows[0].emplace_back("group");
  rows[0].push_back(y_label.empty() ? "count" : y_label);
  if (has_curve) rows[0].emplace_back(curve_name);
  for (int i = 0; i < bins; ++i) {
    const double from = histogram.first_edge() + i * histogram.bin_width();
    const double to = histogram.first_edge() + (i + 1) * histogram.bin_width();
    const bool counted = i < histogram.counts_size();
    HistogramRow& row = rows.emplace_back();
    row.push_back(absl::StrCat(FormatLike(histogram.x(), from), " to ", FormatLike(histogram.x(), to)));
    if (has_groups) row.push_back(Shorten(GroupName(histogram, GroupOf(histogram, i)), kMaxLabel));
    row.push_back(counted ? FormatCount(histogram.counts(i)) : std::string(kMissing));
    if (has_curve) row.push_back(FormatNumber(i < histogram.curve_size() ? histogram.curve(i) : kNone));
  }
  return rows;
}

// What is said beside the names of the columns.
std::string HistogramLegend(const v1::Histogram& histogram, std::string_view curve_name, const Lengths& lengths) {
  std::vector<std::string> parts;
  if (histogram.curve_size() > 0) parts.push_back(absl::StrCat("█ count, | ", curve_name));
  if (std::string note = lengths.Note(); !note.empty()) parts.push_back(std::move(note));
  return absl::StrJoin(parts, "; ");
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
    if (!scale.CanDraw(overlay.at(i)) || !std::isfinite(density.values(i))) continue;
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

void AppendCurve(const std::vector<double>& columns, const Lengths& heights, std::string_view name,
                 std::string_view note, std::string& out) {
  for (size_t line = kCurveLines; line-- > 0;) {
    std::string text = absl::StrCat(line == 0 ? name : std::string(TextWidth(name), ' '), kGap);
    for (double value : columns) text += Fill(kLowerBlocks, heights.Eighths(value, kCurveLines), line);
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
  const Lengths lengths(histogram.y(), HeightsOf(histogram));
  std::string out;
  AppendLine(absl::StrCat(absl::StrJoin(rows[0], ""), HistogramLegend(histogram, curve_name, lengths)), out);
  for (int i = 0; i < bins; ++i) {
    const double count = i < histogram.counts_size() ? static_cast<double>(histogram.counts(i)) : kNone;
    const double curve = i < histogram.curve_size() ? histogram.curve(i) : kNone;
    AppendLine(absl::StrCat(absl::StrJoin(rows[static_cast<size_t>(i) + 1], ""), Bar(count, curve, lengths, plot)),
               out);
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
      Scale::Of(overlay.x(), {overlay.at().begin(), overlay.at().end()}, static_cast<int>(plot / kColumnsPerTick));
  std::vector<std::vector<double>> curves;
  std::vector<double> values;
  for (const v1::Density& density : overlay.densities()) {
    curves.push_back(Resample(overlay, density, scale, plot));
    values.insert(values.end(), density.values().begin(), density.values().end());
  }
  const Lengths heights(overlay.y(), values);
  std::string out;
  for (size_t i = 0; i < curves.size(); ++i) AppendCurve(curves[i], heights, PadRight(names[i], label), notes[i], out);
  const std::vector<std::string> axis = scale.Draw(plot, overlay.x().format().percent());
  AppendLine(absl::StrCat(PadRight("", label), kGap, axis[1]), out);
  AppendLine(absl::StrCat(PadRight(x_label, label), kGap, axis[0]), out);
  const std::string y_label = Shorten(OneLine(overlay.y().label()), kMaxLabel);
  const std::string powers = heights.Note();
  if (y_label.empty() && powers.empty()) return out;
  AppendLine(absl::StrCat("height: ", y_label, y_label.empty() || powers.empty() ? "" : ", ", powers), out);
  return out;
}

}  // namespace tenuki
