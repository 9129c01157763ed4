// Many playouts at once: independent random games in the lanes of vector registers, the same ones as PlayoutKernel's.
//
//   BatchPlayoutKernel kernel(BestCpuLevel());
//   std::vector<PlayoutJob> jobs;                       // from one position or from many, of any board sizes
//   for (int i = 0; i < 1000; ++i) jobs.push_back({.start = &board, .seed = DeriveSeed(seed, i)});
//   std::vector<Playout> playouts(jobs.size());
//   kernel.Run(jobs, playouts);                         // playouts[i] == PlayoutKernel::Run(*jobs[i].start, …)
//
// Every playout is bit for bit what PlayoutKernel gives for the same start, seed and options: moves, length, area,
// final stones, who played where first. Which others are under way beside it, and in which lane, makes no difference.
//
// A batch pays from six playouts on (FewestWorthwhile); with a hundred or more the lanes stay full. Where a playout's
// result decides what is played out next (a search), hand a PlayoutQueue to the kernel: it asks for a playout whenever
// a lane is free, and gives back each as it ends, so many searches keep the lanes full although each of them waits for
// its own.
//
// A kernel has no state and is thread-safe; a queue is used by the thread that runs it.
#pragma once

#include <cstdint>
#include <span>

#include "common/cpu.h"
#include "engine/board/board.h"
#include "engine/playout/batch_kernels.h"
#include "engine/playout/playout.h"

namespace tenuki {

struct PlayoutJob {
  const Board* start = nullptr;
  uint64_t seed = 0;
  PlayoutOptions options;
  // The caller's own, e.g. which of its games this is of.
  uint32_t ticket = 0;
};

class PlayoutQueue {
 public:
  virtual ~PlayoutQueue() = default;
  // The next playout to start; false when there is none now. It is asked again after every Finish. The start must live
  // until the next call of this function.
  virtual bool Start(PlayoutJob& job) = 0;
  virtual void Finish(uint32_t ticket, const Playout& playout) = 0;
};

class BatchPlayoutKernel {
 public:
  // REQUIRES: `level` is one of SupportedCpuLevels().
  explicit BatchPlayoutKernel(CpuLevel level);

  // Until the queue has nothing to start and all that was started is finished.
  // REQUIRES: all starts are of boards of that size.
  void Run(int size, PlayoutQueue& queue) const;
  // results[i] is the playout of jobs[i]; tickets are of no account. REQUIRES: as many results as jobs.
  void Run(std::span<const PlayoutJob> jobs, std::span<Playout> results) const;

  // From how many playouts under way on it is faster than one_by_one(), which gives the same ones.
  int FewestWorthwhile(int size) const;
  const PlayoutKernel& one_by_one() const { return one_by_one_; }

 private:
  using RunFunction = void (*)(int size, BatchQueue& queue);
  CpuLevel level_;
  PlayoutKernel one_by_one_;
  RunFunction run_;
};

}  // namespace tenuki
