// Proposes uniformly among the points that are worth it: the weakest player, and a yardstick of speed.
//
// Not thread-safe.
#pragma once

#include <cstdint>

#include "engine/phantom/player.h"

namespace tenuki {

class RandomPhantomPlayer final : public PhantomPlayer {
 public:
  explicit RandomPhantomPlayer(uint64_t seed) : seed_(seed) {}

  Move Propose(const PlayerView& view) override;

 private:
  const uint64_t seed_;
};

}  // namespace tenuki
