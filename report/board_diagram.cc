#include "report/board_diagram.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/board_points.h"
#include "report/format.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr size_t kBoardGap = 4;

// A drawn board: lines of text, and what is to be said below it.
struct Diagram {
  std::vector<std::string> lines;
  std::vector<std::string> notes;
};

char ShadeOf(double shade) {
  if (std::isnan(shade)) return '?';
  if (std::abs(shade) < 0.1) return ' ';
  if (shade > 0) return shade < 0.5 ? '+' : '#';
  return shade > -0.5 ? '-' : '=';
}

// A digit from 1 to 9, with - before it below zero.
std::string DigitOf(double value) {
  if (std::isnan(value)) return "?";
  if (value == 0) return "";
  const int digit = std::max(1, static_cast<int>(std::ceil(9 * std::abs(value))));
  return absl::StrCat(value < 0 ? "-" : "", digit);
}

// '?' is two stones on one point.
std::string StoneOf(const BoardPoint& point) {
  if (point.is_black && point.is_white) return "?";
  return point.is_black ? "X" : "O";
}

std::string TextOf(const BoardPoints& points, int column, int row) {
  const BoardPoint& point = points.At(column, row);
  const std::string label = point.is_marked && point.label.empty() ? "*" : point.label;
  std::string text = label;
  if (point.has_stone()) {
    text = absl::StrCat(StoneOf(point), label);
  } else if (label.empty()) {
    text = !points.has_shades() && points.IsStar(column, row) ? "+" : ".";
  }
  if (points.has_shades()) text += ShadeOf(point.shade);
  if (points.has_values()) text += DigitOf(point.value);
  return text;
}

// What the signs beside the points mean.
std::vector<std::string> LegendOf(const v1::Board& board, const BoardPoints& points) {
  std::vector<std::string> legend;
  if (points.has_shades()) legend.push_back("# + Black's, - = White's");
  if (points.has_values()) {
    const std::string name = OneLine(board.values().name());
    legend.push_back(absl::StrCat("1 to 9: ", name.empty() ? "values" : name, " up to ",
                                  FormatLike(board.values(), points.full_value()), ", - below zero"));
  }
  return legend;
}

std::string LetterLine(int size, size_t cell) {
  std::string line = "  ";
  for (int i = 0; i < size; ++i) {
    absl::StrAppend(&line, " ", PadRight(kColumnLetters.substr(static_cast<size_t>(i), 1), cell));
  }
  return line;
}

Diagram Draw(const v1::Board& board) {
  const int size = board.size();
  if (!BoardPoints::CanDraw(board)) return {{absl::StrCat("(a board of size ", size, " is not drawn)")}, {}};
  const BoardPoints points(board);
  size_t cell = 1;
  for (int i = 0; i < size * size; ++i) cell = std::max(cell, TextWidth(TextOf(points, i / size, i % size)));
  Diagram diagram = {{LetterLine(size, cell)}, LegendOf(board, points)};
  diagram.notes.insert(diagram.notes.end(), points.notes().begin(), points.notes().end());
  for (int row = 0; row < size; ++row) {
    const std::string number = absl::StrCat(size - row);
    std::string line = PadLeft(number, 2);
    for (int column = 0; column < size; ++column)
      absl::StrAppend(&line, " ", PadRight(TextOf(points, column, row), cell));
    diagram.lines.push_back(absl::StrCat(line, " ", number));
  }
  diagram.lines.push_back(LetterLine(size, cell));
  return diagram;
}

size_t WidthOf(const Diagram& diagram) {
  size_t width = 0;
  for (const std::string& line : diagram.lines) width = std::max(width, TextWidth(line));
  return width;
}

std::string Finish(const Diagram& diagram, size_t width) {
  std::string out;
  for (const std::string& line : diagram.lines) AppendLine(line, out);
  for (const std::string& note : diagram.notes) {
    for (const std::string& line : Wrap(note, width, LongWords::kKeep)) AppendLine(line, out);
  }
  return out;
}

// One diagram of several; what is to be said of more than one of them is said once.
Diagram SideBySide(const std::vector<Diagram>& diagrams) {
  size_t height = 0;
  for (const Diagram& diagram : diagrams) height = std::max(height, diagram.lines.size());
  Diagram joined = {std::vector<std::string>(height), {}};
  for (const Diagram& diagram : diagrams) {
    const size_t width = WidthOf(diagram) + kBoardGap;
    for (size_t y = 0; y < height; ++y)
      joined.lines[y] += PadRight(y < diagram.lines.size() ? diagram.lines[y] : "", width);
  }
  for (const Diagram& diagram : diagrams) {
    for (const std::string& note : diagram.notes) {
      const bool said = std::find(joined.notes.begin(), joined.notes.end(), note) != joined.notes.end();
      if (!said) joined.notes.push_back(note);
    }
  }
  return joined;
}

}  // namespace

std::string DrawBoard(const v1::Board& board, size_t width) { return Finish(Draw(board), width); }

std::string DrawBoardTriple(const v1::BoardTriple& triple, size_t width) {
  std::vector<Diagram> diagrams = {Draw(triple.left()), Draw(triple.middle()), Draw(triple.right())};
  size_t needed = kBoardGap * (diagrams.size() - 1);
  for (size_t i = 0; i < diagrams.size(); ++i) {
    const bool titled = i < static_cast<size_t>(triple.titles_size());
    const std::string title = titled ? OneLine(triple.titles(static_cast<int>(i))) : "";
    if (triple.titles_size() > 0) diagrams[i].lines.insert(diagrams[i].lines.begin(), Shorten(title, width));
    needed += WidthOf(diagrams[i]);
  }
  if (needed <= width) return Finish(SideBySide(diagrams), width);
  return absl::StrJoin(diagrams, "\n", [width](std::string* out, const Diagram& d) { *out += Finish(d, width); });
}

}  // namespace tenuki
