// Registers of 64-bit lanes, for the distance kernel: the same few operations at each CPU level.
// See distance_kernel.h for why everything is in an unnamed namespace.
//
// A lane holds values of one map. SumBytes gives what eight bytes of it add to the map's distance; AddHalves adds what
// four 16-bit numbers do, in two sums of 32 bits that FoldHalves puts together at the end. Store writes the low 32 bits
// of each lane.
#pragma once

#include <cstdint>

#if defined(__SSE4_2__)
#include <immintrin.h>
#endif

namespace tenuki {
namespace {  // NOLINT: on purpose

#define TENUKI_INLINE [[gnu::always_inline]] inline

#if !defined(__SSE4_2__) || defined(TENUKI_ONE_LANE)  // any other architecture: one lane, in plain code

using Lanes = uint64_t;
constexpr int kNumLanes = 1;
// How many rows, and how many blocks of columns (map_set.h), a step of the kernel compares. Their sums stay in
// registers.
constexpr int kStepRows = 1;
constexpr int kStepBlocks = 1;

template <typename Value>
TENUKI_INLINE uint64_t SumDifferences(uint64_t a, uint64_t b) {
  uint64_t sum = 0;
  for (unsigned shift = 0; shift < 64; shift += 8 * sizeof(Value)) {
    const int32_t difference = static_cast<Value>(a >> shift) - static_cast<Value>(b >> shift);
    sum += static_cast<uint64_t>(difference < 0 ? -difference : difference);
  }
  return sum;
}
TENUKI_INLINE Lanes Zero() { return 0; }
TENUKI_INLINE Lanes Load(const uint64_t* words) { return *words; }
TENUKI_INLINE Lanes Repeat(const uint64_t* word) { return *word; }
TENUKI_INLINE Lanes Add(Lanes a, Lanes b) { return a + b; }
TENUKI_INLINE Lanes SumBytes(Lanes a, Lanes b) { return SumDifferences<uint8_t>(a, b); }
TENUKI_INLINE Lanes AddHalves(Lanes sum, Lanes a, Lanes b) { return sum + SumDifferences<int16_t>(a, b); }
TENUKI_INLINE Lanes FoldHalves(Lanes sum) { return sum; }
TENUKI_INLINE void Store(Lanes sum, int32_t* distances) { *distances = static_cast<int32_t>(sum); }

#elif defined(__AVX512BW__)

using Lanes = __m512i;
constexpr int kNumLanes = 8;
constexpr int kStepRows = 4;
constexpr int kStepBlocks = 4;

TENUKI_INLINE Lanes Zero() { return _mm512_setzero_si512(); }
TENUKI_INLINE Lanes Load(const uint64_t* words) { return _mm512_load_si512(words); }
TENUKI_INLINE Lanes Repeat(const uint64_t* word) { return _mm512_set1_epi64(static_cast<long long>(*word)); }
TENUKI_INLINE Lanes Add(Lanes a, Lanes b) { return _mm512_add_epi64(a, b); }
TENUKI_INLINE Lanes SumBytes(Lanes a, Lanes b) { return _mm512_sad_epu8(a, b); }
TENUKI_INLINE Lanes AddHalves(Lanes sum, Lanes a, Lanes b) {
  const Lanes difference = _mm512_sub_epi16(_mm512_max_epi16(a, b), _mm512_min_epi16(a, b));
  const Lanes low = _mm512_and_si512(difference, _mm512_set1_epi32(0xFFFF));
  return _mm512_add_epi32(sum, _mm512_add_epi32(low, _mm512_srli_epi32(difference, 16)));
}
TENUKI_INLINE Lanes FoldHalves(Lanes sum) { return _mm512_add_epi32(sum, _mm512_srli_epi64(sum, 32)); }
TENUKI_INLINE void Store(Lanes sum, int32_t* distances) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(distances), _mm512_cvtepi64_epi32(sum));
}

#elif defined(__AVX2__)

using Lanes = __m256i;
constexpr int kNumLanes = 4;
constexpr int kStepRows = 2;
constexpr int kStepBlocks = 2;

TENUKI_INLINE Lanes Zero() { return _mm256_setzero_si256(); }
TENUKI_INLINE Lanes Load(const uint64_t* words) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(words)); }
TENUKI_INLINE Lanes Repeat(const uint64_t* word) { return _mm256_set1_epi64x(static_cast<long long>(*word)); }
TENUKI_INLINE Lanes Add(Lanes a, Lanes b) { return _mm256_add_epi64(a, b); }
TENUKI_INLINE Lanes SumBytes(Lanes a, Lanes b) { return _mm256_sad_epu8(a, b); }
TENUKI_INLINE Lanes AddHalves(Lanes sum, Lanes a, Lanes b) {
  const Lanes difference = _mm256_sub_epi16(_mm256_max_epi16(a, b), _mm256_min_epi16(a, b));
  const Lanes low = _mm256_and_si256(difference, _mm256_set1_epi32(0xFFFF));
  return _mm256_add_epi32(sum, _mm256_add_epi32(low, _mm256_srli_epi32(difference, 16)));
}
TENUKI_INLINE Lanes FoldHalves(Lanes sum) { return _mm256_add_epi32(sum, _mm256_srli_epi64(sum, 32)); }
TENUKI_INLINE void Store(Lanes sum, int32_t* distances) {
  const __m256i low = _mm256_permutevar8x32_epi32(sum, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(distances), _mm256_castsi256_si128(low));
}

#else  // SSE4.2

using Lanes = __m128i;
constexpr int kNumLanes = 2;
constexpr int kStepRows = 2;
constexpr int kStepBlocks = 1;

TENUKI_INLINE Lanes Zero() { return _mm_setzero_si128(); }
TENUKI_INLINE Lanes Load(const uint64_t* words) { return _mm_load_si128(reinterpret_cast<const __m128i*>(words)); }
TENUKI_INLINE Lanes Repeat(const uint64_t* word) { return _mm_set1_epi64x(static_cast<long long>(*word)); }
TENUKI_INLINE Lanes Add(Lanes a, Lanes b) { return _mm_add_epi64(a, b); }
TENUKI_INLINE Lanes SumBytes(Lanes a, Lanes b) { return _mm_sad_epu8(a, b); }
TENUKI_INLINE Lanes AddHalves(Lanes sum, Lanes a, Lanes b) {
  const Lanes difference = _mm_sub_epi16(_mm_max_epi16(a, b), _mm_min_epi16(a, b));
  const Lanes low = _mm_and_si128(difference, _mm_set1_epi32(0xFFFF));
  return _mm_add_epi32(sum, _mm_add_epi32(low, _mm_srli_epi32(difference, 16)));
}
TENUKI_INLINE Lanes FoldHalves(Lanes sum) { return _mm_add_epi32(sum, _mm_srli_epi64(sum, 32)); }
TENUKI_INLINE void Store(Lanes sum, int32_t* distances) {
  _mm_storel_epi64(reinterpret_cast<__m128i*>(distances), _mm_shuffle_epi32(sum, 0b1000));
}

#endif

}  // namespace
}  // namespace tenuki
