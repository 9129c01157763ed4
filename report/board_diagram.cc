#include "report/board_diagram.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "report/text.h"

namespace tenuki {
namespace {

constexpr std::string_view kColumnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
static_assert(kColumnLetters.size() == kMaxDrawnBoardSize);
constexpr size_t kMaxLabelWidth = 3;
constexpr size_t kBoardGap = 4;

// A drawn board: lines of text, and what is to be said below it.
struct Diagram {
  std::vector<std::string> lines;
  std::vector<std::string> notes;
};

bool IsStarLine(int line, int size) {
  const int edge = size >= 13 ? 3 : 2;
  return line == edge || line == size - 1 - edge || (size % 2 == 1 && line == size / 2);
}

// 9×9 has the four corner points and the middle, 13×13 and up have the sides' too.
bool IsStar(int column, int row, int size) {
  if (size < 9 || !IsStarLine(column, size) || !IsStarLine(row, size)) return false;
  const bool side = (column == size / 2) != (row == size / 2);
  return !side || size >= 13;
}

char ShadeOf(double shade) {
  if (std::isnan(shade)) return '?';
  if (std::abs(shade) < 0.1) return ' ';
  if (shade > 0) return shade < 0.5 ? '+' : '#';
  return shade > -0.5 ? '-' : '=';
}

// '?' is two stones on one point.
bool IsStone(char point) { return point == 'X' || point == 'O' || point == '?'; }

// The texts of a board's points while they are put together. Points are size · column + row, from the top left.
class Points {
 public:
  explicit Points(const v1::Board& board) : size_(board.size()) {
    stones_.resize(static_cast<size_t>(size_) * static_cast<size_t>(size_), '.');
    labels_.resize(stones_.size());
    const bool shaded = board.shades_size() > 0;
    for (int i = 0; i < size_ * size_ && !shaded; ++i) {
      if (IsStar(i / size_, i % size_, size_)) stones_[static_cast<size_t>(i)] = '+';
    }
    for (int point : board.black()) PutStone(point, 'X');
    for (int point : board.white()) PutStone(point, 'O');
    for (const v1::PointMark& mark : board.marks()) PutMark(mark);
    PutShades(board);
    if (off_board_ > 0) notes_.push_back(absl::StrCat("off the board and not shown: ", off_board_));
  }

  std::string At(int column, int row) const {
    const size_t i = static_cast<size_t>(size_) * static_cast<size_t>(column) + static_cast<size_t>(row);
    const std::string point = labels_[i].empty() || IsStone(stones_[i]) ? std::string(1, stones_[i]) : "";
    return absl::StrCat(point, labels_[i], shades_.empty() ? "" : shades_.substr(i, 1));
  }

  const std::vector<std::string>& notes() const { return notes_; }

 private:
  bool IsOnBoard(int point) {
    const bool on_board = point >= 0 && static_cast<size_t>(point) < stones_.size();
    if (!on_board) ++off_board_;
    return on_board;
  }

  void PutStone(int point, char stone) {
    if (!IsOnBoard(point)) return;
    char& there = stones_[static_cast<size_t>(point)];
    const bool taken = IsStone(there) && there != stone;
    if (taken) notes_.push_back(absl::StrCat(NameOf(point), ": both a black and a white stone"));
    there = taken ? '?' : stone;
  }

  void PutMark(const v1::PointMark& mark) {
    if (!IsOnBoard(mark.point())) return;
    const std::string label = OneLine(mark.label());
    const bool fits = TextWidth(label) <= kMaxLabelWidth;
    labels_[static_cast<size_t>(mark.point())] = fits && !label.empty() ? label : "*";
    if (!fits) notes_.push_back(absl::StrCat(NameOf(mark.point()), ": ", label));
  }

  void PutShades(const v1::Board& board) {
    if (board.shades_size() == 0) return;
    if (static_cast<size_t>(board.shades_size()) != stones_.size()) {
      notes_.push_back(absl::StrCat("shades not shown: ", board.shades_size(), " for ", stones_.size(), " points"));
      return;
    }
    for (double shade : board.shades()) shades_ += ShadeOf(shade);
    notes_.push_back("# + Black's, - = White's");
  }

  std::string NameOf(int point) const {
    return absl::StrCat(kColumnLetters.substr(static_cast<size_t>(point / size_), 1), size_ - point % size_);
  }

  int size_;
  std::string stones_;
  std::vector<std::string> labels_;
  std::string shades_;
  int off_board_ = 0;
  std::vector<std::string> notes_;
};

std::string LetterLine(int size, size_t cell) {
  std::string line = "  ";
  for (int i = 0; i < size; ++i) {
    absl::StrAppend(&line, " ", PadRight(kColumnLetters.substr(static_cast<size_t>(i), 1), cell));
  }
  return line;
}

Diagram Draw(const v1::Board& board) {
  const int size = board.size();
  if (size < 1 || size > kMaxDrawnBoardSize) return {{absl::StrCat("(a board of size ", size, " is not drawn)")}, {}};
  const Points points(board);
  size_t cell = 1;
  for (int i = 0; i < size * size; ++i) cell = std::max(cell, TextWidth(points.At(i / size, i % size)));
  Diagram diagram = {{LetterLine(size, cell)}, points.notes()};
  for (int row = 0; row < size; ++row) {
    const std::string number = absl::StrCat(size - row);
    std::string line = PadLeft(number, 2);
    for (int column = 0; column < size; ++column) absl::StrAppend(&line, " ", PadRight(points.At(column, row), cell));
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
