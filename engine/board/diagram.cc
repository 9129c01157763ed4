#include "engine/board/diagram.h"

#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace tenuki {

absl::StatusOr<Board> ParseDiagram(std::string_view text, Color to_move) {
  std::vector<std::string> rows;
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    std::string row;
    for (char c : line) {
      if (c != ' ' && c != '\t' && c != '\r') row += c;
    }
    if (!row.empty()) rows.push_back(row);
  }
  const int size = static_cast<int>(rows.size());
  if (size < 1 || size > kMaxBoardSize) {
    return absl::InvalidArgumentError(absl::StrCat("a diagram has 1 to ", kMaxBoardSize, " rows, not ", size));
  }
  PointSet stones[2];
  for (int row = 0; row < size; ++row) {
    if (static_cast<int>(rows[row].size()) != size) {
      return absl::InvalidArgumentError(absl::StrCat("row ", row + 1, " has ", rows[row].size(), " points; with ", size,
                                                     " rows it should have ", size));
    }
    for (int column = 0; column < size; ++column) {
      const char c = rows[row][column];
      const Point point = MakePoint(size, column, row);
      if (c == 'X') {
        stones[Side(Color::kBlack)].Insert(point);
      } else if (c == 'O') {
        stones[Side(Color::kWhite)].Insert(point);
      } else if (c != '.' && c != '+') {
        return absl::InvalidArgumentError(absl::StrCat("row ", row + 1, ", column ", column + 1, ": '",
                                                       std::string_view(&c, 1), "' is none of X, O, . and +"));
      }
    }
  }
  const std::optional<Board> board =
      Board::FromStones(size, stones[Side(Color::kBlack)], stones[Side(Color::kWhite)], to_move);
  if (!board) return absl::InvalidArgumentError("a chain in the diagram has no liberty");
  return *board;
}

namespace {

char Letter(Color color) { return color == Color::kBlack ? 'X' : color == Color::kWhite ? 'O' : '.'; }

}  // namespace

std::string Diagram(const Board& board) {
  std::string text;
  for (int row = 0; row < board.size(); ++row) {
    for (int column = 0; column < board.size(); ++column) {
      if (column > 0) text += ' ';
      text += Letter(board.at(MakePoint(board.size(), column, row)));
    }
    text += '\n';
  }
  return text;
}

std::string DiagramWithCoordinates(const Board& board) {
  const int size = board.size();
  std::string letters = "  ";
  for (int column = 0; column < size; ++column) {
    letters += ' ';
    letters += ToGtp(size, MakePoint(size, column, 0))[0];
  }
  std::string text = letters + '\n';
  for (int row = 0; row < size; ++row) {
    const std::string number = absl::StrCat(size - row < 10 ? " " : "", size - row);
    text += number;
    for (int column = 0; column < size; ++column) {
      text += ' ';
      text += Letter(board.at(MakePoint(size, column, row)));
    }
    absl::StrAppend(&text, " ", size - row, "\n");
  }
  return text + letters + '\n';
}

}  // namespace tenuki
