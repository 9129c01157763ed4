// The rules of a game, as a value. Scoring is by area (Tromp–Taylor: stones, and empty regions that reach one colour
// only); stones on the board at the end are alive.
#pragma once

#include <cstdint>

namespace tenuki {

enum class KoRule : uint8_t {
  kSimple,              // a move may not recreate the board of two plies ago
  kPositionalSuperko,   // a move may not recreate any earlier board
  kSituationalSuperko,  // a move may not recreate any earlier board with the same side to move
};

struct Rules {
  KoRule ko = KoRule::kPositionalSuperko;
  bool suicide_allowed = false;
  // In half points: 15 is a komi of 7.5, −3 gives Black one and a half.
  int komi_half_points = 15;

  friend bool operator==(const Rules&, const Rules&) = default;
};

}  // namespace tenuki
