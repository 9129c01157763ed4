// The rules of Go a second time, so that tests can hold the engine's board against them.
//
//   NaiveBoard naive(9, rules);
//   if (naive.Check(point) == MoveError::kNone) naive.Play(point);
//   EXPECT_EQ(naive.stones().PointsOf(Color::kBlack), Points(game.board().stones(Color::kBlack)));
//
// Every answer is computed afresh from the colours of the points, by flood fill, and the ko rules compare whole boards
// with a full list of the earlier ones. Nothing is incremental, hashed or packed. It was written from the rules alone
// and shares with the engine only the words of point.h, rules.h and MoveError: an error common to both would have to
// be made twice. Boards may be rectangular, since published counts are mostly of rectangles.
#pragma once

#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "engine/board/board.h"
#include "engine/board/point.h"
#include "engine/board/point_set.h"
#include "engine/board/rules.h"

namespace tenuki {

// Stones on a board of any rectangular shape, without history. Lists of points are ascending.
class NaiveStones {
 public:
  using Neighbors = absl::InlinedVector<Point, 4>;

  NaiveStones(int columns, int rows) : NaiveStones(columns, rows, std::vector<Color>(columns * rows, Color::kEmpty)) {}
  // `colors` has the colour of each point, which is number rows·column + row.
  NaiveStones(int columns, int rows, std::vector<Color> colors)
      : columns_(columns), rows_(rows), colors_(std::move(colors)) {}

  int num_points() const { return columns_ * rows_; }
  Color at(Point point) const { return colors_[point]; }

  Neighbors SideNeighbors(Point point) const;
  Neighbors DiagonalNeighbors(Point point) const;
  std::vector<Point> PointsOf(Color color) const;
  // The points connected to `point` by points of its colour (a chain of stones, or an empty region).
  std::vector<Point> RegionAt(Point point) const;
  // The empty neighbours of the chain at `point`.
  std::vector<Point> LibertiesAt(Point point) const;
  bool HasLiberty(Point point) const;
  // Whether every chain has a liberty.
  bool IsLegalPosition() const;
  // The owner of each point by Tromp–Taylor area, kEmpty for nobody.
  std::vector<Color> Owners() const;

  // Puts a stone on an empty point and removes what has no liberty then: the opponent's chains first, then its own.
  // Returns the number of stones removed, of either colour.
  int Place(Point point, Color color);

  friend bool operator==(const NaiveStones&, const NaiveStones&) = default;

 private:
  Neighbors Existing(Point point, absl::Span<const std::pair<int, int>> offsets) const;
  int Remove(absl::Span<const Point> points);

  int columns_;
  int rows_;
  std::vector<Color> colors_;
};

// A game: stones, whose turn it is, and all earlier boards.
class NaiveBoard {
 public:
  // An empty board, Black to move.
  NaiveBoard(int columns, int rows, const Rules& rules);
  NaiveBoard(int size, const Rules& rules) : NaiveBoard(size, size, rules) {}

  const NaiveStones& stones() const { return history_.back().stones; }
  int num_points() const { return stones().num_points(); }
  Color at(Point point) const { return stones().at(point); }
  Color to_move() const { return history_.back().to_move; }
  int passes() const { return passes_; }
  int captured_by(Color color) const { return captured_[Side(color)]; }

  MoveError Check(Move move) const { return CheckUnder(rules_, move); }
  // Without a check. REQUIRES: the point is empty, or the move a pass.
  void Play(Move move);
  // Gives the turn to `color` without a ply.
  void SetToMove(Color color) { history_.back().to_move = color; }

  // As defined in engine/playout/playout.h.
  std::vector<Point> PlayoutCandidates() const;

  // Black's area less White's, before komi.
  int Score() const;

 private:
  struct Position {
    NaiveStones stones;
    Color to_move;
  };

  MoveError CheckUnder(const Rules& rules, Move move) const;
  MoveError CheckRepetition(KoRule ko, const NaiveStones& after) const;
  bool IsOwnEye(Point point) const;

  Rules rules_;
  int passes_ = 0;
  int captured_[2] = {0, 0};
  // The position at the start and after each ply; the last is the present one.
  std::vector<Position> history_;
};

// The points of a set, in a form that gtest compares and prints.
std::vector<Point> Points(const PointSet& set);

}  // namespace tenuki
