// The entry points of the distance kernel, one per CPU level and width of values.
#pragma once

#include <cstdint>

namespace tenuki {

// InfluenceMapSet::kMapsPerBlock.
inline constexpr int kBlockMaps = 8;

// What DistanceKernel::Run is asked, with both sets in one layout of InfluenceMapSet.
struct DistanceTask {
  const uint64_t* rows;
  const uint64_t* columns;
  int lines_per_block;
  int first_row;
  int num_rows;
  int first_column;
  int num_columns;
  int32_t* distances;
};

void RunByteDistancesBaseline(const DistanceTask& task);
void RunByteDistancesAvx2(const DistanceTask& task);
void RunByteDistancesAvx512(const DistanceTask& task);
void RunHalfDistancesBaseline(const DistanceTask& task);
void RunHalfDistancesAvx2(const DistanceTask& task);
void RunHalfDistancesAvx512(const DistanceTask& task);

}  // namespace tenuki
