// Both colours' stones are grown through empty points until nothing changes, 64 points at a time. After a playout most
// empty points are single eyes, so one or two steps do.
#include "engine/board/area.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace tenuki {
namespace {

// Points of the top (first) and bottom (last) row: where a shift by one would run into the next column.
struct RowMasks {
  PointSet first;
  PointSet last;
};

constexpr std::array<RowMasks, kMaxBoardSize + 1> MakeRowMasks() {
  std::array<RowMasks, kMaxBoardSize + 1> masks;
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    for (int column = 0; column < size; ++column) {
      masks[size].first.Insert(MakePoint(size, column, 0));
      masks[size].last.Insert(MakePoint(size, column, size - 1));
    }
  }
  return masks;
}

constexpr std::array<RowMasks, kMaxBoardSize + 1> kRowMasks = MakeRowMasks();

// One step of growth through `empty`. Returns whether anything was gained.
template <int kWords>
bool Grow(int size, const uint64_t* empty, uint64_t* region) {
  const RowMasks& masks = kRowMasks[size];
  uint64_t grown[kWords];
  uint64_t gained = 0;
  for (int i = 0; i < kWords; ++i) {
    const uint64_t word = region[i];
    const uint64_t below = i > 0 ? region[i - 1] : 0;
    const uint64_t above = i + 1 < kWords ? region[i + 1] : 0;
    const uint64_t down = (word << 1 | below >> 63) & ~masks.first.word(i);
    const uint64_t up = (word >> 1 | above << 63) & ~masks.last.word(i);
    const uint64_t right = word << size | below >> (64 - size);
    const uint64_t left = word >> size | above << (64 - size);
    grown[i] = word | ((down | up | right | left) & empty[i]);
    gained |= grown[i] ^ word;
  }
  for (int i = 0; i < kWords; ++i) region[i] = grown[i];
  return gained != 0;
}

// `reach` starts as the stones.
template <int kWords>
Area AreaOf(int size, const uint64_t* empty, uint64_t (&reach)[2][PointSet::kWords]) {
  for (int side : {0, 1}) {
    while (Grow<kWords>(size, empty, reach[side])) {
    }
  }
  for (int i = 0; i < kWords; ++i) {
    const uint64_t both = reach[0][i] & reach[1][i];
    reach[0][i] &= ~both;
    reach[1][i] &= ~both;
  }
  return {PointSet(reach[0]), PointSet(reach[1])};
}

Area AreaOf(int size, const uint64_t* empty, uint64_t (&reach)[2][PointSet::kWords]) {
  switch ((size * size + 63) / 64) {
    case 1: return AreaOf<1>(size, empty, reach);
    case 2: return AreaOf<2>(size, empty, reach);
    case 3: return AreaOf<3>(size, empty, reach);
    case 4: return AreaOf<4>(size, empty, reach);
    case 5: return AreaOf<5>(size, empty, reach);
    default: return AreaOf<6>(size, empty, reach);
  }
}

}  // namespace

Area TrompTaylorArea(const BoardState& state) {
  uint64_t reach[2][PointSet::kWords] = {};
  const int num_words = (state.num_points + 63) / 64;
  for (int side : {0, 1}) std::copy_n(state.stones[side], num_words, reach[side]);
  return AreaOf(state.size, state.empty, reach);
}

Area TrompTaylorArea(int size, const PointSet& black, const PointSet& white) {
  static constexpr auto kBoards = [] {
    std::array<PointSet, kMaxBoardSize + 1> boards;
    for (int each = 1; each <= kMaxBoardSize; ++each) boards[each] = PointSet::All(each);
    return boards;
  }();
  uint64_t empty[PointSet::kWords];
  uint64_t reach[2][PointSet::kWords];
  for (int i = 0; i < PointSet::kWords; ++i) {
    reach[0][i] = black.word(i);
    reach[1][i] = white.word(i);
    empty[i] = kBoards[size].word(i) & ~(reach[0][i] | reach[1][i]);
  }
  return AreaOf(size, empty, reach);
}

}  // namespace tenuki
