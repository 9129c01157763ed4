#include "report/text_table.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr size_t kGap = 2;

struct ColumnWidth {
  size_t natural = 1;
  // Without breaking a word or a number, if there is room for that.
  size_t least = 1;
};

// Columns of a grid that are shown beside one another.
struct Band {
  std::vector<size_t> columns;
  std::vector<size_t> widths;
};

size_t LongestWord(std::string_view text) {
  size_t longest = 0;
  for (std::string_view word : absl::StrSplit(text, ' ')) longest = std::max(longest, TextWidth(word));
  return longest;
}

ColumnWidth Measure(const Grid& grid, size_t column) {
  const std::string& name = grid.columns[column].name;
  const bool breakable = !grid.columns[column].right_aligned;
  ColumnWidth width = {std::max(size_t{1}, TextWidth(name)), std::max(size_t{1}, LongestWord(name))};
  for (const std::vector<Grid::Cell>& row : grid.rows) {
    const size_t natural = TextWidth(row[column].text);
    width.natural = std::max(width.natural, natural);
    width.least = std::max(width.least, breakable ? LongestWord(row[column].text) : natural);
  }
  return width;
}

// So that the first column and any other one fit beside each other, words are broken where it must be.
std::vector<ColumnWidth> MeasureAll(const Grid& grid, size_t limit) {
  std::vector<ColumnWidth> measured;
  for (size_t i = 0; i < grid.columns.size(); ++i) {
    ColumnWidth width = Measure(grid, i);
    const size_t room = i > 0 ? limit - measured[0].least - kGap : grid.columns.size() > 1 ? limit / 3 : limit;
    width.natural = std::min(width.natural, limit);
    width.least = std::min(width.least, room);
    measured.push_back(width);
  }
  return measured;
}

// Takes from the widest column that can give, until the columns fit or none can.
void Shrink(const std::vector<ColumnWidth>& measured, size_t limit, Band& band) {
  size_t total = std::accumulate(band.widths.begin(), band.widths.end(), kGap * (band.widths.size() - 1));
  for (; total > limit; --total) {
    size_t* widest = nullptr;
    for (size_t i = 0; i < band.widths.size(); ++i) {
      if (band.widths[i] <= measured[band.columns[i]].least) continue;
      if (widest == nullptr || band.widths[i] > *widest) widest = &band.widths[i];
    }
    if (widest == nullptr) return;
    --*widest;
  }
}

std::vector<Band> CutIntoBands(const std::vector<ColumnWidth>& measured, size_t limit) {
  std::vector<Band> bands(1);
  size_t least = 0;
  for (size_t column = 0; column < measured.size(); ++column) {
    if (column > 0 && least + kGap + measured[column].least > limit) {
      bands.push_back({{0}, {}});
      least = measured[0].least;
    }
    least += (column > 0 ? kGap : 0) + measured[column].least;
    bands.back().columns.push_back(column);
  }
  for (Band& band : bands) {
    for (size_t column : band.columns) band.widths.push_back(measured[column].natural);
    Shrink(measured, limit, band);
  }
  return bands;
}

// A text that fits is left as it is, with its spaces.
std::vector<std::string> CellLines(const std::string& text, size_t width) {
  if (TextWidth(text) <= width) return {text};
  return Wrap(text, width, LongWords::kBreak);
}

std::string Align(std::string_view text, size_t width, bool right, bool bold) {
  const size_t have = TextWidth(text);
  const std::string space(width > have ? width - have : 0, ' ');
  const std::string shown = text.empty() ? "" : Bold(text, bold);
  return right ? space + shown : shown + space;
}

// One row of a grid: as many lines as its longest cell needs.
void AppendRow(const Grid& grid, const Band& band, const std::vector<Grid::Cell>& row, bool color, std::string& out) {
  std::vector<std::vector<std::string>> cells;
  size_t height = 0;
  for (size_t i = 0; i < band.columns.size(); ++i) {
    cells.push_back(CellLines(row[band.columns[i]].text, band.widths[i]));
    height = std::max(height, cells.back().size());
  }
  for (size_t y = 0; y < height; ++y) {
    std::string line;
    for (size_t i = 0; i < cells.size(); ++i) {
      const size_t column = band.columns[i];
      const std::string_view text = y < cells[i].size() ? std::string_view(cells[i][y]) : "";
      if (i > 0) line.append(kGap, ' ');
      line += Align(text, band.widths[i], grid.columns[column].right_aligned, color && row[column].strong);
    }
    AppendLine(line, out);
  }
}

void AppendBand(const Grid& grid, const Band& band, bool color, std::string& out) {
  std::vector<Grid::Cell> header;
  for (const Grid::Column& column : grid.columns) header.push_back({column.name, true});
  AppendRow(grid, band, header, color, out);
  AppendLine(absl::StrJoin(band.widths, std::string(kGap, ' '),
                           [](std::string* rule, size_t width) { rule->append(width, '-'); }),
             out);
  for (const std::vector<Grid::Cell>& row : grid.rows) AppendRow(grid, band, row, color, out);
  if (grid.rows.empty()) AppendLine("(no rows)", out);
}

}  // namespace

std::string Bold(std::string_view text, bool color) {
  return color ? absl::StrCat("\x1b[1m", text, "\x1b[0m") : std::string(text);
}

std::string LayOutTable(const Grid& grid, size_t width, bool color) {
  if (grid.columns.empty()) return "(an empty table)\n";
  std::string out;
  for (const Band& band : CutIntoBands(MeasureAll(grid, width), width)) {
    if (!out.empty()) out += "\n";
    AppendBand(grid, band, color, out);
  }
  if (grid.notes.empty()) return out;
  out += "\n";
  for (const std::string& line : Wrap(absl::StrJoin(grid.notes, "; "), width, LongWords::kKeep)) AppendLine(line, out);
  return out;
}

}  // namespace tenuki
