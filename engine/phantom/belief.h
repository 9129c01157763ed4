// Guesses that agree with everything that a player has observed: its beliefs are whole games as they could have been.
//
// New observations are checked against each belief. One that they contradict is repaired: a guessed move of the
// opponent is moved to where it explains what was observed (a stone on a refused point, off a point that turned out to
// be empty, into a captured region), and the game is gone over from the start; a repair stays if it gets at least as
// far. What cannot be repaired is replaced by a copy of another belief. Before each proposal every belief also has one
// of its moves redrawn, where that still agrees, so that copies grow apart. Where no belief is left, guesses agree with
// the number of stones alone, until a later repair succeeds.
//
// Beliefs are a function of the seed and the observations. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/phantom/guess.h"
#include "engine/phantom/hidden_game.h"

namespace tenuki {

class Belief final : public Guesser {
 public:
  // REQUIRES: num_beliefs > 0.
  Belief(int num_beliefs, uint64_t seed) : num_beliefs_(num_beliefs), seed_(seed) {}

  void Update(const PlayerView& view) override;
  std::span<const Point> Guess(const PlayerView& view, uint64_t seed) override;
  bool IsConsistent() const override { return !agreeing_.empty(); }

  // Those that agree with all that was observed, as of the last update.
  const std::vector<int>& agreeing() const { return agreeing_; }
  const HiddenGame& game(int belief) const { return games_[belief]; }

 private:
  bool Repair(const PlayerView& view, int tries, HiddenGame& game, Draws& draws) const;
  void Redraw(const PlayerView& view, HiddenGame& game, Draws& draws) const;
  std::vector<Point> Mutated(const PlayerView& view, const HiddenGame& failed, Draws& draws) const;

  const int num_beliefs_;
  const uint64_t seed_;
  std::vector<HiddenGame> games_;
  std::vector<int> agreeing_;
  std::vector<Point> points_;
  CountGuesser fallback_;
};

}  // namespace tenuki
