// The exact test of a share against a half: did one of two win more often than by chance?
//
//   SignTestP(36, 50)                       // 0.0026: two-sided, of 36 or more, or 14 or fewer, among 50
//
// From + − × ÷ alone, so the same on every machine. A pure function: no thread rules.
#pragma once

#include <cstdint>

namespace tenuki {

// The probability under a share of one half of a number at least as far from trials / 2. REQUIRES: 0 <= successes <=
// trials. Without trials: 1.
double SignTestP(int64_t successes, int64_t trials);

}  // namespace tenuki
