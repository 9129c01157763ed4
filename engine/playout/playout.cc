#include "engine/playout/playout.h"

#include "engine/playout/kernels.h"

namespace tenuki {

PlayoutKernel::PlayoutKernel(CpuLevel level) : run_(&RunPlayoutBaseline) {
#if defined(__x86_64__)
  if (level == CpuLevel::kAvx2) run_ = &RunPlayoutAvx2;
  if (level == CpuLevel::kAvx512) run_ = &RunPlayoutAvx512;
#else
  static_cast<void>(level);
#endif
}

Playout PlayoutKernel::Run(const Board& start, uint64_t seed, const PlayoutOptions& options) const {
  Playout playout;
  const int max_plies = options.max_plies > 0 ? options.max_plies : 3 * start.num_points();
  run_(start.state(), seed, max_plies, options.mercy_stones, playout);
  playout.score = playout.area.Score();
  return playout;
}

}  // namespace tenuki
