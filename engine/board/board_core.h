// How a move changes a BoardState: the hot path of everything.
//
// Included by the few .cc files that compile it, each for its own instruction set. All functions here are in an unnamed
// namespace, and they call nothing that the linker could share: otherwise it might keep the AVX2 copy of an inline
// function and use it in baseline code, which then fails on an older CPU. (tests/kernel_symbols.cmake checks that.)
//
// A word on branches: a mispredicted one costs as much as twenty instructions, and neighbours of a random move are
// unpredictable; so loops here run over all four neighbours and write to the off-board element what does not matter.
#pragma once

#include <cstdint>

#include "engine/board/board_state.h"
#include "engine/board/geometry.h"
#include "engine/board/zobrist.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see above

#define TENUKI_INLINE [[gnu::always_inline]] inline

// BoardState::liberties.
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

// BoardState::around: five counts of three bits, and whether the point is occupied. Side neighbours that are empty,
// black or off the board, white or off the board; diagonal neighbours that are white, black, each plus 2, and on the
// edge plus 3. So the third bit of a side count is set when all four are of that colour, and the third bit of a
// diagonal count when that colour spoils an eye of the other. (The off-board element's counts are rubbish and may at
// times spell "empty"; that costs an update of a bit that nobody reads.)
constexpr unsigned kSideEmpty = 1;
constexpr unsigned kSideBlack = 1 << 3;
constexpr unsigned kSideWhite = 1 << 6;
constexpr unsigned kDiagonalWhite = 1 << 9;
constexpr unsigned kDiagonalBlack = 1 << 12;
constexpr unsigned kOccupied = 1 << 15;
constexpr unsigned kThreeBits = 7;
constexpr unsigned kSpoilingDiagonals = 4;  // two, or one on the edge, in a diagonal count

TENUKI_INLINE constexpr unsigned SideOf(unsigned color) { return color == 1 ? kSideBlack : kSideWhite; }
TENUKI_INLINE constexpr unsigned DiagonalOf(unsigned color) { return color == 1 ? kDiagonalBlack : kDiagonalWhite; }

TENUKI_INLINE void AddSideStone(uint16_t& around, unsigned color) {
  around = static_cast<uint16_t>(around + SideOf(color) - kSideEmpty);
}
TENUKI_INLINE void RemoveSideStone(uint16_t& around, unsigned color) {
  around = static_cast<uint16_t>(around - SideOf(color) + kSideEmpty);
}
TENUKI_INLINE void AddDiagonalStone(uint16_t& around, unsigned color) {
  around = static_cast<uint16_t>(around + DiagonalOf(color));
}
TENUKI_INLINE void RemoveDiagonalStone(uint16_t& around, unsigned color) {
  around = static_cast<uint16_t>(around - DiagonalOf(color));
}

// An empty point without empty neighbours: only there can a move be suicide or fill an eye.
TENUKI_INLINE bool IsClosed(unsigned around) { return (around & (kOccupied | kSideEmpty * kThreeBits)) == 0; }

// An empty point with four stones of the other colour (or the edge) beside it, and that many diagonal stones of
// `color`.
TENUKI_INLINE bool IsSurrounded(unsigned around, unsigned color, unsigned diagonals) {
  const unsigned diagonal = DiagonalOf(color);
  const unsigned other_top = SideOf(3 - color) * 4;
  return (around & (kOccupied | other_top | diagonal * kThreeBits)) == (other_top | diagonal * diagonals);
}

// A set of colours, spaced as the side counts of `around` are.
constexpr unsigned kBlackAlone = 1;
constexpr unsigned kWhiteAlone = kSideWhite / kSideBlack;
TENUKI_INLINE constexpr uint8_t Alone(unsigned color) { return color == 1 ? kBlackAlone : kWhiteAlone; }

// Whose eye a closed point is, as playouts mean it: its side neighbours are all of one colour or off the board, and its
// diagonal neighbours of the other colour at most one, or none on the edge.
TENUKI_INLINE unsigned EyeColors(unsigned around) {
  static_assert(kDiagonalWhite / kSideBlack == kDiagonalBlack / kSideWhite);
  const unsigned eyes = around & ~(around / (kDiagonalWhite / kSideBlack));
  return eyes / (kSideBlack * 4) & (kBlackAlone | kWhiteAlone);
}

// Compilers turn a selection into a branch where they think that it can be predicted. Here it cannot.
TENUKI_INLINE uint64_t AllOnesIf(bool condition) {
  uint64_t mask = -uint64_t{condition};
  asm("" : "+r"(mask));
  return mask;
}

TENUKI_INLINE void SetBit(uint64_t* words, unsigned point) { words[point >> 6] |= uint64_t{1} << (point & 63); }
TENUKI_INLINE void ClearBit(uint64_t* words, unsigned point) { words[point >> 6] &= ~(uint64_t{1} << (point & 63)); }
TENUKI_INLINE void AssignBit(uint64_t* words, unsigned point, unsigned bit) {
  uint64_t& word = words[point >> 6];
  word = (word & ~(uint64_t{1} << (point & 63))) | uint64_t{bit} << (point & 63);
}

// Which colours may play at a closed point.
TENUKI_INLINE unsigned HelpedColors(const BoardState& state, const Neighbours& near) {
  return state.helps[state.chain[near.side[0]]] | state.helps[state.chain[near.side[1]]] |
         state.helps[state.chain[near.side[2]]] | state.helps[state.chain[near.side[3]]];
}

// Recomputes `barred` of an empty point.
TENUKI_INLINE void UpdateBarred(BoardState& state, const Neighbours* neighbours, unsigned point) {
  const unsigned around = state.around[point];
  const unsigned closed = (around & kThreeBits) == 0;
  const unsigned barred = ~HelpedColors(state, neighbours[point]) | EyeColors(around);
  AssignBit(state.barred[0], point, closed & barred);
  AssignBit(state.barred[1], point, closed & barred / kWhiteAlone);
}

// The points whose `barred` a move may have changed. A captured stone touches its four diagonal neighbours, and one
// liberty of each of four chains beside it.
struct TouchedPoints {
  unsigned count = 0;
  uint16_t points[32 + kMaxPoints * 8];

  TENUKI_INLINE void Add(unsigned point) { points[count++] = static_cast<uint16_t>(point); }
  TENUKI_INLINE void AddIf(unsigned point, bool condition) {
    points[count] = static_cast<uint16_t>(point);
    count += condition;
  }
};

// Takes a chain off the board and gives its liberties back. Returns the number of its stones.
// REQUIRES: chains beside it that have no liberty yet are marked as not in atari.
template <bool kKeepHash, unsigned kColor>
[[gnu::noinline]] unsigned RemoveChain(BoardState& state, const Neighbours* neighbours, unsigned root,
                                       TouchedPoints& touched) {
  constexpr unsigned kOpponent = 3 - kColor;
  const uint16_t off_board = static_cast<uint16_t>(state.num_points);
  unsigned stones = 0;
  unsigned point = root;
  state.helps[root] = 0;
  do {
    const Neighbours& near = neighbours[point];
    const uint64_t liberty = LibertyAt(point);
    state.color[point] = 0;
    state.around[point] &= static_cast<uint16_t>(~kOccupied);
    state.chain[point] = off_board;
    SetBit(state.empty, point);
    ClearBit(state.stones[kColor - 1], point);
    ClearBit(state.barred[0], point);
    ClearBit(state.barred[1], point);
    if constexpr (kKeepHash) state.hash ^= ZobristKey(kColor, point);
    // What is written to this chain, which is about to vanish, does not matter.
    for (unsigned side : near.side) {
      RemoveSideStone(state.around[side], kColor);
      const unsigned chain = state.chain[side];
      if (state.helps[chain] == Alone(kColor)) [[unlikely]] {
        // It was in atari; this is its second liberty, and makes the first one legal for its own side.
        touched.Add(OnlyLiberty(state.liberties[chain]));
        state.helps[chain] = Alone(kOpponent);
      }
      state.liberties[chain] += liberty;
    }
    for (unsigned diagonal : near.diagonal) {
      RemoveDiagonalStone(state.around[diagonal], kColor);
      touched.AddIf(diagonal, IsSurrounded(state.around[diagonal], kColor, kSpoilingDiagonals - 1));
    }
    ++stones;
    point = state.next[point];
  } while (point != root);
  // Stones of a larger chain leave empty points beside each other.
  touched.AddIf(root, stones == 1);
  return stones;
}

// Joins chain `small` to chain `large`: roots.
TENUKI_INLINE void MergeChains(BoardState& state, unsigned large, unsigned small) {
  state.liberties[large] += state.liberties[small];
  unsigned stone = small;
  do {
    state.chain[stone] = static_cast<uint16_t>(large);
    stone = state.next[stone];
  } while (stone != small);
  const uint16_t next = state.next[large];
  state.next[large] = state.next[small];
  state.next[small] = next;
}

// Plays a stone of kColor, and updates everything but to_move and passes.
// REQUIRES: the point is empty. Suicide is carried out. Returns the number of opposing stones captured.
template <bool kKeepHash, unsigned kColor>
TENUKI_INLINE unsigned PlayStone(BoardState& state, const Neighbours* neighbours, unsigned point) {
  constexpr unsigned kOpponent = 3 - kColor;
  const Neighbours& near = neighbours[point];
  TouchedPoints touched;

  ClearBit(state.empty, point);
  SetBit(state.stones[kColor - 1], point);
  if constexpr (kKeepHash) state.hash ^= ZobristKey(kColor, point);

  // Neighbours learn of the stone. Those that it closes, and eyes of the opponent that it spoils, are looked at again
  // below.
  const uint64_t liberty = LibertyAt(point);
  uint64_t gained = kOneStone;
  unsigned colors = 0;  // two bits a side
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned side = near.side[i];
    AddSideStone(state.around[side], kColor);
    touched.AddIf(side, IsClosed(state.around[side]));
    gained += kLiberties.at[side] & AllOnesIf(state.color[side] == 0);
    colors |= unsigned{state.color[side]} << 2 * i;
    state.liberties[state.chain[side]] -= liberty;
  }
  // Bit 2i for side i; off the board has both bits of its colour.
  const unsigned black = colors & ~(colors >> 1) & 0x55;
  const unsigned white = (colors >> 1) & ~colors & 0x55;
  unsigned own = kColor == 1 ? black : white;
  unsigned opposing = kColor == 1 ? white : black;
  for (unsigned diagonal : near.diagonal) {
    AddDiagonalStone(state.around[diagonal], kColor);
    touched.AddIf(diagonal, IsSurrounded(state.around[diagonal], kColor, kSpoilingDiagonals));
  }

  // The new stone's chain: its own, or the one it extends, or several that it joins.
  unsigned root = point;
  state.color[point] = kColor;
  state.around[point] |= kOccupied;
  if (own == 0) {
    state.chain[point] = static_cast<uint16_t>(point);
    state.next[point] = static_cast<uint16_t>(point);
    state.liberties[point] = gained;
  } else {
    root = state.chain[near.side[__builtin_ctz(own) / 2]];
    state.chain[point] = static_cast<uint16_t>(root);
    state.next[point] = state.next[root];
    state.next[root] = static_cast<uint16_t>(point);
    state.liberties[root] += gained;
    for (own &= own - 1; own != 0; own &= own - 1) {
      const unsigned other = state.chain[near.side[__builtin_ctz(own) / 2]];
      if (other == root) continue;
      if (StoneCount(state.liberties[other]) > StoneCount(state.liberties[root])) {
        MergeChains(state, other, root);
        root = other;
      } else {
        MergeChains(state, root, other);
      }
    }
  }

  // Opposing chains beside it: captured, or now in atari, or as before.
  unsigned captured_chains = 0;
  for (; opposing != 0; opposing &= opposing - 1) {
    const unsigned i = static_cast<unsigned>(__builtin_ctz(opposing));
    const unsigned chain = state.chain[near.side[i / 2]];
    const uint64_t liberties = state.liberties[chain];
    const bool atari = AtMostOneLiberty(liberties);
    const bool captured = PseudoLiberties(liberties) == 0;
    captured_chains |= static_cast<unsigned>(captured) << i;
    state.helps[chain] = atari ? Alone(kColor) : Alone(kOpponent);
    touched.AddIf(OnlyLiberty(liberties), atari & !captured);
  }

  state.ko = kNoPoint;
  state.board_unchanged = 0;
  unsigned captured = 0;
  if (captured_chains != 0) {
    state.helps[root] = Alone(kColor);
    unsigned last_root = 0;
    for (; captured_chains != 0; captured_chains &= captured_chains - 1) {
      const unsigned side = near.side[__builtin_ctz(captured_chains) / 2];
      if (state.color[side] != kOpponent) continue;  // of a chain that was just taken
      last_root = state.chain[side];
      captured += RemoveChain<kKeepHash, kOpponent>(state, neighbours, last_root, touched);
    }
    state.captured[kColor - 1] += static_cast<int32_t>(captured);
    if (captured == 1 && StoneCount(state.liberties[root]) == 1 && PseudoLiberties(state.liberties[root]) == 1) {
      state.ko = static_cast<int32_t>(last_root);
    }
  } else if (PseudoLiberties(state.liberties[root]) == 0) [[unlikely]] {
    const unsigned stones = RemoveChain<kKeepHash, kColor>(state, neighbours, root, touched);
    state.captured[kOpponent - 1] += static_cast<int32_t>(stones);
    state.board_unchanged = stones == 1;
  }

  if (state.color[point] != 0) [[likely]] {
    const bool atari = AtMostOneLiberty(state.liberties[root]);
    state.helps[root] = atari ? Alone(kOpponent) : Alone(kColor);
    touched.AddIf(OnlyLiberty(state.liberties[root]), atari);
  }
  for (unsigned i = 0; i < touched.count; ++i) UpdateBarred(state, neighbours, touched.points[i]);
  return captured;
}

}  // namespace
}  // namespace tenuki
