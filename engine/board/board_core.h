// How a move changes a BoardState: the hot path of everything.
//
// Included by the few .cc files that compile it, each for its own instruction set. All functions here are in an unnamed
// namespace, and they call nothing that the linker could share: otherwise it might keep the AVX2 copy of an inline
// function and use it in baseline code, which then fails on an older CPU. (tests/kernel_symbols.cmake checks that.)
//
// A word on branches: a mispredicted one costs as much as twenty instructions, and neighbours of a random move are
// unpredictable; so loops here run over all four neighbours and write to the off-board cell what does not matter.
#pragma once

#include <cstdint>

#include "engine/board/board_state.h"
#include "engine/board/geometry.h"
#include "engine/board/zobrist.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see above

#define TENUKI_INLINE [[gnu::always_inline]] inline

// BoardCell::liberties.
constexpr uint64_t kOneStone = uint64_t{1} << 55;
constexpr uint64_t kOneLiberty = uint64_t{1} << 45;

TENUKI_INLINE constexpr uint64_t LibertyAt(unsigned point) {
  return kOneLiberty | uint64_t{point} << 27 | uint64_t{point * point};
}
struct LibertyTable {
  uint64_t at[kMaxPoints + 1];
};
constexpr LibertyTable MakeLibertyTable() {
  LibertyTable table{};
  for (unsigned point = 0; point <= kMaxPoints; ++point) table.at[point] = LibertyAt(point);
  return table;
}
constexpr LibertyTable kLiberties = MakeLibertyTable();

TENUKI_INLINE unsigned StoneCount(uint64_t liberties) { return static_cast<unsigned>(liberties >> 55); }
TENUKI_INLINE unsigned PseudoLiberties(uint64_t liberties) { return static_cast<unsigned>(liberties >> 45) & 0x3FF; }
// True also without any liberty.
TENUKI_INLINE bool AtMostOneLiberty(uint64_t liberties) {
  const uint64_t count = (liberties >> 45) & 0x3FF;
  const uint64_t sum = (liberties >> 27) & 0x3FFFF;
  const uint64_t squares = liberties & 0x7FFFFFF;
  return count * squares == sum * sum;
}
// REQUIRES: all pseudo-liberties are one point; then there are at most four of them.
TENUKI_INLINE unsigned OnlyLiberty(uint64_t liberties) {
  static constexpr uint32_t kReciprocals[8] = {0, 0x10000, 0x8000, 0x5556, 0x4000};  // 2^16 / count, rounded up
  const uint64_t count = (liberties >> 45) & 7;
  const uint64_t sum = (liberties >> 27) & 0x3FFFF;
  return static_cast<unsigned>(sum * kReciprocals[count] >> 16);
}

// BoardCell::around: side neighbours that are empty, black or off the board, white or off the board; diagonal
// neighbours that are black, white, each plus one on the edge, three bits each; and whether the point is occupied. (The
// off-board cell's counts are rubbish and may at times spell "empty"; that costs an update of a bit nobody reads.)
constexpr uint16_t kSideEmpty = 1;
constexpr uint16_t kSideBlack = 1 << 3;
constexpr uint16_t kSideWhite = 1 << 6;
constexpr uint16_t kDiagonalBlack = 1 << 9;
constexpr uint16_t kDiagonalWhite = 1 << 12;
constexpr uint16_t kOccupied = 1 << 15;
constexpr uint16_t kThreeBits = 7;
// An empty point without empty neighbours has none of these bits: only there can a move be suicide or fill an eye.
constexpr uint16_t kOpenOrOccupied = kOccupied | kThreeBits;

// What a stone of `color` adds to `around` of its neighbours.
TENUKI_INLINE constexpr uint16_t SideStone(unsigned color) {
  return static_cast<uint16_t>((color == 1 ? kSideBlack : kSideWhite) - kSideEmpty);
}
TENUKI_INLINE constexpr uint16_t DiagonalStone(unsigned color) { return color == 1 ? kDiagonalBlack : kDiagonalWhite; }

// An own eye, as playouts mean it: an empty point whose side neighbours are all of one colour or off the board, and
// whose diagonal neighbours of the other colour are at most one, or none on the edge.
TENUKI_INLINE unsigned IsEye(unsigned around, unsigned color) {
  const unsigned side_shift = color == 1 ? 3 : 6;
  const unsigned diagonal_shift = color == 1 ? 12 : 9;
  return static_cast<unsigned>(((around >> side_shift) & kThreeBits) == 4) &
         static_cast<unsigned>(((around >> diagonal_shift) & kThreeBits) < 2);
}

TENUKI_INLINE void SetBit(uint64_t* words, unsigned point) { words[point >> 6] |= uint64_t{1} << (point & 63); }
TENUKI_INLINE void ClearBit(uint64_t* words, unsigned point) { words[point >> 6] &= ~(uint64_t{1} << (point & 63)); }
TENUKI_INLINE void AssignBit(uint64_t* words, unsigned point, unsigned bit) {
  uint64_t& word = words[point >> 6];
  word = (word & ~(uint64_t{1} << (point & 63))) | uint64_t{bit} << (point & 63);
}

// Which colours may play at an empty point without empty neighbours, as bits 1 (Black) and 2 (White).
TENUKI_INLINE unsigned HelpedColors(const BoardState& state, const Neighbours& near) {
  const BoardCell* cells = state.cells;
  return cells[cells[near.side[0]].chain].helps | cells[cells[near.side[1]].chain].helps |
         cells[cells[near.side[2]].chain].helps | cells[cells[near.side[3]].chain].helps;
}

// Recomputes `barred` of an empty point.
TENUKI_INLINE void UpdateBarred(BoardState& state, const Neighbours* neighbours, unsigned point) {
  const unsigned around = state.cells[point].around;
  unsigned black = 0;
  unsigned white = 0;
  if ((around & kThreeBits) == 0) {
    const unsigned helped = HelpedColors(state, neighbours[point]);
    black = static_cast<unsigned>((helped & 1) == 0) | IsEye(around, 1);
    white = static_cast<unsigned>((helped & 2) == 0) | IsEye(around, 2);
  }
  AssignBit(state.barred[0], point, black);
  AssignBit(state.barred[1], point, white);
}

// The points whose `barred` a move may have changed. A capture touches each stone's eight neighbours, and a liberty of
// each of four chains beside it.
struct TouchedPoints {
  unsigned count = 0;
  uint16_t points[16 + kMaxPoints * 13];

  TENUKI_INLINE void Add(unsigned point) { points[count++] = static_cast<uint16_t>(point); }
  TENUKI_INLINE void AddIf(unsigned point, bool condition) {
    points[count] = static_cast<uint16_t>(point);
    count += condition;
  }
};

// Takes a chain off the board and gives its liberties back. Returns the number of its stones.
template <bool kKeepHash, unsigned kColor>
[[gnu::noinline]] unsigned RemoveChain(BoardState& state, const Neighbours* neighbours, unsigned root,
                                       TouchedPoints& touched) {
  constexpr unsigned kOpponent = 3 - kColor;
  BoardCell* const cells = state.cells;
  const uint16_t off_board = static_cast<uint16_t>(state.num_points);
  unsigned stones = 0;
  unsigned point = root;
  do {
    BoardCell& cell = cells[point];
    const Neighbours& near = neighbours[point];
    const uint64_t liberty = LibertyAt(point);
    cell.color = 0;
    cell.around &= static_cast<uint16_t>(~kOccupied);
    cell.chain = off_board;
    SetBit(state.empty, point);
    ClearBit(state.stones[kColor - 1], point);
    if constexpr (kKeepHash) state.hash ^= ZobristKey(kColor, point);
    touched.Add(point);
    for (unsigned side : near.side) {
      BoardCell& beside = cells[side];
      beside.around = static_cast<uint16_t>(beside.around - SideStone(kColor));
      touched.AddIf(side, (beside.around & kOccupied) == 0);
      if (beside.color != kOpponent) continue;
      // A chain that leaves atari makes the liberty it had until now legal for its own side.
      BoardCell& chain = cells[beside.chain];
      if (chain.helps == kColor) touched.Add(OnlyLiberty(chain.liberties));
      chain.liberties += liberty;
      chain.helps = static_cast<uint8_t>(AtMostOneLiberty(chain.liberties) ? kColor : kOpponent);
    }
    for (unsigned diagonal : near.diagonal) {
      BoardCell& beside = cells[diagonal];
      beside.around = static_cast<uint16_t>(beside.around - DiagonalStone(kColor));
      touched.AddIf(diagonal, (beside.around & kOpenOrOccupied) == 0);
    }
    ++stones;
    point = cell.next;
  } while (point != root);
  return stones;
}

// Joins chain `small` to chain `large`: roots.
TENUKI_INLINE void MergeChains(BoardCell* cells, unsigned large, unsigned small) {
  cells[large].liberties += cells[small].liberties;
  unsigned stone = small;
  do {
    cells[stone].chain = static_cast<uint16_t>(large);
    stone = cells[stone].next;
  } while (stone != small);
  const uint16_t next = cells[large].next;
  cells[large].next = cells[small].next;
  cells[small].next = next;
}

// Plays a stone of kColor, and updates everything but to_move and passes.
// REQUIRES: the point is empty. Suicide is carried out. Returns the number of opposing stones captured.
template <bool kKeepHash, unsigned kColor>
TENUKI_INLINE unsigned PlayStone(BoardState& state, const Neighbours* neighbours, unsigned point) {
  constexpr unsigned kOpponent = 3 - kColor;
  BoardCell* const cells = state.cells;
  const Neighbours& near = neighbours[point];
  TouchedPoints touched;

  ClearBit(state.empty, point);
  SetBit(state.stones[kColor - 1], point);
  if constexpr (kKeepHash) state.hash ^= ZobristKey(kColor, point);

  // Neighbours learn of the stone. Empty ones that have no empty neighbour any more, and those that it might turn into
  // an eye or a false eye, are looked at again below.
  const uint64_t liberty = LibertyAt(point);
  uint64_t gained = kOneStone;
  unsigned colors = 0;  // two bits a side
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned side = near.side[i];
    BoardCell& cell = cells[side];
    cell.around = static_cast<uint16_t>(cell.around + SideStone(kColor));
    touched.AddIf(side, (cell.around & kOpenOrOccupied) == 0);
    gained += cell.color == 0 ? kLiberties.at[side] : 0;
    colors |= unsigned{cell.color} << 2 * i;
    cells[cell.chain].liberties -= liberty;
  }
  // Bit 2i for side i; off the board has both bits of its colour.
  const unsigned black = colors & ~(colors >> 1) & 0x55;
  const unsigned white = (colors >> 1) & ~colors & 0x55;
  unsigned own = kColor == 1 ? black : white;
  unsigned opposing = kColor == 1 ? white : black;
  for (unsigned diagonal : near.diagonal) {
    BoardCell& cell = cells[diagonal];
    cell.around = static_cast<uint16_t>(cell.around + DiagonalStone(kColor));
    touched.AddIf(diagonal, (cell.around & kOpenOrOccupied) == 0);
  }

  // The new stone's chain: its own, or the one it extends, or several that it joins.
  unsigned root = point;
  BoardCell& stone = cells[point];
  stone.color = kColor;
  stone.around |= kOccupied;
  if (own == 0) {
    stone.chain = static_cast<uint16_t>(point);
    stone.next = static_cast<uint16_t>(point);
    stone.liberties = gained;
  } else {
    root = cells[near.side[__builtin_ctz(own) / 2]].chain;
    stone.chain = static_cast<uint16_t>(root);
    stone.next = cells[root].next;
    cells[root].next = static_cast<uint16_t>(point);
    cells[root].liberties += gained;
    for (own &= own - 1; own != 0; own &= own - 1) {
      const unsigned other = cells[near.side[__builtin_ctz(own) / 2]].chain;
      if (other == root) continue;
      if (StoneCount(cells[other].liberties) > StoneCount(cells[root].liberties)) {
        MergeChains(cells, other, root);
        root = other;
      } else {
        MergeChains(cells, root, other);
      }
    }
  }

  // Opposing chains beside it: captured, or now in atari, or as before.
  unsigned captured_chains = 0;
  for (; opposing != 0; opposing &= opposing - 1) {
    const unsigned i = static_cast<unsigned>(__builtin_ctz(opposing));
    BoardCell& chain = cells[cells[near.side[i / 2]].chain];
    const bool atari = AtMostOneLiberty(chain.liberties);
    const bool captured = PseudoLiberties(chain.liberties) == 0;
    captured_chains |= static_cast<unsigned>(captured) << i;
    chain.helps = static_cast<uint8_t>(atari ? kColor : kOpponent);
    touched.AddIf(OnlyLiberty(chain.liberties), atari & !captured);
  }

  state.ko = kNoPoint;
  state.board_unchanged = 0;
  unsigned captured = 0;
  if (captured_chains != 0) {
    cells[root].helps = kColor;
    unsigned last_root = 0;
    for (; captured_chains != 0; captured_chains &= captured_chains - 1) {
      const unsigned side = near.side[__builtin_ctz(captured_chains) / 2];
      if (cells[side].color != kOpponent) continue;  // of a chain that was just taken
      last_root = cells[side].chain;
      captured += RemoveChain<kKeepHash, kOpponent>(state, neighbours, last_root, touched);
    }
    state.captured[kColor - 1] += static_cast<int32_t>(captured);
    if (captured == 1 && StoneCount(cells[root].liberties) == 1 && PseudoLiberties(cells[root].liberties) == 1) {
      state.ko = static_cast<int32_t>(last_root);
    }
  } else if (PseudoLiberties(cells[root].liberties) == 0) [[unlikely]] {
    const unsigned stones = RemoveChain<kKeepHash, kColor>(state, neighbours, root, touched);
    state.captured[kOpponent - 1] += static_cast<int32_t>(stones);
    state.board_unchanged = stones == 1;
  }

  if (cells[point].color != 0) [[likely]] {
    const bool atari = AtMostOneLiberty(cells[root].liberties);
    cells[root].helps = static_cast<uint8_t>(atari ? kOpponent : kColor);
    touched.AddIf(OnlyLiberty(cells[root].liberties), atari);
  }
  for (unsigned i = 0; i < touched.count; ++i) UpdateBarred(state, neighbours, touched.points[i]);
  return captured;
}

}  // namespace
}  // namespace tenuki
