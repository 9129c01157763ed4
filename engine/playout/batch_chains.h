// Which chains are in atari, when a glance did not tell: they are grown, many at once, each in a lane of its own.
//
// Less than one move in two leaves such a chain, so the lanes of the boards would mostly stand idle. The chains of all
// boards are collected instead, and kNumLanes at a time grown together: until each has a second liberty, or has no more
// stones. They grow in the windows of their moves; the few that may go on outside are grown again on whole boards.
#pragma once

#include <cstdint>

#include "engine/playout/batch_board.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see board_core.h

// Where the boards are: all are laid out alike, offsets are in words of 32 bits, and the words of a plane are kNumLanes
// apart. A board's own offset is that of its lane in its group.
struct ChainLayout {
  uint32_t* base;
  // Offsets from a board's, of planes of its window and of its whole self; [0] opposing, [1] own.
  uint32_t window_stones[2];
  uint32_t window_empty;
  uint32_t stones[2];
  uint32_t loose;
};

// Grows regions within their fields until each has two liberties or does not grow. Returns a mask of the first kind.
template <int kStride, int kWords>
TENUKI_INLINE Lanes GrowToTwoLiberties(const Lanes* field, const Lanes* empty, Lanes* region) {
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
  return is_safe;
}

// kNumLanes values in memory, at any address.
TENUKI_INLINE Lanes LoadLanes(const uint32_t* values) {
  Lanes lanes;
  __builtin_memcpy(&lanes, values, sizeof(lanes));
  return lanes;
}

// Stones whose chains are to be examined. A lane's stone is bit `stone.bit` of word `stone.word`, counted in a window
// whose first word is number `first` of the board.
template <int kCapacity, bool kHasFirst>
struct ChainList {
  int size = 0;
  uint32_t board[kCapacity + kNumLanes];
  uint32_t is_own[kCapacity + kNumLanes];
  uint32_t first[kCapacity + kNumLanes];
  uint32_t word[kCapacity + kNumLanes];
  uint32_t bit[kCapacity + kNumLanes];

  TENUKI_INLINE void Add(Lanes mask, Lanes boards, Lanes own, Lanes firsts, const LanePoints& stone) {
    StorePacked(mask, boards, board + size);
    StorePacked(mask, own, is_own + size);
    if (kHasFirst) StorePacked(mask, firsts, first + size);
    StorePacked(mask, stone.word, word + size);
    size += StorePacked(mask, stone.bit, bit + size);
  }
};

template <int kSize, int kCapacity>
class ChainQueue {
 public:
  // In the lanes of the mask.
  TENUKI_INLINE void Add(Lanes mask, Lanes boards, Lanes is_own, Lanes firsts, const LanePoints& stone) {
    list_.Add(mask, boards, is_own, firsts, stone);
  }

  // Examines them all and marks those that are in atari as loose.
  void Examine(const ChainLayout& layout) {
    for (int start = 0; start < list_.size; start += kNumLanes) ExamineWindows(layout, start);
    for (int start = 0; start < escaped_.size; start += kNumLanes) ExamineBoards(layout, start);
    list_.size = 0;
    escaped_.size = 0;
  }

 private:
  using View = Window<kSize>;
  static constexpr int kStride = View::kStride;

  [[gnu::noinline]] void ExamineWindows(const ChainLayout& layout, int start) {
    constexpr int kWords = View::kWords;
    const Lanes is_used = IsUsed(list_, start);
    const Lanes board = LoadLanes(list_.board + start) & is_used;
    const Lanes is_own = LoadLanes(list_.is_own + start);
    const LanePoints stone = {.word = LoadLanes(list_.word + start), .bit = LoadLanes(list_.bit + start) & is_used};
    const Lanes field_at = board + Where(is_own, Repeat(layout.window_stones[1]), Repeat(layout.window_stones[0]));
    const Lanes empty_at = board + layout.window_empty;
    Lanes field[kWords];
    Lanes empty[kWords];
    Lanes region[kWords];
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      field[i] = LoadFrom(layout.base + i * kNumLanes, field_at);
      empty[i] = LoadFrom(layout.base + i * kNumLanes, empty_at);
      region[i] = WordOf(stone, i);
    }
    Lanes ataris = is_used & ~GrowToTwoLiberties<kStride, kWords>(field, empty, region);
    const Lanes first = View::kIsBoard ? Lanes{} : LoadLanes(list_.first + start);
    if constexpr (!View::kIsBoard) {
      const Lanes escaped = ataris & View::Leaves(region, first);
      if (IsAnySet(escaped)) escaped_.Add(escaped, board, is_own, first, stone);
      ataris &= ~escaped;
    }
    Mark<kWords>(layout, ataris, board, first, region);
  }

  void ExamineBoards(const ChainLayout& layout, int start) {
    constexpr int kWords = View::kBoardWords;
    const Lanes is_used = IsUsed(escaped_, start);
    const Lanes board = LoadLanes(escaped_.board + start) & is_used;
    const Lanes is_own = LoadLanes(escaped_.is_own + start);
    const Lanes first = LoadLanes(escaped_.first + start);
    const LanePoints stone = {.word = LoadLanes(escaped_.word + start) + first,
                              .bit = LoadLanes(escaped_.bit + start) & is_used};
    Lanes field[kWords];
    Lanes empty[kWords];
    Lanes region[kWords];
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      const uint32_t* const from = layout.base + i * kNumLanes;
      const Lanes own = LoadFrom(from, board + layout.stones[1]);
      const Lanes opposing = LoadFrom(from, board + layout.stones[0]);
      field[i] = Select(is_own, own, opposing);
      empty[i] = AndNorOf(LoadFrom(from, board + layout.loose), own, opposing);
      region[i] = WordOf(stone, i);
    }
    const Lanes ataris = is_used & ~GrowToTwoLiberties<kStride, kWords>(field, empty, region);
    Mark<kWords>(layout, ataris, board, Lanes{}, region);
  }

  TENUKI_INLINE static Lanes IsUsed(const ChainList<kCapacity, !Window<kSize>::kIsBoard>& list, int start) {
    return ~IsAtLeast(LaneNumbers(), Repeat(static_cast<uint32_t>(list.size - start)));
  }

  template <int kWords>
  TENUKI_INLINE static void Mark(const ChainLayout& layout, Lanes ataris, Lanes board, Lanes first,
                                 const Lanes* region) {
    for (uint32_t lanes = MaskBits(ataris); lanes != 0; lanes &= lanes - 1) {
      const int lane = __builtin_ctz(lanes);
      uint32_t* const loose = layout.base + LaneOf(board, lane) + layout.loose + LaneOf(first, lane) * kNumLanes;
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) loose[i * kNumLanes] |= LaneOf(region[i], lane);
    }
  }

  ChainList<kCapacity, !Window<kSize>::kIsBoard> list_;
  ChainList<kCapacity, !Window<kSize>::kIsBoard> escaped_;
};

}  // namespace
}  // namespace tenuki
