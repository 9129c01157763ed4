// Which points are beside which, for each board size: tables made at compile time.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "engine/board/point.h"

namespace tenuki {

// The four side and four diagonal neighbours of a point. One that would be off the board is `size * size`: boards keep
// a cell there that swallows what is written to it, so that loops over neighbours need no test for the edge. The
// neighbours of that point, too, are all off the board.
struct Neighbours {
  uint16_t side[4];  // up, down, left, right
  uint16_t diagonal[4];
};

struct Geometry {
  int size = 0;
  int num_points = 0;
  const Neighbours* neighbours = nullptr;  // by point, num_points + 1 of them
};

namespace geometry_internal {

template <int kSize>
constexpr std::array<Neighbours, kSize * kSize + 1> MakeNeighbours() {
  std::array<Neighbours, kSize * kSize + 1> table{};
  for (int column = 0; column < kSize; ++column) {
    for (int row = 0; row < kSize; ++row) {
      auto at = [=](int column_step, int row_step) -> uint16_t {
        const int c = column + column_step;
        const int r = row + row_step;
        const bool on_board = c >= 0 && c < kSize && r >= 0 && r < kSize;
        return static_cast<uint16_t>(on_board ? MakePoint(kSize, c, r) : kSize * kSize);
      };
      table[MakePoint(kSize, column, row)] = {{at(0, -1), at(0, 1), at(-1, 0), at(1, 0)},
                                              {at(-1, -1), at(1, -1), at(-1, 1), at(1, 1)}};
    }
  }
  constexpr uint16_t kOff = kSize * kSize;
  table[kOff] = {{kOff, kOff, kOff, kOff}, {kOff, kOff, kOff, kOff}};
  return table;
}

template <int kSize>
inline constexpr auto kNeighbours = MakeNeighbours<kSize>();

template <int... kSizes>
constexpr std::array<Geometry, kMaxBoardSize + 1> MakeGeometries(std::integer_sequence<int, kSizes...>) {
  return {Geometry{}, Geometry{kSizes + 1, (kSizes + 1) * (kSizes + 1), kNeighbours<kSizes + 1>.data()}...};
}

inline constexpr auto kGeometries = MakeGeometries(std::make_integer_sequence<int, kMaxBoardSize>());

}  // namespace geometry_internal

// REQUIRES: 1 <= size <= kMaxBoardSize.
inline const Geometry& GeometryOf(int size) { return geometry_internal::kGeometries[size]; }

}  // namespace tenuki
