// Distances of a rectangle of pairs, compiled once per CPU level (distance_*.cc include this after naming the entry
// points). All functions are in an unnamed namespace, and they call nothing that the linker could share: see
// engine/board/board_core.h.
//
// A lane of a register sums up the distance of one pair (map_set.h). Bytes cost one `psadbw` and one addition for eight
// points of each of the register's pairs. Loads would cost as much, so a step compares several rows with several
// registers of columns: each load serves several pairs, and all the sums stay in registers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "engine/influence/kernels.h"
#include "engine/influence/lanes.h"

namespace tenuki {
namespace {  // NOLINT: on purpose

// Rows that are compared with one step's columns before the next columns come: bytes of these and those fit 32 kB of L1
// cache, 368 bytes a map.
constexpr int kTileRows = 32;

// std::min would be a function that the linker shares.
TENUKI_INLINE int Smaller(int a, int b) { return a < b ? a : b; }
TENUKI_INLINE int Larger(int a, int b) { return a < b ? b : a; }

struct Bytes {
  TENUKI_INLINE static Lanes Accumulate(Lanes sum, Lanes a, Lanes b) { return Add(sum, SumBytes(a, b)); }
  TENUKI_INLINE static Lanes Finish(Lanes sum) { return sum; }
};
struct Halves {
  TENUKI_INLINE static Lanes Accumulate(Lanes sum, Lanes a, Lanes b) { return AddHalves(sum, a, b); }
  TENUKI_INLINE static Lanes Finish(Lanes sum) { return FoldHalves(sum); }
};

TENUKI_INLINE const uint64_t* WordsOf(const uint64_t* set, int lines_per_block, int map) {
  return set + static_cast<ptrdiff_t>(map / kBlockMaps) * lines_per_block * kBlockMaps + map % kBlockMaps;
}

// kRows rows from `row` on with kBlocks blocks of columns, the first of which starts at `columns`;
// distances[r · stride + c].
template <typename Values, int kRows, int kBlocks>
TENUKI_INLINE void Step(const DistanceTask& task, int row, const uint64_t* columns, int32_t* distances,
                        ptrdiff_t stride) {
  constexpr int kPerBlock = kBlockMaps / kNumLanes;  // registers
  const ptrdiff_t block_words = static_cast<ptrdiff_t>(task.lines_per_block) * kBlockMaps;
  const uint64_t* rows[kRows];
  for (int r = 0; r < kRows; ++r) rows[r] = WordsOf(task.rows, task.lines_per_block, row + r);
  Lanes sums[kRows][kBlocks * kPerBlock];
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kBlocks * kPerBlock; ++c) sums[r][c] = Zero();
  }
  for (ptrdiff_t word = 0; word < block_words; word += kBlockMaps) {
    Lanes column[kBlocks * kPerBlock];
    for (int c = 0; c < kBlocks * kPerBlock; ++c) {
      column[c] = Load(columns + c / kPerBlock * block_words + word + c % kPerBlock * kNumLanes);
    }
    for (int r = 0; r < kRows; ++r) {
      const Lanes values = Repeat(rows[r] + word);
      for (int c = 0; c < kBlocks * kPerBlock; ++c) sums[r][c] = Values::Accumulate(sums[r][c], values, column[c]);
    }
  }
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kBlocks * kPerBlock; ++c) {
      Store(Values::Finish(sums[r][c]), distances + r * stride + c * kNumLanes);
    }
  }
}

// Rows from `row` to `end` with kBlocks blocks of columns from number `block` on, which may reach beyond the columns
// that the task wants.
template <typename Values, int kBlocks>
TENUKI_INLINE void RunColumns(const DistanceTask& task, int row, int end, int block) {
  constexpr int kWidth = kBlocks * kBlockMaps;
  const uint64_t* const columns = WordsOf(task.columns, task.lines_per_block, block * kBlockMaps);
  const int skipped = Larger(0, task.first_column - block * kBlockMaps);
  const int wanted = Smaller(kWidth, task.first_column + task.num_columns - block * kBlockMaps) - skipped;
  const ptrdiff_t stride = task.num_columns;
  while (row < end) {
    const int rows = end - row >= kStepRows ? kStepRows : 1;
    int32_t* const distances =
        task.distances + (row - task.first_row) * stride + (block * kBlockMaps + skipped - task.first_column);
    int32_t edge[kStepRows * kWidth];
    int32_t* const to = wanted == kWidth ? distances : edge;
    const ptrdiff_t to_stride = wanted == kWidth ? stride : kWidth;
    if (rows == kStepRows) {
      Step<Values, kStepRows, kBlocks>(task, row, columns, to, to_stride);
    } else {
      Step<Values, 1, kBlocks>(task, row, columns, to, to_stride);
    }
    if (wanted != kWidth) {
      for (int r = 0; r < rows; ++r) {
        std::memcpy(distances + r * stride, edge + r * kWidth + skipped, wanted * sizeof(edge[0]));
      }
    }
    row += rows;
  }
}

template <typename Values>
void RunDistances(const DistanceTask& task) {
  if (task.num_rows <= 0 || task.num_columns <= 0) return;
  const int end_row = task.first_row + task.num_rows;
  const int first_block = task.first_column / kBlockMaps;
  const int end_block = (task.first_column + task.num_columns + kBlockMaps - 1) / kBlockMaps;
  for (int row = task.first_row; row < end_row; row += kTileRows) {
    const int tile_end = Smaller(row + kTileRows, end_row);
    int block = first_block;
    for (; block + kStepBlocks <= end_block; block += kStepBlocks) {
      RunColumns<Values, kStepBlocks>(task, row, tile_end, block);
    }
    for (; block < end_block; ++block) RunColumns<Values, 1>(task, row, tile_end, block);
  }
}

}  // namespace
}  // namespace tenuki
