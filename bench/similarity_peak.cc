// Compiled once for each TENUKI_VARIANT, which is what follows PeakLoops in the function's name.
#include <cstdint>

#include "bench/similarity_loops.h"
#include "engine/influence/kernels.h"
#include "engine/influence/lanes.h"

#define TENUKI_PASTE(a, b) a##b
#define TENUKI_NAME(a, b) TENUKI_PASTE(a, b)

// A register whose value the compiler knows nothing of afterwards, or that it has to have.
#if defined(__x86_64__)
#define TENUKI_FORGET(lanes) asm volatile("" : "+v"(lanes))
#define TENUKI_NEED(lanes) asm volatile("" : : "v"(lanes))
#else
#define TENUKI_FORGET(lanes) asm volatile("" : "+r"(lanes))
#define TENUKI_NEED(lanes) asm volatile("" : : "r"(lanes))
#endif

namespace tenuki::bench {
namespace {

constexpr int kStepRegisters = kStepBlocks * kBlockMaps / kNumLanes;

void Sums(int64_t times) {
  Lanes columns[kStepRegisters];
  Lanes sums[kStepRows][kStepRegisters];
  Lanes row = Zero();
  for (Lanes& column : columns) {
    column = Zero();
    TENUKI_FORGET(column);
  }
  for (auto& of_row : sums) {
    for (Lanes& sum : of_row) sum = Zero();
  }
  for (int64_t time = 0; time < times; ++time) {
    for (auto& of_row : sums) {
      TENUKI_FORGET(row);
      for (int c = 0; c < kStepRegisters; ++c) of_row[c] = Add(of_row[c], SumBytes(row, columns[c]));
    }
  }
  for (auto& of_row : sums) {
    for (Lanes& sum : of_row) TENUKI_NEED(sum);
  }
}

void Loads(const uint64_t* words, int num_words, int64_t times) {
  for (int64_t time = 0; time < times; ++time) {
    for (int word = 0; word < num_words; word += 64) {
#pragma GCC unroll 64
      for (int w = 0; w < 64; w += kNumLanes) {
        const Lanes lanes = Load(words + word + w);
        TENUKI_NEED(lanes);
      }
    }
  }
}

void Stores(uint64_t* words, int num_words, int64_t times) {
  Lanes lanes = Zero();
  for (int64_t time = 0; time < times; ++time) {
    TENUKI_FORGET(lanes);
    auto* const to = reinterpret_cast<int32_t*>(words);
    for (int number = 0; number < 2 * num_words; number += kNumLanes) tenuki::Store(lanes, to + number);
  }
}

}  // namespace

PeakLoops TENUKI_NAME(PeakLoops, TENUKI_VARIANT)() {
  return {.num_lanes = kNumLanes,
          .step_rows = kStepRows,
          .step_registers = kStepRegisters,
          .sums = &Sums,
          .loads = &Loads,
          .stores = &Stores};
}

}  // namespace tenuki::bench
