// Which instruction sets a hot kernel may use on this machine.
//
// tenuki is compiled for x86-64-v2, so that a worker built on one node runs on a node with an older CPU. Kernels are
// compiled once per level, and the best one that this CPU has is chosen at run time. All levels give the same results:
// that is tested, and it is why a level never appears in a result.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace tenuki {

enum class CpuLevel {
  kBaseline,  // x86-64-v2 (SSE4.2, POPCNT); on other architectures whatever the compiler's default is
  kAvx2,      // x86-64-v3 (AVX2, BMI2, FMA)
  kAvx512,    // x86-64-v4 with VBMI2 and VPOPCNTDQ
};

// "baseline", "avx2", "avx512": the names that users see.
std::string_view CpuLevelName(CpuLevel level);
std::optional<CpuLevel> ParseCpuLevel(std::string_view name);

// The levels that this CPU has, ascending; kBaseline is always there.
std::vector<CpuLevel> SupportedCpuLevels();
CpuLevel BestCpuLevel();

}  // namespace tenuki
