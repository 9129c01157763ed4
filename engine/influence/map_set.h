// Influence maps of many positions, of one board size and by one model, laid out for the kernel of distance.h.
//
// A machine word holds the values of one map at eight points, as bytes, or at four, as 16-bit numbers; both are kept,
// bytes as long as all maps of the set fit. A line holds the same points of eight maps:
//
//          map 0         map 1            map 7
//       | points 0–7  | points 0–7  | … | points 0–7  |   64 bytes: one AVX-512 register, two of AVX2, four of SSE
//       | points 8–15 | points 8–15 | … | points 8–15 |
//         …                                               lines_per_block lines are a block; then come maps 8 to 15
//
// So what the kernel sums up in a lane of a register is all of one map, and no sum runs across lanes. What a map does
// not have (points after the board's last, maps after the set's last) is 0.
//
// Built by one thread; then any number may read it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/influence/influence.h"

namespace tenuki {

class InfluenceMapSet {
 public:
  // Points into the set, as the kernel takes it: map m's first word is words[m / 8 · 8 · lines_per_block + m % 8], and
  // its next ones follow 8 words apart.
  static constexpr int kMapsPerBlock = 8;
  struct Layout {
    const uint64_t* words;
    int lines_per_block;
  };

  // REQUIRES: 1 <= size <= kMaxBoardSize.
  explicit InfluenceMapSet(int size);

  // REQUIRES: map.size is the set's, and all maps are added before the first comparison.
  void Add(const InfluenceMap& map);

  int size() const { return size_; }
  int num_maps() const { return num_maps_; }

  // Whether all values are in −128 … 127.
  bool fits_bytes() const { return fits_bytes_; }
  // Each value plus 128 as an unsigned byte. REQUIRES: fits_bytes().
  Layout bytes() const;
  // Each value as it is, in 16 bits.
  Layout halves() const;

 private:
  struct alignas(64) Line {
    std::array<uint64_t, kMapsPerBlock> words{};
  };

  int size_;
  int num_maps_ = 0;
  bool fits_bytes_ = true;
  std::vector<Line> bytes_;
  std::vector<Line> halves_;
};

}  // namespace tenuki
