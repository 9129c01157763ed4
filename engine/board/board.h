// A Go position that moves are played on: stones, ko, captures, whose turn it is.
//
//   Board board(9);
//   if (MoveError error = board.Play(*MoveFromGtp(9, "E5"), rules); error != MoveError::kNone) …
//   Board copy = board;                        // copies seven kilobytes
//   copy = board;                              // copies what the board's size uses of them
//   copy.PlayUnchecked(point);                 // the hot path
//
// A board knows no history, so it checks everything but superko; `Game` keeps the history and checks that too.
// Board has no thread rules: a value, like int. It never allocates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/board/area.h"
#include "engine/board/board_state.h"
#include "engine/board/point.h"
#include "engine/board/point_set.h"
#include "engine/board/rules.h"

namespace tenuki {

enum class MoveError : uint8_t { kNone, kOffBoard, kOccupied, kSuicide, kKo, kSuperko };

// "D4 is occupied", "D4 is suicide: it would leave its own chain without liberties", …
std::string Explain(MoveError error, int size, Move move);

class Board {
 public:
  // An empty board, Black to move. REQUIRES: 1 <= size <= kMaxBoardSize.
  explicit Board(int size);
  Board(const Board& other) = default;
  Board& operator=(const Board& other);
  // A position given by its stones. Empty when the two sets meet, leave the board, or a chain has no liberty.
  static std::optional<Board> FromStones(int size, const PointSet& black, const PointSet& white, Color to_move);

  int size() const { return state_.size; }
  int num_points() const { return state_.num_points; }
  Color at(Point point) const { return static_cast<Color>(state_.color[point]); }
  Color to_move() const { return static_cast<Color>(state_.to_move); }
  PointSet empty() const { return PointSet(state_.empty); }
  PointSet stones(Color color) const { return PointSet(state_.stones[Side(color)]); }
  // The opponents' stones that `color` has captured.
  int captured_by(Color color) const { return state_.captured[Side(color)]; }
  // Where the side to move may not retake a ko, or kNoPoint.
  Point ko() const { return state_.ko; }
  // Consecutive passes up to now, at most 2. Two end a game.
  int passes() const { return state_.passes; }
  // Of the stones alone, not of the side to move or the ko.
  uint64_t hash() const { return state_.hash; }

  // The stones of the chain at `point`, and its liberties. REQUIRES: a stone is there.
  PointSet ChainAt(Point point) const;
  PointSet LibertiesAt(Point point) const;

  // What is wrong with `move` for the side to move, superko aside. Rules with superko forbid the same recaptures as
  // the simple rule does, so the ko is checked under all three.
  MoveError Check(Move move, const Rules& rules) const;
  // Checks, then plays; on an error nothing has changed.
  MoveError Play(Move move, const Rules& rules);
  // REQUIRES: the point is empty, or the move a pass. A move without liberties is carried out as suicide.
  void PlayUnchecked(Move move);
  // Whether a stone of the side to move would capture something. REQUIRES: the point is empty.
  bool WouldCapture(Point point) const;
  // The hash after a move, without playing it. REQUIRES: Check allows the move, and it is no suicide.
  uint64_t HashAfter(Move move) const;
  // Passes the turn to `color`, as handicap games and GTP's `play` may do. It lifts a ko ban if the turn changes.
  void SetToMove(Color color);

  // What playouts choose from: legal moves of the side to move under simple ko without suicide, less its own eyes.
  PointSet PlayoutCandidates() const;

  Area ComputeArea() const { return TrompTaylorArea(state_); }

  // For kernels that run on the plain data.
  const BoardState& state() const { return state_; }

 private:
  BoardState state_;
};

}  // namespace tenuki
