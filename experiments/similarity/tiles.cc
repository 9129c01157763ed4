#include "experiments/similarity/tiles.h"

#include <algorithm>

namespace tenuki {

Tile Tiles::At(int64_t unit) const {
  int64_t row = 0;
  for (int64_t length = num_ranges_; unit >= length; --length, ++row) unit -= length;
  return {.rows = Range(row), .columns = Range(row + unit)};
}

PositionRange Tiles::Range(int64_t index) const {
  const auto first = static_cast<int>(index * tile_size_);
  return {.first = first, .count = std::min(tile_size_, num_positions_ - first)};
}

}  // namespace tenuki
