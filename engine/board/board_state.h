// What a board is in memory: plain data that board_core.h updates, `Board` wraps and playouts run on.
//
// A chain is a circular list of its stones, with one of them as its root; what is known of the chain stands in the
// root's place. Three things make the set of moves that a playout may choose from cheap to keep exact:
//
//  - *Pseudo-liberties with moments.* For each (stone, adjacent empty point e) of a chain, count 1, sum e, and sum of
//    squares e², packed in one word: merging chains is an addition, filling or freeing a point a subtraction or an
//    addition. By Cauchy–Schwarz, count · squares == sum² exactly when all those points are the same one: the chain is
//    in atari, and its liberty is sum / count.
//  - *`helps`.* A chain makes its liberties legal for its own colour, unless it is in atari: then it makes its one
//    liberty legal for the opponent. So a point without empty neighbours is legal for a colour if and only if a
//    neighbouring chain helps that colour, and only that one liberty changes its legality when a chain enters or
//    leaves atari.
//  - *`barred`.* For each colour, the empty points that a playout does not play: suicide and own eyes. They change only
//    next to a move, next to captured stones, and at the liberties just mentioned.
#pragma once

#include <cstdint>

#include "engine/board/point.h"
#include "engine/board/point_set.h"

namespace tenuki {

struct BoardState {
  static constexpr uint8_t kOffBoard = 3;  // as a colour
  static constexpr int kWords = PointSet::kWords;
  // The last element used, number `num_points`, stands for everything off the board.
  static constexpr int kCells = kMaxPoints + 1;

  int32_t size;
  int32_t num_points;
  uint64_t hash;            // of the stones alone
  int32_t ko;               // where the side to move may not retake, or kNoPoint
  int32_t captured[2];      // stones that Black, White have captured
  uint8_t to_move;          // a Color
  uint8_t passes;           // consecutive passes up to now, at most 2
  uint8_t board_unchanged;  // the last ply left the board as it was: a pass, or suicide of a single stone
  uint64_t empty[kWords];
  uint64_t stones[2][kWords];
  uint64_t barred[2][kWords];  // of points that are not empty: anything

  // By point. Columns rather than cells: an index into an array of one, two or eight bytes an element costs nothing on
  // x86, one into larger cells an instruction.
  uint8_t color[kCells];    // a Color, or kOffBoard
  uint16_t around[kCells];  // colours of the neighbours, counted; see board_core.h
  uint16_t chain[kCells];   // the root's point; of an empty point, `num_points`
  uint16_t next[kCells];    // the next stone of the chain's circular list
  // By root.
  uint8_t helps[kCells];       // whom it helps; see board_core.h
  uint64_t liberties[kCells];  // stones (9 bits), pseudo-liberties (10), their sum (18), sum of squares (27)
};

}  // namespace tenuki
