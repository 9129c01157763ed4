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

// What a move did besides changing the planes.
struct LaneOutcome {
  Lanes captured = {};  // stones
  LanePoints ko;
};

template <int kWords>
TENUKI_INLINE Lanes CountAll(const Lanes* words) {
  Lanes count = CountBits(words[0]);
  TENUKI_UNROLL for (int i = 1; i < kWords; ++i) count += CountBits(words[i]);
  return count;
}
template <int kWords>
TENUKI_INLINE Lanes OrAll(const Lanes* words) {
  Lanes all = words[0];
  TENUKI_UNROLL for (int i = 1; i < kWords; ++i) all |= words[i];
  return all;
}

// Grows `region` within `field` until nothing changes in any lane.
template <int kStride, int kWords>
TENUKI_INLINE void Fill(const Lanes* field, Lanes* region) {
  Lanes gained;
  do {
    Lanes next[kWords];
    gained = Lanes{};
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      next[i] = OrAnd(region[i], Beside<kStride, kWords>(region, i), field[i]);
      gained = OrDifference(gained, next[i], region[i]);
    }
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) region[i] = next[i];
  } while (IsAnySet(gained));
}

// Which opposing stones next to the move are seen at a glance to be of a chain with two liberties: beside a stone of
// theirs, or two steps off, is one with two empty neighbours, or are two neighbouring ones with one each. (Those are
// not the same point: no three points are neighbours of each other.)
template <int kStride, int kWords>
TENUKI_INLINE void FindPlainlySafe(const Lanes* empty, const Lanes* stones, Lanes* safe) {
  Lanes one[kWords];
  Lanes two[kWords];
  Lanes strong[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    const Lanes a = ShiftUp<1, kWords>(empty, i);
    const Lanes b = ShiftDown<1, kWords>(empty, i);
    const Lanes c = ShiftUp<kStride, kWords>(empty, i);
    const Lanes d = ShiftDown<kStride, kWords>(empty, i);
    const Lanes one_of_three = Or3(a, b, c);
    one[i] = AndOr(stones[i], one_of_three, d);
    two[i] = OrAnd(Majority(a, b, c), d, one_of_three) & stones[i];
  }
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) { strong[i] = OrAnd(two[i], one[i], Beside<kStride, kWords>(one, i)); }
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) safe[i] = strong[i] | Beside<kStride, kWords>(strong, i);
}

// Examines chains, those of the seeds, for whether they are in atari, and marks those that are. An own seed is `stone`.
template <int kStride, int kWords>
TENUKI_INLINE void MarkAtaris(const Lanes* own, const Lanes* opposing, const Lanes* empty, const Lanes* stone,
                              Lanes* seeds, Lanes* loose) {
  Lanes region[kWords] = {};
  Lanes is_own = Lanes{};
  Lanes finished = Repeat(~uint32_t{0});
  while (true) {
    // Lanes that have finished a chain take up their next one.
    Lanes taken = ~finished;
    Lanes own_seed = Lanes{};
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      const Lanes seed = Where(taken, Lanes{}, seeds[i] & -seeds[i]);
      taken |= ~IsZero(seed);
      region[i] = Where(finished, seed, region[i]);
      own_seed |= seed & stone[i];
    }
    is_own = Where(finished, ~IsZero(own_seed), is_own);
    if (!IsAnySet(OrAll<kWords>(region))) return;
    do {
      Lanes next[kWords];
      Lanes liberties = Lanes{};
      Lanes gained = Lanes{};
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
        const Lanes beside = Beside<kStride, kWords>(region, i);
        next[i] = OrAnd(region[i], beside, Where(is_own, own[i], opposing[i]));
        liberties += CountBits(beside & empty[i]);
        gained = OrDifference(gained, next[i], region[i]);
      }
      const Lanes is_safe = IsAtLeast(liberties, Repeat(2));
      const Lanes is_whole = IsZero(gained);
      finished = is_safe | is_whole;
      const Lanes atari = is_whole & ~is_safe;
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
        region[i] = next[i];
        loose[i] = OrAnd(loose[i], region[i], atari);
        seeds[i] = seeds[i] & ~region[i];
      }
    } while (!IsAnySet(finished));
  }
}

// Plays a stone of the own side in each lane; none where `point` has no bit.
template <int kStride, int kWords>
TENUKI_INLINE LaneOutcome PlayStones(const LanePoints& point, Lanes* own, Lanes* opposing, Lanes* loose) {
  LaneOutcome outcome;
  Lanes stone[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    stone[i] = Where(IsEqual(point.word, Repeat(static_cast<uint32_t>(i))), point.bit, Lanes{});
    own[i] |= stone[i];
    loose[i] &= ~stone[i];
  }
  Lanes beside[kWords];
  Lanes captured[kWords];
  Lanes freed[kWords];  // own chains in atari that get another liberty, or another stone
  Lanes any_captured = Lanes{};
  Lanes any_freed = Lanes{};
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    beside[i] = Beside<kStride, kWords>(stone, i);
    captured[i] = And3(beside[i], opposing[i], loose[i]);
    freed[i] = And3(beside[i], own[i], loose[i]);
    any_captured |= captured[i];
    any_freed |= freed[i];
  }
  if (IsAnySet(any_captured)) {
    Lanes field[kWords];
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) field[i] = opposing[i] & loose[i];
    Fill<kStride, kWords>(field, captured);
    Lanes own_beside = Lanes{};
    Lanes liberties = Lanes{};
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      opposing[i] &= ~captured[i];
      own_beside |= beside[i] & own[i];
      liberties += CountBits(beside[i] & AndNorOf(loose[i], own[i], opposing[i]));
      freed[i] |= And3(Beside<kStride, kWords>(captured, i), own[i], loose[i]);
      any_freed |= freed[i];
    }
    outcome.captured = CountAll<kWords>(captured);
    const Lanes one = Repeat(1);
    const Lanes is_ko = IsEqual(outcome.captured, one) & IsEqual(liberties, one) & IsZero(own_beside);
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      const Lanes bit = captured[i] & is_ko;
      outcome.ko.bit |= bit;
      outcome.ko.word = Where(IsZero(bit), outcome.ko.word, Repeat(static_cast<uint32_t>(i)));
    }
  }
  if (IsAnySet(any_freed)) {
    Lanes field[kWords];
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) field[i] = own[i] & loose[i];
    Fill<kStride, kWords>(field, freed);
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) loose[i] &= ~freed[i];
  }
  Lanes empty[kWords];
  Lanes safe[kWords];
  Lanes near[kWords];
  Lanes seeds[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    empty[i] = AndNorOf(loose[i], own[i], opposing[i]);
    near[i] = OrAnd(stone[i], beside[i], own[i]);
  }
  FindPlainlySafe<kStride, kWords>(empty, opposing, safe);
  Lanes liberties = Lanes{};
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    liberties += CountBits(Beside<kStride, kWords>(near, i) & empty[i]);
  }
  const Lanes own_unsafe = ~IsAtLeast(liberties, Repeat(2));
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    seeds[i] = OrAnd(AndButNot(beside[i], opposing[i], safe[i]), stone[i], own_unsafe);
  }
  MarkAtaris<kStride, kWords>(own, opposing, empty, stone, seeds, loose);
  return outcome;
}

}  // namespace
}  // namespace tenuki
