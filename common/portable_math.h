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

// e to the x; within a few units in the last place. Below −700 it is 0. REQUIRES: x < 700.
constexpr double PortableExp(double x) {
  // x = k ln 2 + r with |r| at most half of ln 2; e^r = (e^(r/16))^16, by a short series.
  constexpr double kLn2High = 0x1.62e42fefa3800p-1;
  constexpr double kLn2Low = 0x1.ef35793c76730p-45;
  constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
  if (x < -700) return 0;
  const double rounded = x * kInverseLn2 + (x < 0 ? -0.5 : 0.5);
  const auto k = static_cast<int64_t>(rounded);
  const double r = ((x - static_cast<double>(k) * kLn2High) - static_cast<double>(k) * kLn2Low) / 16;
  // e^r − 1, which keeps the digits that 1 + … would lose.
  double series = 0;
  for (int i = 11; i >= 1; --i) series = (series + 1) * r / i;
  for (int i = 0; i < 4; ++i) series = series * (series + 2);
  return (series + 1) * std::bit_cast<double>(static_cast<uint64_t>(k + 1023) << 52);
}

}  // namespace tenuki
