#include "common/cpu.h"

namespace tenuki {

std::string_view CpuLevelName(CpuLevel level) {
  switch (level) {
    case CpuLevel::kBaseline: return "baseline";
    case CpuLevel::kAvx2: return "avx2";
    case CpuLevel::kAvx512: return "avx512";
  }
  return "unknown";
}

std::optional<CpuLevel> ParseCpuLevel(std::string_view name) {
  for (CpuLevel level : {CpuLevel::kBaseline, CpuLevel::kAvx2, CpuLevel::kAvx512}) {
    if (CpuLevelName(level) == name) return level;
  }
  return std::nullopt;
}

std::vector<CpuLevel> SupportedCpuLevels() {
  std::vector<CpuLevel> levels = {CpuLevel::kBaseline};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v3")) {
    levels.push_back(CpuLevel::kAvx2);
    if (__builtin_cpu_supports("x86-64-v4") && __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512vpopcntdq")) {
      levels.push_back(CpuLevel::kAvx512);
    }
  }
#endif
  return levels;
}

CpuLevel BestCpuLevel() { return SupportedCpuLevels().back(); }

}  // namespace tenuki
