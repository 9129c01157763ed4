#include "experiments/phantom/figures.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "engine/board/point.h"

namespace tenuki {
namespace {

// Two letters a point.
template <typename Add>
void ForEachPoint(int size, std::string_view points, const Add& add) {
  for (size_t at = 0; at + 1 < points.size(); at += 2) {
    if (const std::optional<Move> point = MoveFromSgf(size, points.substr(at, 2))) add(*point);
  }
}

v1::Board BoardOf(int size, const ThreeBoards::OneBoard& from) {
  v1::Board board;
  board.set_size(size);
  ForEachPoint(size, from.black, [&](Point point) { board.add_black(point); });
  ForEachPoint(size, from.white, [&](Point point) { board.add_white(point); });
  return board;
}

std::string Title(const std::string& player, int32_t hidden) {
  return absl::StrCat(player, "'s board: ", hidden, hidden == 1 ? " stone hidden" : " stones hidden");
}

}  // namespace

v1::Figure ThreeBoardsFigure(const Plan& plan, const ThreeBoards& boards) {
  const Cell& cell = plan.cells[boards.cell];
  const int size = cell.experiment.phantom().board_size();
  const bool player_is_black = boards.game == 0;
  v1::Figure figure;
  figure.set_caption(
      absl::StrCat("Game ", boards.game, " of pair ", boards.unit, " of ", cell.values[0], " against ", cell.values[1],
                   ", after ", boards.ply, " plies; ", cell.values[player_is_black ? 0 : 1],
                   " is Black. A side's board shows its own stones, and those of the other whose place it "
                   "is certain of."));
  v1::BoardTriple& triple = *figure.mutable_board_triple();
  *triple.mutable_left() = BoardOf(size, boards.boards[0]);
  *triple.mutable_middle() = BoardOf(size, boards.boards[1]);
  *triple.mutable_right() = BoardOf(size, boards.boards[2]);
  triple.add_titles(Title("Black", boards.boards[0].hidden));
  triple.add_titles("the referee's board");
  triple.add_titles(Title("White", boards.boards[2].hidden));
  return figure;
}

}  // namespace tenuki
