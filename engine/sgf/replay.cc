#include "engine/sgf/replay.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/board/geometry.h"

namespace tenuki {
namespace {

// A stone of `stones`, all of one colour, whose chain touches none of the `empty` points.
std::optional<Point> FindChoked(int size, const PointSet& stones, const PointSet& empty) {
  PointSet alive;  // the others
  std::vector<Point> reached;
  auto reach_neighbours = [&](Point point) {
    for (Point side : GeometryOf(size).neighbours[point].side) {
      if (side == size * size || !stones.Contains(side) || alive.Contains(side)) continue;
      alive.Insert(side);
      reached.push_back(side);
    }
  };
  for (Point point : empty) reach_neighbours(point);
  while (!reached.empty()) {
    const Point point = reached.back();
    reached.pop_back();
    reach_neighbours(point);
  }
  const PointSet choked = stones - alive;
  return choked.empty() ? std::nullopt : std::optional(*choked.begin());
}

absl::Status ChokedError(int size, const PointSet& black, const PointSet& white, SgfLocation where) {
  const PointSet empty = PointSet::All(size) - black - white;
  const std::optional<Point> choked_black = FindChoked(size, black, empty);
  const Point point = choked_black ? *choked_black : FindChoked(size, white, empty).value_or(kNoPoint);
  return absl::InvalidArgumentError(absl::StrCat(where, ": this setup leaves the ", choked_black ? "black" : "white",
                                                 " chain at ", ToGtp(size, point), " without liberties"));
}

absl::StatusOr<Board> SetUp(const Board& board, const SgfSetup& setup, Color to_move) {
  const PointSet black = (board.stones(Color::kBlack) - setup.touched()) | setup.black;
  const PointSet white = (board.stones(Color::kWhite) - setup.touched()) | setup.white;
  const std::optional<Board> after = Board::FromStones(board.size(), black, white, to_move);
  if (!after) return ChokedError(board.size(), black, white, setup.where);
  return *after;
}

// Whose turn it is after `num_plies`, as the header says.
Color ToMoveAfter(const SgfRecord& record, int num_plies) {
  std::optional<Color> to_move;
  for (const SgfSetup& setup : std::ranges::equal_range(record.setups, num_plies, {}, &SgfSetup::plies_before)) {
    if (setup.to_move) to_move = setup.to_move;
  }
  if (to_move) return *to_move;
  if (num_plies < std::ssize(record.plies)) return record.plies[num_plies].color;
  if (num_plies > 0) return Opponent(record.plies[num_plies - 1].color);
  return record.info.handicap >= 2 ? Color::kWhite : Color::kBlack;
}

absl::Status IllegalMove(const SgfRecord& record, int ply, MoveError error) {
  const auto& [color, move] = record.plies[ply];
  return absl::InvalidArgumentError(absl::StrCat(record.ply_locations[ply], ": move ", ply + 1, ", ", ColorName(color),
                                                 " ", ToGtp(record.size, move),
                                                 ", is illegal: ", Explain(error, record.size, move)));
}

}  // namespace

absl::StatusOr<Board> PositionAt(const SgfRecord& record, int move_number) {
  const int num_plies = static_cast<int>(record.plies.size());
  if (move_number < 0 || move_number > num_plies) {
    return absl::OutOfRangeError(
        absl::StrCat("the position after move ", move_number, " was asked for; the record has moves 1 to ", num_plies));
  }
  Board board(record.size);
  auto setup = record.setups.begin();
  for (int ply = 0;; ++ply) {
    for (; setup != record.setups.end() && setup->plies_before == ply; ++setup) {
      if (setup->touched().empty()) continue;
      ABSL_ASSIGN_OR_RETURN(board, SetUp(board, *setup, board.to_move()));
    }
    if (ply == move_number) break;
    const auto& [color, move] = record.plies[ply];
    if (move != kPass && board.at(move) != Color::kEmpty) return IllegalMove(record, ply, MoveError::kOccupied);
    board.SetToMove(color);
    board.PlayUnchecked(move);
  }
  board.SetToMove(ToMoveAfter(record, move_number));
  return board;
}

absl::StatusOr<Game> ToGame(const SgfRecord& record, const Rules& rules) {
  const int num_plies = static_cast<int>(record.plies.size());
  Board start(record.size);
  start.SetToMove(ToMoveAfter(record, 0));
  Game game(start, rules);
  auto setup = record.setups.begin();
  for (int ply = 0;; ++ply) {
    for (; setup != record.setups.end() && setup->plies_before == ply; ++setup) {
      if (setup->touched().empty()) continue;
      ABSL_ASSIGN_OR_RETURN(start, SetUp(game.board(), *setup, ToMoveAfter(record, ply)));
      game = Game(start, rules);
    }
    if (ply == num_plies) break;
    const MoveError error = game.PlayAs(record.plies[ply].color, record.plies[ply].move);
    if (error != MoveError::kNone) return IllegalMove(record, ply, error);
  }
  game.SetToMove(ToMoveAfter(record, num_plies));
  return game;
}

}  // namespace tenuki
