// A whole game as it could have been: the player's own moves, which it knows, and guessed ones of its opponent.
//
//   HiddenGame game(view);
//   if (!game.Advance(view, draws)) …        // what was observed at game.next_observation() could not have been
//
// Going over the observations of a view, it checks each against the rules: refused proposals have to be illegal, moves
// legal, with the captures that were announced. A move of the opponent that was not guessed yet is drawn, uniformly
// among those that playouts choose from and that capture what was captured.
//
// A value; not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/random.h"
#include "engine/board/board.h"
#include "engine/phantom/view.h"

namespace tenuki {

// Random numbers one after the other.
class Draws {
 public:
  explicit Draws(uint64_t seed) : seed_(seed) {}
  // 0 … n − 1. REQUIRES: n > 0.
  uint32_t Below(uint32_t n) { return UniformBelow(n, Random32(seed_, counter_++)); }
  // REQUIRES: the set is not empty.
  Point OneOf(const PointSet& points);

 private:
  uint64_t seed_;
  uint64_t counter_ = 0;
};

class HiddenGame {
 public:
  explicit HiddenGame(const PlayerView& view) : start_(view.size()), board_(view.size()) {}

  // Goes on to the end of what was observed; false where it does not agree, and stays there.
  bool Advance(const PlayerView& view, Draws& draws);
  // Back to the start, with these moves of the opponent; others are drawn when it advances.
  void Restart(std::vector<Point> moves);

  // Of the opponent's stones, in order; the first num_played() are on the board or were captured.
  const std::vector<Point>& moves() const { return moves_; }
  size_t num_played() const { return num_played_; }
  size_t next_observation() const { return next_observation_; }
  const Board& board() const { return board_; }

 private:
  bool Apply(const PlayerView& view, const Observation& observation, Draws& draws);
  bool PlayOwn(const PlayerView& view, const Observation& observation);
  bool PlayOpposing(const PlayerView& view, const Observation& observation, Draws& draws);
  std::optional<Point> DrawMove(const Observation& observation, Draws& draws) const;
  bool IsLegal(const PlayerView& view, Point point) const;
  bool Repeats(const PlayerView& view, Point point) const;
  void Play(Move move);

  // Empty: to copy is quicker than to make one.
  Board start_;
  Board board_;
  std::vector<Point> moves_;
  size_t num_played_ = 0;
  size_t next_observation_ = 0;
  // Positions that were on the board, by hash, with the side to move after them. A hash may forbid a legal move once in
  // 2^64: guesses need no more.
  std::vector<std::pair<uint64_t, Color>> seen_;
  bool has_captures_ = false;
};

}  // namespace tenuki
