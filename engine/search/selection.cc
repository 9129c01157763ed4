#include "engine/search/selection.h"

namespace tenuki {

SelectionFunction SelectionFor(CpuLevel level) {
#if defined(__x86_64__)
  if (level == CpuLevel::kAvx2) return &SelectEdgeAvx2;
  if (level == CpuLevel::kAvx512) return &SelectEdgeAvx512;
#else
  static_cast<void>(level);
#endif
  return &SelectEdgeBaseline;
}

RaveFunction RaveUpdateFor(CpuLevel level) {
#if defined(__x86_64__)
  if (level == CpuLevel::kAvx2) return &UpdateRaveAvx2;
  if (level == CpuLevel::kAvx512) return &UpdateRaveAvx512;
#else
  static_cast<void>(level);
#endif
  return &UpdateRaveBaseline;
}

}  // namespace tenuki
