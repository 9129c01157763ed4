#include "engine/influence/distance_kernel.h"
#include "engine/influence/kernels.h"

namespace tenuki {

void RunByteDistancesAvx512(const DistanceTask& task) { RunDistances<Bytes>(task); }

void RunHalfDistancesAvx512(const DistanceTask& task) { RunDistances<Halves>(task); }

}  // namespace tenuki
