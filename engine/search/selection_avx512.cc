#include "engine/search/selection.h"
#include "engine/search/selection_kernel.h"

namespace tenuki {

uint32_t SelectEdgeAvx512(const SelectionEdges& edges, const SelectionRule& rule, float log_total, float* values) {
  return SelectEdge(edges, rule, log_total, values);
}

void UpdateRaveAvx512(const int16_t* moves, uint32_t count, const float* played, float wins, float* rave_visits,
                      float* rave_wins) {
  UpdateRave(moves, count, played, wins, rave_visits, rave_wins);
}

}  // namespace tenuki
