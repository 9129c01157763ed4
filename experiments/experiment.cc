#include "experiments/experiment.h"

#include "common/random.h"

namespace tenuki {

uint64_t UnitSeed(const Digest& cell, int64_t unit) {
  uint64_t seed = 0;
  for (int i = 0; i < 8; ++i) seed |= uint64_t{static_cast<uint8_t>(cell.bytes()[i])} << 8 * i;
  return DeriveSeed(seed, static_cast<uint64_t>(unit));
}

}  // namespace tenuki
