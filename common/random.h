// Random numbers as a function of (seed, counter): there is no state to carry, copy or share.
//
// Number `counter` of stream `seed` is the same whatever was drawn before it, on whatever thread, in whatever SIMD
// lane (law 1: a unit's result depends on the unit alone). The function is SplitMix64 (Steele, Lea & Flood 2014) read
// at random: its state after n steps is seed + n·γ, so any element costs two multiplications. Streams of seeds that
// differ by a small multiple of γ overlap; seeds come from hashes or small integers, where that does not happen.
//
// The values are part of every result that tenuki has stored: they never change.
#pragma once

#include <cstdint>

namespace tenuki {

// The golden ratio's odd 64-bit multiple: SplitMix64's γ.
inline constexpr uint64_t kGoldenGamma = 0x9E3779B97F4A7C15;

// A bijection of 64 bits in which each input bit changes each output bit with probability about one half.
[[gnu::always_inline]] constexpr uint64_t Mix64(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

[[gnu::always_inline]] constexpr uint64_t Random64(uint64_t seed, uint64_t counter) {
  return Mix64(seed + (counter + 1) * kGoldenGamma);
}

[[gnu::always_inline]] constexpr uint32_t Random32(uint64_t seed, uint64_t counter) {
  return static_cast<uint32_t>(Random64(seed, counter) >> 32);
}

// Maps a 32-bit random number to 0 … n−1. The bias is below n / 2^32: at most 361 in four thousand million here.
[[gnu::always_inline]] constexpr uint32_t UniformBelow(uint32_t n, uint32_t random) {
  return static_cast<uint32_t>((uint64_t{random} * n) >> 32);
}

// The seed of sub-stream `index` of `seed`, e.g. of playout `index` of a search.
constexpr uint64_t DeriveSeed(uint64_t seed, uint64_t index) {
  return Mix64(Random64(seed, index) ^ 0xD1B54A32D192ED03);
}

}  // namespace tenuki
