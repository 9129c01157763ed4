// Boards in lanes: what a move does to kNumLanes boards at once, one in each lane.
//
// A board is packed bits, point (column, row) at bit (size + 1) · column + row: point order, with a guard bit below
// each column that is never set, so that a shift by one does not run into the next column. A register holds one 32-bit
// word of every lane's board. Three planes are all that there is to a position:
//
//   own, opposing   the stones of the side to move, and of the other
//   loose           the empty points, and the stones of chains in atari (with a single liberty)
//
// A point is legal when beside it there is an empty point, an own stone that is not in atari, or an opposing one that
// is; and that is exactly where loose and own differ. So the legal points of all lanes are one step of growth of
// (loose ^ own), within the empty points. Captures are as simple: the opposing loose stones beside the move, and the
// rest of their chains. When they are taken, `loose` stays as it is: stones in atari become empty points.
//
// What has to be worked for is `loose` itself. It changes for chains beside the move and beside captured stones only,
// and most of them can be seen to have two liberties at a glance; the others are grown in the lanes together, each
// until a second liberty is found or the chain ends.
#pragma once

#include <cstdint>

#include "engine/playout/batch_lanes.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see board_core.h

#define TENUKI_UNROLL _Pragma("GCC unroll 16")

// Words of 32 bits; see Window.
constexpr int kMaxWindow = 5;

template <int kSize>
struct BitBoard {
  static constexpr int kStride = kSize + 1;
  static constexpr int kWords = (kStride * kSize + 31) / 32;
  struct Words {
    uint32_t word[kWords] = {};
  };

  static constexpr int BitOf(int point) { return kStride * (point / kSize) + point % kSize; }
  // The points of the first and last column and row.
  static constexpr Words MakeEdge() {
    Words edge;
    for (int point = 0; point < kSize * kSize; ++point) {
      const int column = point / kSize;
      const int row = point % kSize;
      if (column > 0 && column < kSize - 1 && row > 0 && row < kSize - 1) continue;
      edge.word[BitOf(point) / 32] |= uint32_t{1} << BitOf(point) % 32;
    }
    return edge;
  }
  static constexpr Words kEdge = MakeEdge();
};

// Words of a plane, or of a window of it: what lies outside counts as unset.
template <int kWords>
TENUKI_INLINE Lanes WordAt(const Lanes* words, int i) {
  return i >= 0 && i < kWords ? words[i] : Lanes{};
}
template <int kBits, int kWords>
TENUKI_INLINE Lanes ShiftUp(const Lanes* words, int i) {
  return ShiftUp<kBits>(words[i], WordAt<kWords>(words, i - 1));
}
template <int kBits, int kWords>
TENUKI_INLINE Lanes ShiftDown(const Lanes* words, int i) {
  return ShiftDown<kBits>(words[i], WordAt<kWords>(words, i + 1));
}

// Word i of the points beside those of a plane.
template <int kStride, int kWords>
TENUKI_INLINE Lanes Beside(const Lanes* words, int i) {
  const Lanes vertical = ShiftUp<1, kWords>(words, i) | ShiftDown<1, kWords>(words, i);
  return Or3(vertical, ShiftUp<kStride, kWords>(words, i), ShiftDown<kStride, kWords>(words, i));
}

// What playouts choose from, without regard to ko. An own eye is an empty point with no empty and no opposing point
// beside it, and at most one opposing stone diagonally, or none on the edge.
template <int kSize>
TENUKI_INLINE void FindCandidates(const Lanes* own, const Lanes* opposing, const Lanes* loose, Lanes* candidates) {
  using Bits = BitBoard<kSize>;
  constexpr int kStride = Bits::kStride;
  constexpr int kWords = Bits::kWords;
  Lanes legal_beside[kWords];
  Lanes not_own[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    legal_beside[i] = loose[i] ^ own[i];
    not_own[i] = OrButNot(loose[i], opposing[i], own[i]);
  }
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    const Lanes a = ShiftUp<kStride + 1, kWords>(opposing, i);
    const Lanes b = ShiftUp<kStride - 1, kWords>(opposing, i);
    const Lanes c = ShiftDown<kStride + 1, kWords>(opposing, i);
    const Lanes d = ShiftDown<kStride - 1, kWords>(opposing, i);
    const Lanes one_of_three = Or3(a, b, c);
    const Lanes two = OrAnd(Majority(a, b, c), d, one_of_three);
    const Lanes spoiled = OrAnd(two, one_of_three | d, Repeat(Bits::kEdge.word[i]));
    const Lanes open = Beside<kStride, kWords>(not_own, i) | spoiled;
    const Lanes empty = AndNorOf(loose[i], own[i], opposing[i]);
    candidates[i] = And3(empty, open, Beside<kStride, kWords>(legal_beside, i));
  }
}

// A single point in each lane: the word that it is in, and its bit there; no bit for none.
struct LanePoints {
  Lanes word = {};
  Lanes bit = {};
};

// Candidate number (random · n) >> 32 of each lane. `random` has those of even and of odd lanes in the high halves.
template <int kWords>
TENUKI_INLINE LanePoints ChooseCandidates(const Lanes* candidates, WideLanes even, WideLanes odd) {
  Lanes before[kWords + 1];
  before[0] = Lanes{};
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) before[i + 1] = before[i] + CountBits(candidates[i]);
  const Lanes count = before[kWords];
  const WideLanes even_rank = MultiplyLow(even >> 32, (WideLanes)count);
  const WideLanes odd_rank = MultiplyLow(odd >> 32, (WideLanes)count >> 32);
  const Lanes rank = (Lanes)((even_rank >> 32) | (odd_rank & 0xFFFFFFFF00000000));
  Lanes word = candidates[0];
  Lanes skipped = Lanes{};
  LanePoints chosen;
  TENUKI_UNROLL for (int i = 1; i < kWords; ++i) {
    const Lanes later = IsAtLeast(rank, before[i]);
    word = Where(later, candidates[i], word);
    skipped = Where(later, before[i], skipped);
    chosen.word -= later;
  }
  chosen.bit = Where(IsZero(count), Lanes{}, SelectBitOfRank(word, rank - skipped));
  return chosen;
}

template <int kWords>
TENUKI_INLINE Lanes OrAll(const Lanes* words) {
  Lanes all = words[0];
  TENUKI_UNROLL for (int i = 1; i < kWords; ++i) all |= words[i];
  return all;
}

// Word i of the plane that has only this point.
TENUKI_INLINE Lanes WordOf(const LanePoints& point, int i) {
  return Where(IsEqual(point.word, Repeat(static_cast<uint32_t>(i))), point.bit, Lanes{});
}

// Counts bits up to two.
class UpToTwo {
 public:
#if defined(TENUKI_LANES_AVX512)
  TENUKI_INLINE void Add(Lanes bits) { count_ += CountBits(bits); }
  TENUKI_INLINE Lanes IsTwo() const { return IsAtLeast(count_, Repeat(2)); }

 private:
  Lanes count_ = {};
#else
  TENUKI_INLINE void Add(Lanes bits) {
    pairs_ |= bits & (bits - 1);
    words_ -= ~IsZero(bits);
  }
  TENUKI_INLINE Lanes IsTwo() const { return ~IsZero(pairs_) | IsAtLeast(words_, Repeat(2)); }

 private:
  Lanes pairs_ = {};
  Lanes words_ = {};  // with a bit
#endif
};

// A part of the board around the move, kWindow words of it from word `first` on. On small boards it is the board.
template <int kSize>
struct Window {
  static constexpr int kStride = BitBoard<kSize>::kStride;
  static constexpr int kBoardWords = BitBoard<kSize>::kWords;
  static constexpr int kWords = kBoardWords <= kMaxWindow ? kBoardWords : kMaxWindow;
  static constexpr bool kIsBoard = kWords == kBoardWords;
  static constexpr uint32_t kLastFirst = kBoardWords - kWords;

  TENUKI_INLINE static Lanes FirstFor(Lanes word) {
    if constexpr (kIsBoard) return Lanes{};
    const Lanes first = Where(IsAtLeast(word, Repeat(kWords / 2)), word - kWords / 2, Lanes{});
    return Where(IsAtLeast(first, Repeat(kLastFirst)), Repeat(kLastFirst), first);
  }

  // The window of a plane: shifted down by first words, a bit of `first` at a time.
  TENUKI_INLINE static void Take(const Lanes* plane, Lanes first, Lanes* window) {
    Lanes words[kBoardWords];
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) words[i] = plane[i];
    TENUKI_UNROLL for (int step = 8; step > 0; step /= 2) {
      if (step > static_cast<int>(kLastFirst)) continue;
      const Lanes shifts = ~IsZero(first & static_cast<uint32_t>(step));
      TENUKI_UNROLL for (int i = 0; i < kWords + step - 1; ++i) {
        words[i] = Where(shifts, WordAt<kBoardWords>(words, i + step), words[i]);
      }
    }
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) window[i] = words[i];
  }

  // The other way round; outside the window nothing is set.
  TENUKI_INLINE static void Put(const Lanes* window, Lanes first, Lanes* plane) {
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) plane[i] = WordAt<kWords>(window, i);
    TENUKI_UNROLL for (int step = 1; step <= static_cast<int>(kLastFirst); step *= 2) {
      const Lanes shifts = ~IsZero(first & static_cast<uint32_t>(step));
      TENUKI_UNROLL for (int i = kBoardWords - 1; i >= 0; --i) {
        plane[i] = Where(shifts, WordAt<kBoardWords>(plane, i - step), plane[i]);
      }
    }
  }

  // Which lanes have a bit of `region` next to what the window does not show.
  TENUKI_INLINE static Lanes Leaves(const Lanes* region, Lanes first) {
    if constexpr (kIsBoard) return Lanes{};
    constexpr uint32_t kLow = (uint32_t{1} << kStride) - 1;
    constexpr uint32_t kHigh = ~uint32_t{0} << (32 - kStride);
    const Lanes below = Where(IsZero(first), Lanes{}, region[0] & kLow);
    const Lanes above = Where(IsEqual(first, Repeat(kLastFirst)), Lanes{}, region[kWords - 1] & kHigh);
    return ~IsZero(below | above);
  }
};

}  // namespace
}  // namespace tenuki
