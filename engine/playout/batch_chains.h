// Which chains are in atari, when a glance did not tell: they are grown, many at once, each in a lane of its own.
//
// Less than one move in two leaves such a chain, so the lanes of the boards would mostly stand idle. The chains of all
// boards are collected instead, and each is copied to the next free lane: what surrounds it, its colour's stones and
// the empty points. A lane is done when its chain has a second liberty or has no more stones. On large boards a lane
// holds a window of the board; the few chains that grow out of it are examined again on whole boards.
#pragma once

#include <cstdint>

#include "engine/playout/batch_board.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see board_core.h

// Counts liberties up to two.
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
    words_ += ~IsZero(bits);
  }
  TENUKI_INLINE Lanes IsTwo() const { return ~IsZero(pairs_) | ~IsAtLeast(words_, Repeat(~uint32_t{0})); }

 private:
  Lanes pairs_ = {};
  Lanes words_ = {};  // less one for each word with a bit
#endif
};

// Chains to be examined, on boards in memory that are all laid out alike: offsets are in words of 32 bits from one
// base, and the words of a plane are kNumLanes apart.
template <int kStride, int kWords, int kCapacity>
class ChainQueue {
 public:
  // In the lanes of the mask the chain of the stone at `bit` of word `word`. `field` and `empty` are the offsets of the
  // board's planes of its colour's stones, and of its empty points.
  TENUKI_INLINE void Add(Lanes mask, Lanes field, Lanes empty, Lanes word, Lanes bit) {
    StorePacked(mask, field, field_ + size_);
    StorePacked(mask, empty, empty_ + size_);
    StorePacked(mask, word, word_ + size_);
    size_ += StorePacked(mask, bit, bit_ + size_);
  }

  // Examines them all. `loose` is the distance from a board's plane of empty points to its loose ones.
  TENUKI_INLINE void Examine(uint32_t* base, int loose) {
    for (int start = 0; start < size_; start += kNumLanes) ExamineLanes(start, base, loose);
    size_ = 0;
  }

 private:
  TENUKI_INLINE static Lanes Load(const uint32_t* values) {
    Lanes lanes;
    __builtin_memcpy(&lanes, values, sizeof(lanes));
    return lanes;
  }

  TENUKI_INLINE void ExamineLanes(int start, uint32_t* base, int to_loose) {
    Lanes field[kWords];
    Lanes empty[kWords];
    Lanes region[kWords];
    const int count = size_ - start;
    const Lanes is_used = ~IsAtLeast(LaneNumbers(), Repeat(static_cast<uint32_t>(count)));
    const Lanes field_at = Load(field_ + start) & is_used;
    const Lanes empty_at = Load(empty_ + start) & is_used;
    const Lanes word = Load(word_ + start);
    const Lanes bit = Load(bit_ + start) & is_used;
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      field[i] = LoadFrom(base + i * kNumLanes, field_at);
      empty[i] = LoadFrom(base + i * kNumLanes, empty_at);
      region[i] = Where(IsEqual(word, Repeat(static_cast<uint32_t>(i))), bit, Lanes{});
    }
    Lanes is_safe;
    Lanes gained;
    do {
      Lanes next[kWords];
      UpToTwo liberties;
      gained = Lanes{};
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
        const Lanes beside = Beside<kStride, kWords>(region, i);
        next[i] = OrAnd(region[i], beside, field[i]);
        liberties.Add(beside & empty[i]);
        gained = OrDifference(gained, next[i], region[i]);
      }
      is_safe = liberties.IsTwo();
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) region[i] = next[i];
    } while (IsAnySet(gained & ~is_safe));
    for (uint32_t ataris = MaskBits(is_used & ~is_safe); ataris != 0; ataris &= ataris - 1) {
      const int lane = __builtin_ctz(ataris);
      uint32_t* const loose = base + empty_[start + lane] + to_loose;
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
        loose[i * kNumLanes] |= reinterpret_cast<const uint32_t*>(&region[i])[lane];
      }
    }
  }

  int size_ = 0;
  uint32_t field_[kCapacity + kNumLanes];
  uint32_t empty_[kCapacity + kNumLanes];
  uint32_t word_[kCapacity + kNumLanes];
  uint32_t bit_[kCapacity + kNumLanes];
};

}  // namespace
}  // namespace tenuki
