// Guesses of where hidden stones are.
//
//   const std::vector<Point> order = ShuffledUnknown(view, seed);
//   PlaceStones(board, Opponent(view.color()), order, view.num_hidden());
//
// Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/phantom/player.h"

namespace tenuki {

// Puts up to `count` stones of `color` on the board, at the first of `points` where one can stand: the point is empty,
// and the stone has a liberty and takes none from others. Returns how many it put. The turn is left with `color`.
int PlaceStones(Board& board, Color color, std::span<const Point> points, int count);

// Where a player looks for hidden stones, one guess after the other. Not thread-safe.
class Guesser {
 public:
  virtual ~Guesser() = default;

  // Called before a proposal, with all that was observed.
  virtual void Update(const PlayerView&) {}
  // Points for hidden stones, the likelier ones first in some sense: the first that can be placed are meant. Valid
  // until the next call.
  virtual std::span<const Point> Guess(const PlayerView& view, uint64_t seed) = 0;
  // Whether guesses agree with everything that was observed.
  virtual bool IsConsistent() const { return false; }
};

// Agrees with the number of hidden stones: unknown points in random order.
class CountGuesser final : public Guesser {
 public:
  std::span<const Point> Guess(const PlayerView& view, uint64_t seed) override;

 private:
  std::vector<Point> points_;
};

}  // namespace tenuki
