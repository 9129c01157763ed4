// Zobrist keys: a position's hash is the exclusive or of the keys of its stones.
//
// Keys are computed, not stored: a table would have to be filled before first use or fill cache that boards need.
#pragma once

#include <cstdint>

#include "common/random.h"

namespace tenuki {

// REQUIRES: color is 1 (Black) or 2 (White). A point has the same key on every board size.
[[gnu::always_inline]] constexpr uint64_t ZobristKey(unsigned color, unsigned point) {
  return Random64(0x74656E756B690000, color * 512 + point);
}

// Told apart from the stones' keys: what situational superko adds to the hash when White is to move.
inline constexpr uint64_t kZobristWhiteToMove = Random64(0x74656E756B690001, 0);

}  // namespace tenuki
