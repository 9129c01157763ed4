// Distances between influence maps, very many at a time.
//
//   DistanceKernel kernel(BestCpuLevel());
//   std::vector<int32_t> distances(num_rows * num_columns);
//   kernel.Run(maps, first_row, num_rows, maps, first_column, num_columns, distances.data());
//
// A distance is the sum over all points of |a − b| (the double sum of Gragera 2015, Definition 2): a whole number, so
// that every CPU level gives the same. A kernel has no state and is thread-safe.
#pragma once

#include <cstdint>

#include "common/cpu.h"
#include "engine/influence/map_set.h"

namespace tenuki {

struct DistanceTask;

class DistanceKernel {
 public:
  // REQUIRES: `level` is one of SupportedCpuLevels().
  explicit DistanceKernel(CpuLevel level);

  // Of each of `rows` from first_row on, num_rows of them, to each of `columns` likewise:
  // distances[r · num_columns + c]. Any rectangle will do; a pair costs the same in all but the smallest, and two to
  // three times as much in a single row. REQUIRES: the sets are of one board size and have those maps.
  void Run(const InfluenceMapSet& rows, int first_row, int num_rows, const InfluenceMapSet& columns, int first_column,
           int num_columns, int32_t* distances) const;

 private:
  using RunFunction = void (*)(const DistanceTask& task);
  RunFunction run_bytes_;
  RunFunction run_halves_;
};

}  // namespace tenuki
