#include "engine/search/selection.h"
#include "engine/search/selection_kernel.h"

namespace tenuki {

uint32_t SelectEdgeAvx2(const SelectionEdges& edges, const SelectionRule& rule, float log_total, float* values) {
  return SelectEdge(edges, rule, log_total, values);
}

}  // namespace tenuki
