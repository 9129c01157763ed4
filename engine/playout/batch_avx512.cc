#include "engine/playout/batch_kernel.h"
#include "engine/playout/batch_kernels.h"

namespace tenuki {

void RunBatchAvx512(int size, BatchQueue& queue) { RunBatchOfAnySize(size, queue); }

}  // namespace tenuki
