#include "engine/playout/kernel.h"
#include "engine/playout/kernels.h"

namespace tenuki {

void RunPlayoutBaseline(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones, Playout& playout) {
  RunPlayoutOfAnySize(start, seed, max_plies, mercy_stones, playout);
}

}  // namespace tenuki
