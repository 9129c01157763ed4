// Each player's results against each other: a grid whose cells are coloured by their numbers.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "report/grid.h"
#include "report/svg_colors.h"
#include "report/svg_figures.h"
#include "report/svg_page.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr size_t kMaxPlayers = 40;
constexpr double kNameSize = 12;
constexpr double kValueSize = 12;
constexpr double kIntervalSize = 9.5;
constexpr double kPadding = 6;
constexpr double kLeastCell = 40;
constexpr double kWidestCell = 150;
// With less room over the columns, names are numbers there.
constexpr double kRoomForNames = 560;
constexpr size_t kMaxCellText = 20;
constexpr std::string_view kDiagonalColor = "#e4e4e4";

// A cell's text in one line or two: the estimate above its interval.
struct CellText {
  std::string first;
  std::string second;
};

CellText Split(std::string_view text) {
  const size_t at = text.find(" [");
  if (at == std::string_view::npos) return {Shorten(text, kMaxCellText), ""};
  return {Shorten(text.substr(0, at), kMaxCellText), Shorten(text.substr(at + 1), kMaxCellText)};
}

double NumberIn(const v1::Value& value) {
  if (value.has_count()) return static_cast<double>(value.count());
  if (value.has_number()) return value.number().value();
  if (value.has_interval()) return value.interval().estimate();
  return kNone;
}

// What the rows say, cut to what is shown.
class Results {
 public:
  Results(const v1::Crosstable& crosstable, size_t size) : crosstable_(crosstable) {
    for (size_t i = 0; i < size; ++i) {
      for (size_t j = 0; j < size; ++j) {
        const double number = At(i, j);
        if (!std::isfinite(number)) continue;
        low_ = std::min(low_, number);
        high_ = std::max(high_, number);
      }
    }
  }

  double At(size_t i, size_t j) const {
    if (i >= static_cast<size_t>(crosstable_.rows_size())) return kNone;
    const v1::Row& row = crosstable_.rows(static_cast<int>(i));
    return j < static_cast<size_t>(row.values_size()) ? NumberIn(row.values(static_cast<int>(j))) : kNone;
  }

  // Shares are coloured by which side of a half they are on, other numbers from the least to the greatest. No number,
  // no colour.
  std::string ColorOf(double number) const {
    if (!std::isfinite(number)) return std::string(kPaper);
    // Half of each ramp, or of what is at its ends no text could be read.
    if (low_ >= 0 && high_ <= 1) return DivergingColor(0.22 + 0.56 * number);
    const double range = high_ / 2 - low_ / 2;
    return SequentialColor(range > 0 ? 0.6 * ((number / 2 - low_ / 2) / range) : 0.3);
  }

 private:
  const v1::Crosstable& crosstable_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

// The grid's texts and how wide its columns are.
struct Layout {
  std::vector<std::string> names;
  std::vector<std::vector<CellText>> cells;
  double name_width = 0;
  double cell_width = kLeastCell;
  double cell_height = 26;
  // Names that have no room over the columns are numbers there.
  bool has_numbers = false;
};

Layout LayOut(const Grid& grid, size_t size) {
  Layout layout;
  double widest_name = 0;
  for (size_t i = 0; i < size; ++i) {
    layout.names.push_back(Shorten(grid.rows[i][0].text, kMaxSvgName));
    widest_name = std::max(widest_name, SvgTextLength(layout.names.back(), kNameSize));
    std::vector<CellText>& row = layout.cells.emplace_back();
    for (size_t j = 0; j < size; ++j) {
      const CellText& text = row.emplace_back(Split(grid.rows[i][j + 1].text));
      layout.cell_width = std::max({layout.cell_width, SvgTextLength(text.first, kValueSize) + 2 * kPadding,
                                    SvgTextLength(text.second, kIntervalSize) + 2 * kPadding});
      if (!text.second.empty()) layout.cell_height = 36;
    }
  }
  layout.cell_width = std::min(layout.cell_width, kWidestCell);
  const bool is_small = static_cast<double>(size) * (widest_name + 2 * kPadding) <= kRoomForNames;
  if (is_small) layout.cell_width = std::max(layout.cell_width, widest_name + 2 * kPadding);
  layout.has_numbers = widest_name + 2 * kPadding > layout.cell_width;
  for (size_t i = 0; i < size && layout.has_numbers; ++i) {
    layout.names[i] = absl::StrCat(i + 1, layout.names[i].empty() ? "" : "  ", layout.names[i]);
  }
  for (const std::string& name : layout.names) {
    layout.name_width = std::max(layout.name_width, SvgTextLength(name, kNameSize) + 2 * kPadding);
  }
  return layout;
}

}  // namespace

std::string CrosstableSvg(const v1::Crosstable& crosstable, std::string_view caption) {
  const Grid grid = MakeGrid(crosstable);
  const size_t all = std::min(grid.rows.size(), grid.columns.size() - 1);
  const size_t size = std::min(all, kMaxPlayers);
  if (size == 0) return MessageSvg(caption, "(no players)");
  const Results results(crosstable, size);
  const Layout layout = LayOut(grid, size);
  const double side = static_cast<double>(size) * layout.cell_width;
  SvgPage page(caption, layout.name_width + side);
  SvgCanvas& canvas = page.canvas();
  const double header = 2 * kNameSize;
  const double top = page.Advance(header + static_cast<double>(size) * layout.cell_height) + header;
  const double left = page.left() + layout.name_width;
  for (size_t i = 0; i < size; ++i) {
    const double y = top + static_cast<double>(i) * layout.cell_height;
    const double middle = y + layout.cell_height / 2;
    canvas.AddMiddleText(left - kPadding, middle, layout.names[i], {.size = kNameSize, .anchor = "end"});
    canvas.AddText(left + (static_cast<double>(i) + 0.5) * layout.cell_width, top - kPadding,
                   layout.has_numbers ? absl::StrCat(i + 1) : layout.names[i], {.size = kNameSize, .anchor = "middle"});
    for (size_t j = 0; j < size; ++j) {
      const double x = left + static_cast<double>(j) * layout.cell_width;
      const CellText& text = layout.cells[i][j];
      const bool is_diagonal = i == j && text.first.empty();
      const std::string color = is_diagonal ? std::string(kDiagonalColor) : results.ColorOf(results.At(i, j));
      canvas.Add("rect", {{"x", x},
                          {"y", y},
                          {"width", layout.cell_width},
                          {"height", layout.cell_height},
                          {"fill", color},
                          {"stroke", kPaper}});
      const double up = text.second.empty() ? 0 : 7;
      const bool is_strong = grid.rows[i][j + 1].strong;
      canvas.AddMiddleText(x + layout.cell_width / 2, middle - up, text.first,
                           {.size = kValueSize, .anchor = "middle", .color = InkOn(color), .bold = is_strong});
      canvas.AddMiddleText(x + layout.cell_width / 2, middle + up, text.second,
                           {.size = kIntervalSize, .anchor = "middle", .color = InkOn(color)});
    }
  }
  for (const std::string& note : grid.notes) page.AddNote(note);
  NoteIfMore(all, size, "players", page);
  return page.Finish();
}

}  // namespace tenuki
