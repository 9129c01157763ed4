#include "engine/influence/distance.h"

#include "engine/influence/kernels.h"

namespace tenuki {

static_assert(kBlockMaps == InfluenceMapSet::kMapsPerBlock);

DistanceKernel::DistanceKernel(CpuLevel level)
    : run_bytes_(&RunByteDistancesBaseline), run_halves_(&RunHalfDistancesBaseline) {
#if defined(__x86_64__)
  if (level == CpuLevel::kAvx2) {
    run_bytes_ = &RunByteDistancesAvx2;
    run_halves_ = &RunHalfDistancesAvx2;
  }
  if (level == CpuLevel::kAvx512) {
    run_bytes_ = &RunByteDistancesAvx512;
    run_halves_ = &RunHalfDistancesAvx512;
  }
#else
  static_cast<void>(level);
#endif
}

void DistanceKernel::Run(const InfluenceMapSet& rows, int first_row, int num_rows, const InfluenceMapSet& columns,
                         int first_column, int num_columns, int32_t* distances) const {
  const bool bytes = rows.fits_bytes() && columns.fits_bytes();
  const InfluenceMapSet::Layout row_layout = bytes ? rows.bytes() : rows.halves();
  const InfluenceMapSet::Layout column_layout = bytes ? columns.bytes() : columns.halves();
  const DistanceTask task{.rows = row_layout.words,
                          .columns = column_layout.words,
                          .lines_per_block = row_layout.lines_per_block,
                          .first_row = first_row,
                          .num_rows = num_rows,
                          .first_column = first_column,
                          .num_columns = num_columns,
                          .distances = distances};
  (bytes ? run_bytes_ : run_halves_)(task);
}

}  // namespace tenuki
