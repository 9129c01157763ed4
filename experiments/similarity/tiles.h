// The units of a similarity: square tiles of the matrix of pairs, on its diagonal and above.
//
//   positions   0 ‥ 255   256 ‥ 511   512 ‥ 749
//     0 ‥ 255   unit 0    unit 1      unit 2
//   256 ‥ 511             unit 3      unit 4
//   512 ‥ 749                         unit 5
//
// Those below the diagonal are the same pairs the other way round, and belong to the unit above. Values: no thread
// rules.
#pragma once

#include <cstdint>

namespace tenuki {

// Positions first ‥ first + count − 1.
struct PositionRange {
  int first = 0;
  int count = 0;
};

struct Tile {
  PositionRange rows;
  PositionRange columns;

  bool is_on_diagonal() const { return rows.first == columns.first; }
};

class Tiles {
 public:
  // REQUIRES: both are positive.
  Tiles(int num_positions, int tile_size)
      : num_positions_(num_positions),
        tile_size_(tile_size),
        num_ranges_((num_positions + int64_t{tile_size} - 1) / tile_size) {}

  int64_t count() const { return num_ranges_ * (num_ranges_ + 1) / 2; }
  // REQUIRES: 0 <= unit < count().
  Tile At(int64_t unit) const;

 private:
  PositionRange Range(int64_t index) const;

  const int num_positions_;
  const int tile_size_;
  const int64_t num_ranges_;
};

}  // namespace tenuki
