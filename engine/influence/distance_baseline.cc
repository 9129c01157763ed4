#include "engine/influence/distance_kernel.h"
#include "engine/influence/kernels.h"

namespace tenuki {

void RunByteDistancesBaseline(const DistanceTask& task) { RunDistances<Bytes>(task); }

void RunHalfDistancesBaseline(const DistanceTask& task) { RunDistances<Halves>(task); }

}  // namespace tenuki
