#include "engine/playout/batch.h"

#include <algorithm>
#include <climits>
#include <cstring>

#include "engine/board/board_core.h"

namespace tenuki {
namespace {

// Between points in point order, without gaps, and the kernel's columns with a guard bit.
void Spread(int size, const uint64_t* points, uint32_t* words) {
  std::memset(words, 0, kBatchWords * sizeof(uint32_t));
  const uint64_t column_mask = (uint64_t{1} << size) - 1;
  for (int column = 0, from = 0, to = 0; column < size; ++column, from += size, to += size + 1) {
    uint64_t bits = points[from >> 6] >> (from & 63);
    if ((from & 63) + size > 64) bits |= points[(from >> 6) + 1] << (64 - (from & 63));
    bits = (bits & column_mask) << (to & 31);
    words[to >> 5] |= static_cast<uint32_t>(bits);
    if (bits >> 32 != 0) words[(to >> 5) + 1] |= static_cast<uint32_t>(bits >> 32);
  }
}

PointSet Gather(int size, const uint32_t* words) {
  uint64_t points[PointSet::kWords] = {};
  const uint64_t column_mask = (uint64_t{1} << size) - 1;
  for (int column = 0, from = 0, to = 0; column < size; ++column, from += size + 1, to += size) {
    uint64_t bits = words[from >> 5] >> (from & 31);
    if ((from & 31) + size > 32) bits |= uint64_t{words[(from >> 5) + 1]} << (32 - (from & 31));
    bits &= column_mask;
    points[to >> 6] |= bits << (to & 63);
    if ((to & 63) + size > 64) points[(to >> 6) + 1] |= bits >> (64 - (to & 63));
  }
  return PointSet(points);
}

// Empty points, and stones of chains in atari.
void FindLoose(const BoardState& state, uint64_t* loose) {
  for (int i = 0; i < BoardState::kWords; ++i) {
    loose[i] = state.empty[i];
    for (uint64_t rest = state.stones[0][i] | state.stones[1][i]; rest != 0; rest &= rest - 1) {
      const int point = i * 64 + __builtin_ctzll(rest);
      const uint16_t root = state.chain[point];
      if (state.helps[root] != Alone(state.color[point])) loose[i] |= rest & -rest;
    }
  }
}

void FillStart(const PlayoutJob& job, BatchStart& start) {
  const BoardState& state = job.start->state();
  const int own = state.to_move - 1;
  uint64_t loose[BoardState::kWords];
  FindLoose(state, loose);
  Spread(state.size, state.stones[own], start.own);
  Spread(state.size, state.stones[1 - own], start.opposing);
  Spread(state.size, loose, start.loose);
  start.ko_bit =
      state.ko == kNoPoint ? -1 : (state.size + 1) * ColumnOf(state.size, state.ko) + RowOf(state.size, state.ko);
  start.seed = job.seed;
  start.max_plies = job.options.max_plies > 0 ? job.options.max_plies : 3 * state.num_points;
  start.mercy_stones = job.options.mercy_stones > 0 ? job.options.mercy_stones : INT_MAX;
  start.passes = state.passes >= 2 ? 0 : state.passes;
  start.lead = 0;
  for (int i = 0; i < BoardState::kWords; ++i) {
    start.lead += __builtin_popcountll(state.stones[own][i]) - __builtin_popcountll(state.stones[1 - own][i]);
  }
  start.is_black = own == 0;
  start.ticket = job.ticket;
}

void FillPlayout(int size, const BatchEnd& end, Playout& playout) {
  for (int side : {0, 1}) {
    playout.stones[side] = Gather(size, end.stones[side]);
    playout.first_played[side] = Gather(size, end.first[side]);
  }
  playout.area = TrompTaylorArea(size, playout.stones[0], playout.stones[1]);
  playout.score = playout.area.Score();
  playout.plies = end.plies;
  playout.end = end.reason;
  playout.mercy_winner = end.reason != Playout::End::kMercy ? Color::kEmpty
                         : end.lead > 0                     ? Color::kBlack
                                                            : Color::kWhite;
}

// Translates for the kernel.
class Adapter final : public BatchQueue {
 public:
  Adapter(int size, PlayoutQueue& queue) : size_(size), queue_(queue) {}

  bool Start(BatchStart& start) override {
    PlayoutJob job;
    if (!queue_.Start(job)) return false;
    FillStart(job, start);
    return true;
  }
  void Finish(const BatchEnd& end) override {
    FillPlayout(size_, end, playout_);
    queue_.Finish(end.ticket, playout_);
  }

 private:
  const int size_;
  PlayoutQueue& queue_;
  Playout playout_;
};

// Those of the jobs that are of one size.
class JobsOfSize final : public PlayoutQueue {
 public:
  JobsOfSize(int size, std::span<const PlayoutJob> jobs, std::span<Playout> results)
      : size_(size), jobs_(jobs), results_(results) {}

  bool Start(PlayoutJob& job) override {
    while (next_ < jobs_.size() && jobs_[next_].start->size() != size_) ++next_;
    if (next_ == jobs_.size()) return false;
    job = jobs_[next_];
    job.ticket = static_cast<uint32_t>(next_++);
    return true;
  }
  void Finish(uint32_t ticket, const Playout& playout) override { results_[ticket] = playout; }

 private:
  const int size_;
  const std::span<const PlayoutJob> jobs_;
  const std::span<Playout> results_;
  size_t next_ = 0;
};

}  // namespace

BatchPlayoutKernel::BatchPlayoutKernel(CpuLevel level) : level_(level), one_by_one_(level), run_(&RunBatchBaseline) {
#if defined(__x86_64__)
  if (level == CpuLevel::kAvx2) run_ = &RunBatchAvx2;
  if (level == CpuLevel::kAvx512) run_ = &RunBatchAvx512;
#endif
}

// As bench/playout measures it.
int BatchPlayoutKernel::FewestWorthwhile(int size) const {
  if (level_ == CpuLevel::kBaseline) return size <= 9 ? 16 : INT_MAX;
  return 6;
}

void BatchPlayoutKernel::Run(int size, PlayoutQueue& queue) const {
  Adapter adapter(size, queue);
  run_(size, adapter);
}

void BatchPlayoutKernel::Run(std::span<const PlayoutJob> jobs, std::span<Playout> results) const {
  uint32_t sizes = 0;  // a bit each
  for (const PlayoutJob& job : jobs) sizes |= uint32_t{1} << job.start->size();
  for (; sizes != 0; sizes &= sizes - 1) {
    const int size = __builtin_ctz(sizes);
    JobsOfSize queue(size, jobs, results);
    Run(size, queue);
  }
}

}  // namespace tenuki
