// A matrix as a heat map, with its numbers where they have room, and a legend.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/format.h"
#include "report/matrix_cells.h"
#include "report/svg_colors.h"
#include "report/svg_figures.h"
#include "report/svg_page.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr size_t kMaxSide = 200;
// With more columns no number could be read.
constexpr size_t kMaxNumberedColumns = 16;
constexpr double kMapWidth = 600;
constexpr double kLeastCell = 4;
constexpr double kLargestCell = 30;
constexpr double kNumberedHeight = 28;
constexpr double kWidestNumbered = 110;
constexpr double kNameSize = 11;
constexpr double kNumberSize = 11;
constexpr double kPadding = 6;
constexpr size_t kMaxName = 24;
// Colours that a map is drawn in: neighbours of one colour are one line.
constexpr int kLevels = 64;
constexpr int kLegendSteps = 48;
constexpr double kLegendWidth = 192;
constexpr double kLegendHeight = 12;
constexpr std::string_view kNoValue = "no value";

// Which colour a value has: from the least to the greatest; with zero in the middle where it is between them.
class Colors {
 public:
  explicit Colors(const MatrixRange& range) : low_(range.low), high_(range.high) {
    is_diverging_ = low_ < 0 && high_ > 0;
    if (!is_diverging_) return;
    high_ = std::max(-low_, high_);
    low_ = -high_;
  }

  double low() const { return low_; }
  double high() const { return high_; }

  std::string Of(double value) const {
    if (std::isnan(value)) return std::string(kNoValueColor);
    // Halves, for the difference of the greatest numbers is beyond them.
    const double range = high_ / 2 - low_ / 2;
    return At(range > 0 ? std::clamp((value / 2 - low_ / 2) / range, 0.0, 1.0) : 0.5);
  }

  // `place` is from 0 to 1.
  std::string At(double place) const {
    const double level = std::round(place * (kLevels - 1)) / (kLevels - 1);
    return is_diverging_ ? DivergingColor(level) : SequentialColor(level);
  }

 private:
  double low_;
  double high_;
  bool is_diverging_;
};

// What is shown of a matrix, and how large.
struct Layout {
  size_t rows = 0;
  size_t columns = 0;
  bool has_numbers = false;
  double cell_width = 0;
  double cell_height = 0;
  double names_width = 0;
  double names_height = 0;
  // Names over the columns stand upright where they are wider than these.
  bool is_upright = false;
  // Every so many rows and columns have their name.
  size_t row_step = 1;
  size_t column_step = 1;
};

std::string RowName(const MatrixCells& cells, size_t i) { return Shorten(cells.RowName(i), kMaxName); }
std::string ColumnName(const MatrixCells& cells, size_t i) { return Shorten(cells.ColumnName(i), kMaxName); }

size_t StepOf(double cell) { return std::max<size_t>(1, static_cast<size_t>(std::ceil((kNameSize + 2) / cell))); }

Layout LayOut(const v1::Matrix& matrix, const MatrixCells& cells) {
  Layout layout;
  layout.rows = std::min(cells.rows(), kMaxSide);
  layout.columns = std::min(cells.columns(), kMaxSide);
  double widest_number = 0;
  double widest_name = 0;
  for (size_t i = 0; i < layout.rows; ++i) {
    layout.names_width = std::max(layout.names_width, SvgTextLength(RowName(cells, i), kNameSize));
    for (size_t j = 0; j < layout.columns && layout.columns <= kMaxNumberedColumns; ++j) {
      widest_number = std::max(widest_number, SvgTextLength(FormatLike(matrix, cells.At(i, j)), kNumberSize));
    }
  }
  for (size_t j = 0; j < layout.columns; ++j) {
    widest_name = std::max(widest_name, SvgTextLength(ColumnName(cells, j), kNameSize));
  }
  if (layout.names_width > 0) layout.names_width += kPadding;
  layout.has_numbers = layout.columns <= kMaxNumberedColumns && widest_number + 2 * kPadding <= kWidestNumbered;
  const double square =
      std::clamp(std::floor(kMapWidth / static_cast<double>(layout.columns)), kLeastCell, kLargestCell);
  layout.cell_width = layout.has_numbers ? std::max(widest_number + 2 * kPadding, kLargestCell) : square;
  layout.cell_height = layout.has_numbers ? kNumberedHeight : square;
  layout.is_upright = widest_name + kPadding > layout.cell_width;
  if (layout.is_upright) layout.column_step = StepOf(layout.cell_width);
  layout.row_step = StepOf(layout.cell_height);
  if (widest_name > 0) layout.names_height = (layout.is_upright ? widest_name : kNameSize) + kPadding;
  return layout;
}

void AddNames(const MatrixCells& cells, const Layout& layout, double left, double top, SvgCanvas& canvas) {
  for (size_t i = 0; i < layout.rows; i += layout.row_step) {
    const double y = top + (static_cast<double>(i) + 0.5) * layout.cell_height;
    canvas.AddMiddleText(left - kPadding, y, RowName(cells, i), {.size = kNameSize, .anchor = "end"});
  }
  for (size_t j = 0; j < layout.columns; j += layout.column_step) {
    const double x = left + (static_cast<double>(j) + 0.5) * layout.cell_width;
    if (layout.is_upright) {
      canvas.AddMiddleText(x, top - kPadding, ColumnName(cells, j), {.size = kNameSize, .turn = -90});
    } else {
      canvas.AddText(x, top - kPadding, ColumnName(cells, j), {.size = kNameSize, .anchor = "middle"});
    }
  }
}

// A path for each colour, of a line for each run of neighbours.
void AddMap(const MatrixCells& cells, const Layout& layout, const Colors& colors, double left, double top,
            SvgCanvas& canvas) {
  std::map<std::string, std::string> paths;
  for (size_t i = 0; i < layout.rows; ++i) {
    const std::string y = SvgNumber(top + (static_cast<double>(i) + 0.5) * layout.cell_height);
    for (size_t j = 0; j < layout.columns;) {
      const std::string color = colors.Of(cells.At(i, j));
      const size_t from = j;
      while (j < layout.columns && colors.Of(cells.At(i, j)) == color) ++j;
      absl::StrAppend(&paths[color], "M", SvgNumber(left + static_cast<double>(from) * layout.cell_width), " ", y, "h",
                      SvgNumber(static_cast<double>(j - from) * layout.cell_width));
    }
  }
  canvas.BeginGroup({{"shape-rendering", "crispEdges"}, {"stroke-width", layout.cell_height}});
  for (const auto& [color, path] : paths) canvas.Add("path", {{"d", path}, {"stroke", color}});
  canvas.EndGroup();
}

void AddNumbers(const v1::Matrix& matrix, const MatrixCells& cells, const Layout& layout, const Colors& colors,
                double left, double top, SvgCanvas& canvas) {
  for (size_t i = 0; i < layout.rows; ++i) {
    for (size_t j = 0; j < layout.columns; ++j) {
      const double value = cells.At(i, j);
      canvas.AddMiddleText(left + (static_cast<double>(j) + 0.5) * layout.cell_width,
                           top + (static_cast<double>(i) + 0.5) * layout.cell_height, FormatLike(matrix, value),
                           {.size = kNumberSize, .anchor = "middle", .color = InkOn(colors.Of(value))});
    }
  }
}

double LegendWidth(const v1::Matrix& matrix, const Colors& colors, bool has_gaps) {
  double width = kLegendWidth + kPadding;
  for (const std::string& text : {Shorten(OneLine(matrix.value_name()), kMaxName), FormatLike(matrix, colors.low()),
                                  FormatLike(matrix, colors.high()), std::string(has_gaps ? kNoValue : "")}) {
    width += text.empty() ? 0 : SvgTextLength(text, kNameSize) + kPadding;
  }
  return width + (has_gaps ? kLegendHeight + 3 * kPadding : 0);
}

// The ramp between its ends' numbers, and what has no value.
void AddColorLegend(const v1::Matrix& matrix, const Colors& colors, bool has_gaps, SvgPage& page) {
  SvgCanvas& canvas = page.canvas();
  const double y = page.Advance(28) + 10;
  double x = page.left();
  const auto add_text = [&](const std::string& text) {
    canvas.AddMiddleText(x, y, text, {.size = kNameSize});
    x += text.empty() ? 0 : SvgTextLength(text, kNameSize) + kPadding;
  };
  add_text(Shorten(OneLine(matrix.value_name()), kMaxName));
  add_text(FormatLike(matrix, colors.low()));
  const double step = kLegendWidth / kLegendSteps;
  canvas.BeginGroup({{"shape-rendering", "crispEdges"}});
  for (int i = 0; i < kLegendSteps; ++i) {
    canvas.Add("rect", {{"x", x + i * step},
                        {"y", y - kLegendHeight / 2},
                        {"width", step},
                        {"height", kLegendHeight},
                        {"fill", colors.At((i + 0.5) / kLegendSteps)}});
  }
  canvas.EndGroup();
  x += kLegendWidth + kPadding;
  add_text(FormatLike(matrix, colors.high()));
  if (!has_gaps) return;
  x += 2 * kPadding;
  canvas.Add("rect", {{"x", x},
                      {"y", y - kLegendHeight / 2},
                      {"width", kLegendHeight},
                      {"height", kLegendHeight},
                      {"fill", kNoValueColor}});
  x += kLegendHeight + kPadding;
  add_text(std::string(kNoValue));
}

bool HasGaps(const MatrixCells& cells, const Layout& layout) {
  for (size_t i = 0; i < layout.rows; ++i) {
    for (size_t j = 0; j < layout.columns; ++j) {
      if (std::isnan(cells.At(i, j))) return true;
    }
  }
  return false;
}

}  // namespace

std::string MatrixSvg(const v1::Matrix& matrix, std::string_view caption) {
  const MatrixCells cells(matrix);
  if (cells.rows() == 0 || cells.columns() == 0) return MessageSvg(caption, "(an empty matrix)");
  const Layout layout = LayOut(matrix, cells);
  const Colors colors(cells.Range());
  const double width = static_cast<double>(layout.columns) * layout.cell_width;
  const double height = static_cast<double>(layout.rows) * layout.cell_height;
  const bool has_gaps = HasGaps(cells, layout);
  SvgPage page(caption, std::max(layout.names_width + width, LegendWidth(matrix, colors, has_gaps)));
  AddColorLegend(matrix, colors, has_gaps, page);
  const double top = page.Advance(layout.names_height + height) + layout.names_height;
  const double left = page.left() + layout.names_width;
  AddMap(cells, layout, colors, left, top, page.canvas());
  if (layout.has_numbers) AddNumbers(matrix, cells, layout, colors, left, top, page.canvas());
  AddNames(cells, layout, left, top, page.canvas());
  NoteIfMore(cells.rows(), layout.rows, "rows", page);
  NoteIfMore(cells.columns(), layout.columns, "columns", page);
  return page.Finish();
}

}  // namespace tenuki
