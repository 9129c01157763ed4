#include "experiments/tsumego/figures.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "engine/board/point.h"

namespace tenuki {
namespace {

// Lists of SGF points; "pass" and what is no point are left out.
std::vector<Point> PointsOf(int size, std::string_view text) {
  std::vector<Point> points;
  for (std::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const std::optional<Move> move = MoveFromSgf(size, word);
    if (move.has_value() && *move != kPass) points.push_back(*move);
  }
  return points;
}

v1::Board PositionOf(const ProblemRow& row) {
  v1::Board board;
  board.set_size(row.board_size);
  for (Point point : PointsOf(row.board_size, row.black)) board.add_black(point);
  for (Point point : PointsOf(row.board_size, row.white)) board.add_white(point);
  return board;
}

void Mark(v1::Board& board, Point point, std::string label) {
  for (const v1::PointMark& mark : board.marks()) {
    if (mark.point() == point) return;
  }
  v1::PointMark& mark = *board.add_marks();
  mark.set_point(point);
  mark.set_label(std::move(label));
}

}  // namespace

v1::Figure FailureFigure(const ProblemRow& row) {
  v1::Figure figure;
  figure.set_caption(absl::StrCat(row.id, ": ", row.to_move, " to ", row.goal.empty() ? "move" : row.goal,
                                  "; 1 is the suite's, ? ours (", row.certainty, ", ", row.outcome, ")"));
  v1::Board board = PositionOf(row);
  for (Point point : PointsOf(row.board_size, row.correct)) Mark(board, point, "1");
  for (Point point : PointsOf(row.board_size, row.answer)) Mark(board, point, "?");
  *figure.mutable_board() = std::move(board);
  return figure;
}

v1::Figure LineFigure(const ProblemRow& row) {
  v1::Figure figure;
  figure.set_caption(absl::StrCat(row.id, ": ", row.to_move, " to ", row.goal, ", ", row.certainty, " ", row.outcome));
  v1::Board board = PositionOf(row);
  int number = 0;
  for (std::string_view word : absl::StrSplit(row.line, ' ', absl::SkipEmpty())) {
    ++number;
    for (Point point : PointsOf(row.board_size, word)) Mark(board, point, absl::StrCat(number));
  }
  *figure.mutable_board() = std::move(board);
  return figure;
}

}  // namespace tenuki
