// A stone on each board of the lanes: captures, ko, and which chains have to be examined for atari afterwards.
#pragma once

#include <cstdint>

#include "engine/playout/batch_board.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see board_core.h

// What a move did besides changing the planes.
struct LaneOutcome {
  Lanes captured = {};  // stones
  LanePoints ko;
  Lanes own_unsafe;  // a mask
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

// Plays a stone of the own side in each lane; none where `point` has no bit. What may now be in atari and is not known
// to be safe is left to be examined: the own chain in lanes of `own_unsafe`, opposing ones with a stone in `seeds`.
template <int kStride, int kWords>
TENUKI_INLINE LaneOutcome PlayStones(const LanePoints& point, Lanes* own, Lanes* opposing, Lanes* loose, Lanes* empty,
                                     Lanes* seeds) {
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
  Lanes safe[kWords];
  Lanes near[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    empty[i] = AndNorOf(loose[i], own[i], opposing[i]);
    near[i] = OrAnd(stone[i], beside[i], own[i]);
  }
  FindPlainlySafe<kStride, kWords>(empty, opposing, safe);
  Lanes liberties = Lanes{};
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    liberties += CountBits(Beside<kStride, kWords>(near, i) & empty[i]);
  }
  outcome.own_unsafe = ~(IsAtLeast(liberties, Repeat(2)) | IsZero(point.bit));
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) { seeds[i] = AndButNot(beside[i], opposing[i], safe[i]); }
  return outcome;
}

}  // namespace
}  // namespace tenuki
