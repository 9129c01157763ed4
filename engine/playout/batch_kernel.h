// Many playouts at once, compiled once per CPU level (batch_*.cc include this after naming the entry point).
// See board_core.h for why everything is in an unnamed namespace.
#pragma once

#include <cstdint>

#include "common/random.h"
#include "engine/playout/batch_board.h"
#include "engine/playout/batch_chains.h"
#include "engine/playout/batch_kernels.h"
#include "engine/playout/batch_move.h"

namespace tenuki {
namespace {  // NOLINT: on purpose

// So many registers of boards are played in turn, so that there are chains enough to examine together.
constexpr int kNumGroups = 8;

// No board has that many stones.
constexpr uint32_t kNoMercy = 0x7FFFFFFF;

template <int kSize>
struct Group {
  static constexpr int kWords = BitBoard<kSize>::kWords;

  // By plane of a side, 0 the one that is to move at even steps of the batch; which is Black's is up to the lane.
  Lanes stones[2][kWords] = {};
  Lanes first[2][kWords] = {};  // first played
  Lanes loose[kWords] = {};
  LanePoints ko;
  // The arguments of Mix64 that give the next random numbers of even and odd lanes.
  WideLanes counters[2] = {};
  Lanes plies = {};
  Lanes max_plies = {};
  Lanes passes = {};
  Lanes mercy_stones = Repeat(kNoMercy);
  Lanes is_live = {};  // a mask
  MoveWindow<kSize> window;
  uint32_t black_side[kNumLanes] = {};
  uint32_t tickets[kNumLanes] = {};
};

TENUKI_INLINE WideLanes MixLanes(WideLanes x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

template <int kSize>
[[gnu::noinline]] LanePoints ChooseMoves(Group<kSize>& group, int side) {
  constexpr int kWords = Group<kSize>::kWords;
  Lanes candidates[kWords];
  FindCandidates<kSize>(group.stones[side], group.stones[1 - side], group.loose, candidates);
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) { candidates[i] &= ~WordOf(group.ko, i); }
  const LanePoints moves =
      ChooseCandidates<kWords>(candidates, MixLanes(group.counters[0]), MixLanes(group.counters[1]));
  for (WideLanes& counters : group.counters) counters += kGoldenGamma;
  Lanes* const first = group.first[side];
  const Lanes* const other = group.first[1 - side];
  TENUKI_UNROLL for (int i = 0; i < kWords; ++i) { first[i] = OrAndNot(first[i], WordOf(moves, i), other[i]); }
  return moves;
}

// Of all groups; a move leaves five chains at most.
template <int kSize>
using Chains = ChainQueue<kSize, 5 * kNumLanes * kNumGroups>;

// How many words of 32 bits a plane is behind the start of its group.
template <int kSize>
TENUKI_INLINE uint32_t OffsetOf(const Group<kSize>& group, const Lanes* plane) {
  return static_cast<uint32_t>(reinterpret_cast<const uint32_t*>(plane) - reinterpret_cast<const uint32_t*>(&group));
}

template <int kSize>
TENUKI_INLINE void QueueChains(MoveWindow<kSize>& window, uint32_t group_offset, Chains<kSize>& chains) {
  const Lanes boards = LaneNumbers() + group_offset;
  chains.Add(window.own_unsafe, boards, Repeat(~uint32_t{0}), window.first, window.move);
  Lanes rest;
  do {
    rest = Lanes{};
    TENUKI_UNROLL for (int i = 0; i < Window<kSize>::kWords; ++i) {
      const Lanes bit = window.seeds[i] & -window.seeds[i];
      window.seeds[i] ^= bit;
      rest |= window.seeds[i];
      chains.Add(~IsZero(bit), boards, Lanes{}, window.first, {.word = Repeat(static_cast<uint32_t>(i)), .bit = bit});
    }
  } while (IsAnySet(rest));
}

// Which lanes' stones on the board call for mercy.
template <int kSize>
TENUKI_INLINE Lanes FindMercy(const Group<kSize>& group) {
  Lanes lead = Lanes{};
  for (int i = 0; i < Group<kSize>::kWords; ++i) {
    lead += CountBits(group.stones[0][i]) - CountBits(group.stones[1][i]);
  }
  return IsAtLeast(Where(lead, -lead, lead), group.mercy_stones);
}

// Plays the moves. Returns a mask of the lanes whose playout is over.
template <int kSize>
[[gnu::noinline]] Lanes PlayMoves(Group<kSize>& group, uint32_t group_offset, int side, const LanePoints& moves,
                                  Chains<kSize>& chains) {
  const Planes board = {.own = group.stones[side], .opposing = group.stones[1 - side], .loose = group.loose};
  group.ko = PlayStones<kSize>(moves, board, group.window);
  QueueChains<kSize>(group.window, group_offset, chains);
  const Lanes is_pass = IsZero(moves.bit);
  group.plies += 1;
  group.passes = (group.passes + 1) & is_pass;
  Lanes is_over = IsAtLeast(group.passes, Repeat(2)) | IsAtLeast(group.plies, group.max_plies);
  if (IsAnySet(~IsEqual(group.mercy_stones, Repeat(kNoMercy)))) is_over |= FindMercy<kSize>(group) & ~is_pass;
  return group.is_live & is_over;
}

template <int kSize>
void StartLane(Group<kSize>& group, int lane, int side, const BatchStart& start) {
  for (int i = 0; i < Group<kSize>::kWords; ++i) {
    LaneOf(group.stones[side][i], lane) = start.own[i];
    LaneOf(group.stones[1 - side][i], lane) = start.opposing[i];
    LaneOf(group.loose[i], lane) = start.loose[i];
    LaneOf(group.first[0][i], lane) = 0;
    LaneOf(group.first[1][i], lane) = 0;
  }
  LaneOf(group.ko.word, lane) = static_cast<uint32_t>(start.ko_bit >> 5);
  LaneOf(group.ko.bit, lane) = start.ko_bit >= 0 ? uint32_t{1} << (start.ko_bit & 31) : 0;
  reinterpret_cast<uint64_t*>(&group.counters[lane & 1])[lane / 2] = start.seed + kGoldenGamma;
  LaneOf(group.plies, lane) = 0;
  LaneOf(group.max_plies, lane) = static_cast<uint32_t>(start.max_plies);
  LaneOf(group.passes, lane) = static_cast<uint32_t>(start.passes);
  LaneOf(group.mercy_stones, lane) = static_cast<uint32_t>(start.mercy_stones);
  LaneOf(group.is_live, lane) = ~uint32_t{0};
  group.black_side[lane] = static_cast<uint32_t>(start.is_black ? side : 1 - side);
  group.tickets[lane] = start.ticket;
}

template <int kSize>
void FinishLane(Group<kSize>& group, int lane, BatchQueue& queue) {
  const uint32_t black = group.black_side[lane];
  BatchEnd end;
  end.lead = 0;
  for (int color = 0; color < 2; ++color) {
    const uint32_t side = color == 0 ? black : 1 - black;
    for (int i = 0; i < Group<kSize>::kWords; ++i) {
      end.stones[color][i] = LaneOf(group.stones[side][i], lane);
      end.lead += color == 0 ? __builtin_popcount(end.stones[0][i]) : -__builtin_popcount(end.stones[1][i]);
      end.first[color][i] = LaneOf(group.first[side][i], lane);
    }
  }
  end.ticket = group.tickets[lane];
  end.plies = static_cast<int>(LaneOf(group.plies, lane));
  const uint32_t passes = LaneOf(group.passes, lane);
  const int distance = end.lead < 0 ? -end.lead : end.lead;
  const bool has_mercy = passes == 0 && distance >= static_cast<int>(LaneOf(group.mercy_stones, lane));
  end.reason = passes >= 2 ? Playout::End::kTwoPasses : has_mercy ? Playout::End::kMercy : Playout::End::kMaxPlies;
  LaneOf(group.is_live, lane) = 0;
  queue.Finish(end);
}

template <int kSize>
struct Batch {
  Group<kSize> groups[kNumGroups];
  LanePoints moves[kNumGroups];
  Lanes finished[kNumGroups];
  Chains<kSize> chains;
};

template <int kSize>
TENUKI_INLINE ChainLayout LayoutOf(Batch<kSize>& batch, int side) {
  constexpr bool kIsBoard = Window<kSize>::kIsBoard;
  const Group<kSize>& group = batch.groups[0];
  return {.base = reinterpret_cast<uint32_t*>(batch.groups),
          .window_stones = {OffsetOf(group, kIsBoard ? group.stones[1 - side] : group.window.opposing),
                            OffsetOf(group, kIsBoard ? group.stones[side] : group.window.own)},
          .window_empty = OffsetOf(group, group.window.empty),
          .stones = {OffsetOf(group, group.stones[1 - side]), OffsetOf(group, group.stones[side])},
          .loose = OffsetOf(group, group.loose)};
}

// Fills lanes that stand idle, groups in use first. Returns how many groups are in use.
template <int kSize>
int StartLanes(Batch<kSize>& batch, int num_groups, int side, BatchQueue& queue) {
  BatchStart start;
  for (int g = 0; g < kNumGroups; ++g) {
    Group<kSize>& group = batch.groups[g];
    for (int lane = 0; lane < kNumLanes; ++lane) {
      if (LaneOf(group.is_live, lane) != 0) continue;
      if (!queue.Start(start)) return num_groups;
      StartLane(group, lane, side, start);
      if (g >= num_groups) num_groups = g + 1;
    }
  }
  return num_groups;
}

template <int kSize>
void RunBatch(BatchQueue& queue) {
  Batch<kSize> batch;
  int side = 0;
  int num_groups = StartLanes(batch, 0, side, queue);
  while (num_groups > 0) {
    for (int g = 0; g < num_groups; ++g) batch.moves[g] = ChooseMoves(batch.groups[g], side);
    bool any_finished = false;
    for (int g = 0; g < num_groups; ++g) {
      const uint32_t offset = static_cast<uint32_t>(g) * (sizeof(Group<kSize>) / sizeof(uint32_t));
      batch.finished[g] = PlayMoves<kSize>(batch.groups[g], offset, side, batch.moves[g], batch.chains);
    }
    batch.chains.Examine(LayoutOf(batch, side));
    for (int g = 0; g < num_groups; ++g) {
      const Lanes finished = batch.finished[g];
      if (!IsAnySet(finished)) continue;
      any_finished = true;
      for (uint32_t bits = MaskBits(finished); bits != 0; bits &= bits - 1) {
        FinishLane(batch.groups[g], __builtin_ctz(bits), queue);
      }
    }
    side = 1 - side;
    if (!any_finished) continue;
    num_groups = StartLanes(batch, num_groups, side, queue);
    while (num_groups > 0 && !IsAnySet(batch.groups[num_groups - 1].is_live)) --num_groups;
  }
}

TENUKI_INLINE void RunBatchOfAnySize(int size, BatchQueue& queue) {
  switch (size) {
    case 1: return RunBatch<1>(queue);
    case 2: return RunBatch<2>(queue);
    case 3: return RunBatch<3>(queue);
    case 4: return RunBatch<4>(queue);
    case 5: return RunBatch<5>(queue);
    case 6: return RunBatch<6>(queue);
    case 7: return RunBatch<7>(queue);
    case 8: return RunBatch<8>(queue);
    case 9: return RunBatch<9>(queue);
    case 10: return RunBatch<10>(queue);
    case 11: return RunBatch<11>(queue);
    case 12: return RunBatch<12>(queue);
    case 13: return RunBatch<13>(queue);
    case 14: return RunBatch<14>(queue);
    case 15: return RunBatch<15>(queue);
    case 16: return RunBatch<16>(queue);
    case 17: return RunBatch<17>(queue);
    case 18: return RunBatch<18>(queue);
    default: return RunBatch<19>(queue);
  }
}

}  // namespace
}  // namespace tenuki
