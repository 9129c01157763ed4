// A stone on each board of the lanes: captures, ko, and which chains have to be examined for atari afterwards.
#pragma once

#include <cstdint>

#include "engine/playout/batch_board.h"

namespace tenuki {
namespace {  // NOLINT: on purpose, see board_core.h

// The position of a group of boards, seen by the side to move.
struct Planes {
  Lanes* own;
  Lanes* opposing;
  Lanes* loose;
};

// The windows of a group of boards around their moves, and the chains that these leave to be examined: the own ones of
// lanes in `own_unsafe` (a mask), and the opposing ones of the stones in `seeds`.
template <int kSize>
struct MoveWindow {
  static constexpr int kWords = Window<kSize>::kWords;

  Lanes own[kWords];  // these two not where the window is the board
  Lanes opposing[kWords];
  Lanes empty[kWords];
  Lanes seeds[kWords];
  Lanes own_unsafe;
  Lanes first;
  LanePoints move;  // its word counted in the window
};

// Grows `region` within `field` until nothing changes in any lane. Two steps a round: most regions need no more, and
// the CPU guesses better whether there is another round.
template <int kStride, int kWords>
TENUKI_INLINE void Fill(const Lanes* field, Lanes* region) {
  Lanes gained;
  do {
    Lanes grown[kWords];
    Lanes next[kWords];
    gained = Lanes{};
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      grown[i] = OrAnd(region[i], Beside<kStride, kWords>(region, i), field[i]);
    }
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      next[i] = OrAnd(grown[i], Beside<kStride, kWords>(grown, i), field[i]);
      gained = OrDifference(gained, next[i], grown[i]);
    }
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) region[i] = next[i];
  } while (IsAnySet(gained));
}

// What a move takes off the board, or out of atari. The planes, boards or windows of them, have the stone already.
template <int kStride, int kWords>
struct Captures {
  Lanes beside[kWords];    // the points next to the move
  Lanes captured[kWords];  // opposing stones
  Lanes freed[kWords];     // own chains that were in atari, and have another liberty or another stone
  bool any_captured;
  bool any_freed;
  LanePoints ko;

  TENUKI_INLINE void Find(const Lanes* stone, const Lanes* own, const Lanes* opposing, const Lanes* loose) {
    Lanes captured_lanes = Lanes{};
    Lanes freed_lanes = Lanes{};
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      beside[i] = Beside<kStride, kWords>(stone, i);
      captured[i] = And3(beside[i], opposing[i], loose[i]);
      freed[i] = And3(beside[i], own[i], loose[i]);
      captured_lanes |= captured[i];
      freed_lanes |= freed[i];
    }
    any_captured = IsAnySet(captured_lanes);
    ko = LanePoints();
    if (any_captured) {
      Lanes field[kWords];
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) field[i] = opposing[i] & loose[i];
      Fill<kStride, kWords>(field, captured);
      FindKo(own, opposing, loose);
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
        freed[i] |= And3(Beside<kStride, kWords>(captured, i), own[i], loose[i]);
        freed_lanes |= freed[i];
      }
    }
    any_freed = IsAnySet(freed_lanes);
    if (any_freed) {
      Lanes field[kWords];
      TENUKI_UNROLL for (int i = 0; i < kWords; ++i) field[i] = own[i] & loose[i];
      Fill<kStride, kWords>(field, freed);
    }
  }

 private:
  // A ko: one stone is captured by one that stands alone and has no liberty but where that was.
  TENUKI_INLINE void FindKo(const Lanes* own, const Lanes* opposing, const Lanes* loose) {
    Lanes others = Lanes{};
    UpToTwo taken;
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      others |= beside[i] & (own[i] | AndNorOf(loose[i], own[i], opposing[i]));
      taken.Add(captured[i]);
    }
    const Lanes is_ko = ~taken.IsTwo() & IsZero(others);
    TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
      const Lanes bit = captured[i] & is_ko;
      ko.bit |= bit;
      ko.word = Where(IsZero(bit), ko.word, Repeat(static_cast<uint32_t>(i)));
    }
  }
};

// Which of the stones are seen at a glance to be of a chain with two liberties: a stone of theirs, it or one beside it,
// has two empty neighbours, or two neighbouring stones have one each. (Those are not the same point: no three points
// are neighbours of each other.)
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

// Takes what the stones capture off the boards, and what they free out of atari. `window` and its `loose` follow.
template <int kSize>
TENUKI_INLINE void Capture(const LanePoints& move, const Planes& board, Lanes first, const Planes& window,
                           Captures<Window<kSize>::kStride, Window<kSize>::kWords>& captures) {
  using View = Window<kSize>;
  constexpr int kBoardWords = View::kBoardWords;
  captures.ko.word += first;
  if constexpr (View::kIsBoard) {
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) {
      board.opposing[i] &= ~captures.captured[i];
      board.loose[i] &= ~captures.freed[i];
    }
    return;
  }
  Lanes captured[kBoardWords];
  Lanes freed[kBoardWords];
  if (IsAnySet(View::Leaves(captures.captured, first) | View::Leaves(captures.freed, first))) [[unlikely]] {
    // All lanes again, on their whole boards.
    Lanes stone[kBoardWords];
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) stone[i] = WordOf(move, i);
    Captures<View::kStride, kBoardWords> all;
    all.Find(stone, board.own, board.opposing, board.loose);
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) {
      board.opposing[i] &= ~all.captured[i];
      board.loose[i] &= ~all.freed[i];
    }
    captures.ko = all.ko;
    View::Take(board.opposing, first, window.opposing);
    View::Take(board.loose, first, window.loose);
    return;
  }
  if (captures.any_captured) {
    View::Put(captures.captured, first, captured);
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) board.opposing[i] &= ~captured[i];
    TENUKI_UNROLL for (int i = 0; i < View::kWords; ++i) window.opposing[i] &= ~captures.captured[i];
  }
  if (captures.any_freed) {
    View::Put(captures.freed, first, freed);
    TENUKI_UNROLL for (int i = 0; i < kBoardWords; ++i) board.loose[i] &= ~freed[i];
    TENUKI_UNROLL for (int i = 0; i < View::kWords; ++i) window.loose[i] &= ~captures.freed[i];
  }
}

// Which chains have to be examined: the own one, unless the stone and own stones beside it have two liberties, and
// opposing ones beside it that are not plainly safe.
template <int kSize>
TENUKI_INLINE void FindUnsafe(const Lanes* stone, const Lanes* beside, const Planes& view, MoveWindow<kSize>& window) {
  constexpr int kWords = Window<kSize>::kWords;
  constexpr int kStride = Window<kSize>::kStride;
  Lanes near[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) {
    window.empty[i] = AndNorOf(view.loose[i], view.own[i], view.opposing[i]);
    near[i] = OrAnd(stone[i], beside[i], view.own[i]);
  }
  UpToTwo liberties;
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) liberties.Add(Beside<kStride, kWords>(near, i) & window.empty[i]);
  window.own_unsafe = ~(liberties.IsTwo() | IsZero(window.move.bit));
  Lanes safe[kWords];
  FindPlainlySafe<kStride, kWords>(window.empty, view.opposing, safe);
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) window.seeds[i] = AndButNot(beside[i], view.opposing[i], safe[i]);
}

// Plays a stone of the own side in each lane, and says what has to be examined after it; none where `move` has no bit.
// Returns the ko.
template <int kSize>
TENUKI_INLINE LanePoints PlayStones(const LanePoints& move, const Planes& board, MoveWindow<kSize>& window) {
  using View = Window<kSize>;
  constexpr int kWords = View::kWords;
  TENUKI_UNROLL for (int i = 0; i < View::kBoardWords; ++i) {
    const Lanes stone = WordOf(move, i);
    board.own[i] |= stone;
    board.loose[i] &= ~stone;
  }
  const Lanes first = View::FirstFor(move.word);
  window.first = first;
  window.move = {.word = move.word - first, .bit = move.bit};
  Lanes stone[kWords];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) stone[i] = WordOf(window.move, i);
  Lanes loose[kWords];
  Planes view = board;
  if constexpr (!View::kIsBoard) {
    view = {.own = window.own, .opposing = window.opposing, .loose = loose};
    View::Take(board.own, first, view.own);
    View::Take(board.opposing, first, view.opposing);
    View::Take(board.loose, first, view.loose);
  }
  Captures<View::kStride, kWords> captures;
  captures.Find(stone, view.own, view.opposing, view.loose);
  Capture<kSize>(move, board, first, view, captures);
  FindUnsafe<kSize>(stone, captures.beside, view, window);
  return captures.ko;
}

}  // namespace
}  // namespace tenuki
