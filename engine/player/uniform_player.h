// A player that draws its moves uniformly: the weakest there is, and the baseline of every scale.
//
// The candidates are those of playouts (playout.h): legal moves that do not fill an own eye, in point order. Move
// number m of a game (counted from 0 in its plies) is drawn from the stream s = DeriveSeed(seed, m): draw k takes
// candidate UniformBelow(n, Random32(s, k)) of the n that are left; if superko forbids it, it is struck off and
// draw k + 1 follows. With no candidate left the player passes. It never resigns.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/player/player.h"

namespace tenuki {

class UniformPlayer final : public Player {
 public:
  explicit UniformPlayer(uint64_t seed) : seed_(seed) {}

  std::string_view name() const override { return "uniform"; }
  void SetSeed(uint64_t seed) override { seed_ = seed; }
  uint64_t seed() const override { return seed_; }
  std::optional<Move> ChooseMove(const Game& game) override;

 private:
  uint64_t seed_;
};

}  // namespace tenuki
