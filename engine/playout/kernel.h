// One playout at a time, compiled once per CPU level (kernel_*.cc include this after naming the entry point).
// See board_core.h for why everything is in an unnamed namespace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "common/random.h"
#include "engine/board/board_core.h"
#include "engine/playout/playout.h"

namespace tenuki {
namespace {  // NOLINT: on purpose

// The position of set bit number `rank` (from 0). REQUIRES: rank < popcount(word).
TENUKI_INLINE unsigned SelectBit(uint64_t word, unsigned rank) {
#if defined(__BMI2__)
  return static_cast<unsigned>(__builtin_ctzll(_pdep_u64(uint64_t{1} << rank, word)));
#else
  // Counts of set bits in each byte up to and including it; then the byte where the count passes `rank`; then bits.
  uint64_t counts = word - ((word >> 1) & 0x5555555555555555);
  counts = (counts & 0x3333333333333333) + ((counts >> 2) & 0x3333333333333333);
  counts = ((counts + (counts >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101;
  constexpr uint64_t kHigh = 0x8080808080808080;
  const uint64_t passed = (((rank * 0x0101010101010101) | kHigh) - counts) & kHigh;  // bytes with counts <= rank
  const unsigned shift = static_cast<unsigned>(__builtin_popcountll(passed)) * 8;
  rank -= static_cast<unsigned>((counts << 8 >> shift) & 0xFF);
  uint64_t rest = word >> shift & 0xFF;
  for (; rank != 0; --rank) rest &= rest - 1;
  return shift + static_cast<unsigned>(__builtin_ctzll(rest));
#endif
}

// Candidate number (random · n) >> 32 of the side to move, or −1 when there is none.
template <int kWords, unsigned kColor>
TENUKI_INLINE int ChooseCandidate(const BoardState& state, uint32_t random) {
  const uint64_t* const barred = state.barred[kColor - 1];
  uint64_t words[kWords];
  unsigned before[kWords + 1];
  for (int i = 0; i < kWords; ++i) words[i] = state.empty[i] & ~barred[i];
  if (state.ko != kNoPoint) [[unlikely]] {
    for (int i = 0; i < kWords; ++i) words[i] &= ~(uint64_t{i == state.ko >> 6} << (state.ko & 63));
  }
  before[0] = 0;
  for (int i = 0; i < kWords; ++i) before[i + 1] = before[i] + static_cast<unsigned>(__builtin_popcountll(words[i]));
  const unsigned n = before[kWords];
  if (n == 0) return -1;
  const unsigned rank = UniformBelow(n, random);
  unsigned index = 0;
  uint64_t word = words[0];
  unsigned skipped = 0;
  for (int i = 1; i < kWords; ++i) {
    const bool later = rank >= before[i];
    index += later;
    word = later ? words[i] : word;
    skipped = later ? before[i] : skipped;
  }
  return static_cast<int>(index * 64 + SelectBit(word, rank - skipped));
}

// Copies the elements that a board of up to 64 · kWords points uses.
template <int kWords>
TENUKI_INLINE void CopyState(const BoardState& from, BoardState& to) {
  constexpr size_t kCells = kWords * 64 < kMaxPoints ? kWords * 64 + 1 : BoardState::kCells;
  std::memcpy(&to, &from, offsetof(BoardState, color));
  std::memcpy(to.color, from.color, kCells * sizeof(from.color[0]));
  std::memcpy(to.around, from.around, kCells * sizeof(from.around[0]));
  std::memcpy(to.chain, from.chain, kCells * sizeof(from.chain[0]));
  std::memcpy(to.next, from.next, kCells * sizeof(from.next[0]));
  std::memcpy(to.helps, from.helps, kCells * sizeof(from.helps[0]));
  std::memcpy(to.liberties, from.liberties, kCells * sizeof(from.liberties[0]));
}

// A playout under way. Plies alternate between two copies of the code, one a colour.
template <int kWords>
struct Run {
  BoardState state;
  const Neighbours* neighbours;
  uint64_t seed;
  int max_plies;
  int mercy_stones;
  int ply = 0;
  int lead = 0;  // Black's stones less White's; kept only where mercy needs it
  unsigned passes;
  uint64_t first[2][BoardState::kWords] = {};
  Playout::End end = Playout::End::kMaxPlies;

  // Returns whether the playout goes on.
  template <unsigned kColor>
  TENUKI_INLINE bool PlayPly() {
    if (ply >= max_plies) [[unlikely]]
      return false;
    const int move = ChooseCandidate<kWords, kColor>(state, Random32(seed, static_cast<uint64_t>(ply)));
    ++ply;
    if (move < 0) [[unlikely]] {
      state.ko = kNoPoint;
      if (++passes < 2) return true;
      end = Playout::End::kTwoPasses;
      return false;
    }
    passes = 0;
    const unsigned point = static_cast<unsigned>(move);
    const uint64_t bit = uint64_t{1} << (point & 63);
    first[kColor - 1][point >> 6] |= bit & ~first[2 - kColor][point >> 6];
    const int captured = static_cast<int>(PlayStone<false, kColor>(state, neighbours, point));
    if (mercy_stones == 0) [[likely]]
      return true;
    lead += kColor == 1 ? 1 + captured : -1 - captured;
    if (lead < mercy_stones && -lead < mercy_stones) return true;
    end = Playout::End::kMercy;
    return false;
  }
};

template <int kWords>
void RunPlayout(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones, Playout& playout) {
  Run<kWords> run;
  CopyState<kWords>(start, run.state);
  run.neighbours = GeometryOf(start.size).neighbours;
  run.seed = seed;
  run.max_plies = max_plies;
  run.mercy_stones = mercy_stones;
  run.passes = start.passes >= 2 ? 0 : start.passes;
  for (int i = 0; i < kWords; ++i) {
    run.lead += __builtin_popcountll(start.stones[0][i]) - __builtin_popcountll(start.stones[1][i]);
  }
  if (start.to_move == 1 || run.template PlayPly<2>()) {
    while (run.template PlayPly<1>() && run.template PlayPly<2>()) {
    }
  }
  playout.plies = run.ply;
  playout.end = run.end;
  playout.mercy_winner = run.end != Playout::End::kMercy ? Color::kEmpty : run.lead > 0 ? Color::kBlack : Color::kWhite;
  std::memcpy(&playout.first_played, &run.first, sizeof(run.first));
  playout.area = TrompTaylorArea(run.state);
  for (int side : {0, 1}) {
    uint64_t words[PointSet::kWords] = {};
    std::memcpy(words, run.state.stones[side], kWords * sizeof(uint64_t));
    playout.stones[side] = PointSet(words);
  }
}

void RunPlayoutOfAnySize(const BoardState& start, uint64_t seed, int max_plies, int mercy_stones, Playout& playout) {
  switch ((start.num_points + 63) / 64) {
    case 1: return RunPlayout<1>(start, seed, max_plies, mercy_stones, playout);
    case 2: return RunPlayout<2>(start, seed, max_plies, mercy_stones, playout);
    case 3: return RunPlayout<3>(start, seed, max_plies, mercy_stones, playout);
    case 4: return RunPlayout<4>(start, seed, max_plies, mercy_stones, playout);
    case 5: return RunPlayout<5>(start, seed, max_plies, mercy_stones, playout);
    default: return RunPlayout<6>(start, seed, max_plies, mercy_stones, playout);
  }
}

}  // namespace
}  // namespace tenuki
