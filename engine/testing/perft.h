// Perft: the number of move sequences of each length, as chess programs count them to prove their move generators.
//
//   Perft(NaiveBoard(2, 3, rules), WithPasses::kNo, 4)    {6, 30, 120, 336}
//
// Works on anything that plays like `Game` and `NaiveBoard`. Black starts and colours alternate; where passes are
// counted they are always legal, and two in a row end the game.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/game.h"
#include "engine/testing/naive_board.h"

namespace tenuki {

enum class WithPasses { kNo, kYes };

inline int NumPoints(const Game& game) { return game.board().num_points(); }
inline int NumPoints(const NaiveBoard& board) { return board.num_points(); }
inline bool IsOver(const Game& game) { return game.IsOver(); }
inline bool IsOver(const NaiveBoard& board) { return board.passes() == 2; }

// Adds the sequences that continue `position`, which itself is `ply` plies deep, to `counts`.
template <typename Position>
void CountContinuations(const Position& position, WithPasses with_passes, int ply, std::vector<int64_t>& counts) {
  bool is_leaf = ply == static_cast<int>(counts.size());
  if (is_leaf || IsOver(position)) return;
  Move first = with_passes == WithPasses::kYes ? kPass : 0;
  for (Move move = first; move < NumPoints(position); ++move) {
    if (position.Check(move) != MoveError::kNone) continue;
    ++counts[ply];
    Position next = position;
    next.Play(move);
    CountContinuations(next, with_passes, ply + 1, counts);
  }
}

// Element d is the number of sequences of d + 1 moves.
template <typename Position>
std::vector<int64_t> Perft(const Position& start, WithPasses with_passes, int depth) {
  std::vector<int64_t> counts(depth, 0);
  CountContinuations(start, with_passes, 0, counts);
  return counts;
}

}  // namespace tenuki
