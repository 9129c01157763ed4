// The entry points of the playout kernel, one per CPU level.
#pragma once

#include <cstdint>

#include "engine/board/board_state.h"
#include "engine/playout/playout.h"

namespace tenuki {

void RunPlayoutBaseline(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones, Playout& playout);
void RunPlayoutAvx2(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones, Playout& playout);
void RunPlayoutAvx512(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones, Playout& playout);

}  // namespace tenuki
