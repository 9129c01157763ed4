// Registers of 32-bit lanes, for the batch kernel: one type and a few operations on it, the same at each CPU level.
// See board_core.h for why everything is in an unnamed namespace.
//
// The type is the compilers' own vector extension (gcc and clang): its operators are code for any CPU, and what is left
// to say per level is what they have no operator for. A SIMD library would bring functions that the linker may share
// between levels. A mask is a register whose lanes are all ones or all zeros.
#pragma once

#include <cstdint>

#if defined(__SSE4_2__)
#include <immintrin.h>
#endif

#include "engine/board/board_core.h"  // TENUKI_INLINE

namespace tenuki {
namespace {  // NOLINT: on purpose

#if defined(__AVX512VBMI2__) && defined(__AVX512VPOPCNTDQ__)
#define TENUKI_LANES_AVX512 1
constexpr int kNumLanes = 16;
#elif defined(__AVX2__)
#define TENUKI_LANES_AVX2 1
constexpr int kNumLanes = 8;
#else
constexpr int kNumLanes = 4;
#endif

// May alias: the words of one board are also read and written by themselves.
using Lanes = uint32_t __attribute__((vector_size(4 * kNumLanes), may_alias));
using SignedLanes = int32_t __attribute__((vector_size(4 * kNumLanes)));
// The same register as half as many 64-bit lanes: the low half of each is an even lane, the high half the odd one.
using WideLanes = uint64_t __attribute__((vector_size(4 * kNumLanes)));

TENUKI_INLINE Lanes Repeat(uint32_t value) { return Lanes{} + value; }

// Lane `lane` of a register in memory.
TENUKI_INLINE uint32_t& LaneOf(Lanes& lanes, int lane) { return reinterpret_cast<uint32_t*>(&lanes)[lane]; }
TENUKI_INLINE uint32_t LaneOf(const Lanes& lanes, int lane) { return reinterpret_cast<const uint32_t*>(&lanes)[lane]; }

TENUKI_INLINE Lanes IsZero(Lanes a) { return (Lanes)(a == 0); }
TENUKI_INLINE Lanes IsEqual(Lanes a, Lanes b) { return (Lanes)(a == b); }
TENUKI_INLINE Lanes IsAtLeast(Lanes a, Lanes b) { return (Lanes)((SignedLanes)a >= (SignedLanes)b); }

#if defined(TENUKI_LANES_AVX512)

template <int kTable>
TENUKI_INLINE Lanes Ternary(Lanes a, Lanes b, Lanes c) {
  return (Lanes)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, (__m512i)c, kTable);
}
TENUKI_INLINE Lanes Or3(Lanes a, Lanes b, Lanes c) { return Ternary<0xFE>(a, b, c); }
TENUKI_INLINE Lanes And3(Lanes a, Lanes b, Lanes c) { return Ternary<0x80>(a, b, c); }
TENUKI_INLINE Lanes Majority(Lanes a, Lanes b, Lanes c) { return Ternary<0xE8>(a, b, c); }
TENUKI_INLINE Lanes OrAnd(Lanes a, Lanes b, Lanes c) { return Ternary<0xF8>(a, b, c); }         // a | b & c
TENUKI_INLINE Lanes OrAndNot(Lanes a, Lanes b, Lanes c) { return Ternary<0xF4>(a, b, c); }      // a | b & ~c
TENUKI_INLINE Lanes AndOr(Lanes a, Lanes b, Lanes c) { return Ternary<0xE0>(a, b, c); }         // a & (b | c)
TENUKI_INLINE Lanes AndNorOf(Lanes a, Lanes b, Lanes c) { return Ternary<0x10>(a, b, c); }      // a & ~(b | c)
TENUKI_INLINE Lanes OrButNot(Lanes a, Lanes b, Lanes c) { return Ternary<0x54>(a, b, c); }      // (a | b) & ~c
TENUKI_INLINE Lanes AndButNot(Lanes a, Lanes b, Lanes c) { return Ternary<0x40>(a, b, c); }     // a & b & ~c
TENUKI_INLINE Lanes OrDifference(Lanes a, Lanes b, Lanes c) { return Ternary<0xF6>(a, b, c); }  // a | (b ^ c)
TENUKI_INLINE Lanes Select(Lanes mask, Lanes a, Lanes b) { return Ternary<0xCA>(mask, a, b); }  // bit by bit

template <int kBits>
TENUKI_INLINE Lanes ShiftUp(Lanes word, Lanes below) {
  return (Lanes)_mm512_shldi_epi32((__m512i)word, (__m512i)below, kBits);
}
template <int kBits>
TENUKI_INLINE Lanes ShiftDown(Lanes word, Lanes above) {
  return (Lanes)_mm512_shrdi_epi32((__m512i)word, (__m512i)above, kBits);
}
TENUKI_INLINE Lanes CountBits(Lanes a) { return (Lanes)_mm512_popcnt_epi32((__m512i)a); }
TENUKI_INLINE bool IsAnySet(Lanes a) { return _mm512_test_epi32_mask((__m512i)a, (__m512i)a) != 0; }
// Bit i tells whether lane i of the mask is set.
TENUKI_INLINE uint32_t MaskBits(Lanes mask) { return _mm512_movepi32_mask((__m512i)mask); }
TENUKI_INLINE WideLanes MultiplyLow(WideLanes a, WideLanes b) {
  return (WideLanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
}

#else

TENUKI_INLINE Lanes Or3(Lanes a, Lanes b, Lanes c) { return a | b | c; }
TENUKI_INLINE Lanes And3(Lanes a, Lanes b, Lanes c) { return a & b & c; }
TENUKI_INLINE Lanes Majority(Lanes a, Lanes b, Lanes c) { return (a & b) | (c & (a | b)); }
TENUKI_INLINE Lanes OrAnd(Lanes a, Lanes b, Lanes c) { return a | (b & c); }
TENUKI_INLINE Lanes OrAndNot(Lanes a, Lanes b, Lanes c) { return a | (b & ~c); }
TENUKI_INLINE Lanes AndOr(Lanes a, Lanes b, Lanes c) { return a & (b | c); }
TENUKI_INLINE Lanes AndNorOf(Lanes a, Lanes b, Lanes c) { return a & ~(b | c); }
TENUKI_INLINE Lanes OrButNot(Lanes a, Lanes b, Lanes c) { return (a | b) & ~c; }
TENUKI_INLINE Lanes AndButNot(Lanes a, Lanes b, Lanes c) { return a & b & ~c; }
TENUKI_INLINE Lanes OrDifference(Lanes a, Lanes b, Lanes c) { return a | (b ^ c); }
TENUKI_INLINE Lanes Select(Lanes mask, Lanes a, Lanes b) { return b ^ ((a ^ b) & mask); }

template <int kBits>
TENUKI_INLINE Lanes ShiftUp(Lanes word, Lanes below) {
  return (word << kBits) | (below >> (32 - kBits));
}
template <int kBits>
TENUKI_INLINE Lanes ShiftDown(Lanes word, Lanes above) {
  return (word >> kBits) | (above << (32 - kBits));
}

#if defined(TENUKI_LANES_AVX2)
// By mask, the numbers of its lanes, first to last.
struct PackedLanes {
  uint64_t order[256];  // a byte each
};
constexpr PackedLanes MakePackedLanes() {
  PackedLanes table{};
  for (uint64_t mask = 0; mask < 256; ++mask) {
    int shift = 0;
    for (uint64_t lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1) == 0) continue;
      table.order[mask] |= lane << shift;
      shift += 8;
    }
  }
  return table;
}
constexpr PackedLanes kPackedLanes = MakePackedLanes();

TENUKI_INLINE Lanes CountBits(Lanes a) {
  const __m256i table =
      _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low = _mm256_and_si256((__m256i)a, _mm256_set1_epi8(15));
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16((__m256i)a, 4), _mm256_set1_epi8(15));
  const __m256i bytes = _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
  return (Lanes)_mm256_madd_epi16(_mm256_maddubs_epi16(bytes, _mm256_set1_epi8(1)), _mm256_set1_epi16(1));
}
TENUKI_INLINE bool IsAnySet(Lanes a) { return _mm256_testz_si256((__m256i)a, (__m256i)a) == 0; }
TENUKI_INLINE uint32_t MaskBits(Lanes mask) { return static_cast<uint32_t>(_mm256_movemask_ps((__m256)mask)); }
TENUKI_INLINE WideLanes MultiplyLow(WideLanes a, WideLanes b) {
  return (WideLanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
}
#else
TENUKI_INLINE Lanes CountBits(Lanes a) {
  a = a - ((a >> 1) & 0x55555555);
  a = (a & 0x33333333) + ((a >> 2) & 0x33333333);
  a = (a + (a >> 4)) & 0x0F0F0F0F;
  a = a + (a >> 8);
  return (a + (a >> 16)) & 0xFF;
}
TENUKI_INLINE bool IsAnySet(Lanes a) {
  const WideLanes wide = (WideLanes)a;
  return (wide[0] | wide[1]) != 0;
}
TENUKI_INLINE uint32_t MaskBits(Lanes mask) { return (mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8); }
TENUKI_INLINE WideLanes MultiplyLow(WideLanes a, WideLanes b) { return (a & 0xFFFFFFFF) * (b & 0xFFFFFFFF); }
#endif

#endif

// Writes the values of the lanes of the mask, packed, and whatever else up to kNumLanes. Returns how many there are.
TENUKI_INLINE int StorePacked(Lanes mask, Lanes values, uint32_t* to) {
  const uint32_t lanes = MaskBits(mask);
#if defined(TENUKI_LANES_AVX512)
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(lanes), (__m512i)values));
#elif defined(TENUKI_LANES_AVX2)
  const __m128i order = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(&kPackedLanes.order[lanes]));
  const __m256i packed = _mm256_permutevar8x32_epi32((__m256i)values, _mm256_cvtepu8_epi32(order));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed);
#else
  int count = 0;
  for (int lane = 0; lane < kNumLanes; ++lane) {
    to[count] = values[lane];
    count += static_cast<int>(lanes >> lane & 1);
  }
#endif
  return __builtin_popcount(lanes);
}

// base[offsets] in each lane.
TENUKI_INLINE Lanes LoadFrom(const uint32_t* base, Lanes offsets) {
#if defined(TENUKI_LANES_AVX512)
  return (Lanes)_mm512_i32gather_epi32((__m512i)offsets, base, 4);
#elif defined(TENUKI_LANES_AVX2)
  return (Lanes)_mm256_i32gather_epi32(reinterpret_cast<const int*>(base), (__m256i)offsets, 4);
#else
  Lanes values;
  for (int lane = 0; lane < kNumLanes; ++lane) values[lane] = base[offsets[lane]];
  return values;
#endif
}

TENUKI_INLINE Lanes LaneNumbers() {
  Lanes numbers;
  for (int lane = 0; lane < kNumLanes; ++lane) numbers[lane] = static_cast<uint32_t>(lane);
  return numbers;
}

// `a` in the lanes of the mask, `b` in the others.
TENUKI_INLINE Lanes Where(Lanes mask, Lanes a, Lanes b) { return (SignedLanes)mask < 0 ? a : b; }

// The bit of number `rank` (from 0) in each lane. REQUIRES: there is one.
TENUKI_INLINE Lanes SelectBitOfRank(Lanes word, Lanes rank) {
  const Lanes twos = word - ((word >> 1) & 0x55555555);
  const Lanes fours = (twos & 0x33333333) + ((twos >> 2) & 0x33333333);
  const Lanes eights = (fours + (fours >> 4)) & 0x0F0F0F0F;
  const Lanes halves = eights + (eights >> 8);
  Lanes shift = Lanes{};
  const auto step = [&](Lanes counts, uint32_t mask, uint32_t width) {
    const Lanes count = counts & mask;
    const Lanes passed = IsAtLeast(rank, count);
    rank -= passed & count;
    shift += passed & width;
  };
  step(halves, 0xFF, 16);
  step(eights >> shift, 0xFF, 8);
  step(fours >> shift, 0xF, 4);
  step(twos >> shift, 3, 2);
  step(word >> shift, 1, 1);
  return Repeat(1) << shift;
}

}  // namespace
}  // namespace tenuki
