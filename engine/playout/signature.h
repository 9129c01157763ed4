// The behaviour signature of playouts: one number per board size that changes when any move of any playout does.
//
// It is printed by bench/playout and checked by a test, for every CPU level: a faster kernel that plays other moves is
// not the same kernel.
#pragma once

#include <cstdint>

#include "engine/playout/batch.h"
#include "engine/playout/playout.h"

namespace tenuki {

inline constexpr int kSignaturePlayouts = 10'000;

// Over the playouts with seeds 0 … kSignaturePlayouts − 1 from the empty board: their lengths, owned points and
// first-played points.
uint64_t PlayoutSignature(const PlayoutKernel& kernel, int size);
uint64_t PlayoutSignature(const BatchPlayoutKernel& kernel, int size);

}  // namespace tenuki
