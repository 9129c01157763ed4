// Functions of the mathematical library from + − × ÷ alone: the same bits on every machine (law 1). The library's own
// differ between processors with and without fused multiply-add.
//
// Compiled with -ffp-contract=off, as everything here is. Pure functions: no thread rules.
#pragma once

#include <bit>
#include <cstdint>

namespace tenuki {

// The natural logarithm; within two units in the last place. REQUIRES: x is positive, normal and finite.
constexpr double PortableLog(double x) {
  // x = m · 2^e with m from √½ to √2; ln m = 2 artanh((m − 1) / (m + 1)).
  constexpr double kLn2High = 0x1.62e42fefa3800p-1;  // its last bits are 0, so that e · kLn2High is exact
  constexpr double kLn2Low = 0x1.ef35793c76730p-45;
  constexpr uint64_t kMantissa = (uint64_t{1} << 52) - 1;
  const auto bits = std::bit_cast<uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & kMantissa) | uint64_t{1023} << 52);
  if (mantissa > 0x1.6a09e667f3bcdp0) {
    mantissa *= 0.5;
    ++exponent;
  }
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double series = 0;
  for (int k = 23; k >= 3; k -= 2) series = series * square + 1.0 / k;
  return exponent * kLn2High + (2 * s + (2 * s * square * series + exponent * kLn2Low));
}

}  // namespace tenuki
