// What the benchmark of similarity is compared with, compiled in several ways (bench/CMakeLists.txt): a plain loop, and
// loops that find out what a core can do at most.
#pragma once

#include <cstdint>

namespace tenuki::bench {

// Distances of all pairs, in the most plain way: map i's values are values[i · num_points] and on, distances[i ·
// num_maps
// + j] is that of i and j.
using PlainDistancesFunction = void (*)(const int16_t* values, int num_maps, int num_points, int32_t* distances);
void PlainDistancesScalar(const int16_t* values, int num_maps, int num_points, int32_t* distances);
void PlainDistancesBaseline(const int16_t* values, int num_maps, int num_points, int32_t* distances);
void PlainDistancesAvx2(const int16_t* values, int num_maps, int num_points, int32_t* distances);
void PlainDistancesAvx512(const int16_t* values, int num_maps, int num_points, int32_t* distances);

// With a level's registers, in the shape of its kernel's innermost step (engine/influence/lanes.h).
struct PeakLoops {
  int num_lanes;
  // A step compares step_rows rows with step_registers registers of columns.
  int step_rows;
  int step_registers;
  // step_rows · step_registers differences of bytes and as many additions each time, from registers to registers.
  void (*sums)(int64_t times);
  // Loads num_words (a multiple of 64) words, each register's worth once, `times` times.
  void (*loads)(const uint64_t* words, int num_words, int64_t times);
  // Writes as many words.
  void (*stores)(uint64_t* words, int num_words, int64_t times);
};
PeakLoops PeakLoopsBaseline();
PeakLoops PeakLoopsAvx2();
PeakLoops PeakLoopsAvx512();

}  // namespace tenuki::bench
