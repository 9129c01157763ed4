// Light playouts per second from the empty board, one core: one at a time and many in lanes, at every CPU level, beside
// a pseudo-liberty board in libego's manner. Compare within one run only; the last column of the table after the
// benchmarks is that comparison.
#include <benchmark/benchmark.h>

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "bench/pseudo_liberty_board.h"
#include "bench/races.h"
#include "common/cpu.h"
#include "engine/playout/playout.h"
#include "engine/playout/signature.h"

namespace tenuki::bench {
namespace {

constexpr int kSizes[] = {9, 13, 19};

template <int kSize>
int64_t RunAnchor(int playouts, uint64_t& random) {
  static const PseudoLibertyBoard<kSize> kEmpty;
  int64_t plies = 0;
  for (int i = 0; i < playouts; ++i) {
    PseudoLibertyBoard<kSize> board = kEmpty;
    plies += board.PlayOut(random, 3 * kSize * kSize);
    benchmark::DoNotOptimize(board.Score());
  }
  return plies;
}

int64_t RunAnchor(int size, int playouts, uint64_t& random) {
  switch (size) {
    case 9: return RunAnchor<9>(playouts, random);
    case 13: return RunAnchor<13>(playouts, random);
    default: return RunAnchor<19>(playouts, random);
  }
}

int64_t RunOurs(const PlayoutKernel& kernel, const Board& empty, int playouts, uint64_t& seed) {
  int64_t plies = 0;
  for (int i = 0; i < playouts; ++i) {
    Playout playout = kernel.Run(empty, seed++, PlayoutOptions{});
    plies += playout.plies;
    benchmark::DoNotOptimize(playout.score);
  }
  return plies;
}

void ReportPlayouts(benchmark::State& state, int64_t plies) {
  state.counters["playouts"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["plies_each"] = static_cast<double>(plies) / static_cast<double>(state.iterations());
}

void BM_Anchor(benchmark::State& state, int size) {
  uint64_t random = 1;
  int64_t plies = 0;
  for (auto _ : state) plies += RunAnchor(size, 1, random);
  ReportPlayouts(state, plies);
}

void BM_Playout(benchmark::State& state, CpuLevel level, int size) {
  const PlayoutKernel kernel(level);
  const Board empty(size);
  uint64_t seed = 0;
  int64_t plies = 0;
  for (auto _ : state) plies += RunOurs(kernel, empty, 1, seed);
  ReportPlayouts(state, plies);
}

void PrintRaces() {
  constexpr int kRounds = 15;
  std::printf("\nMedians of %d alternating rounds on one core, in CPU time\n%s", kRounds,
              RaceTable(RacePlayouts(kRounds)).c_str());
  std::printf("\nBehaviour signature: %d playouts a size\n", kSignaturePlayouts);
  for (int size = 2; size <= kMaxBoardSize; ++size) {
    std::printf("    {%d, 0x%016llX},\n", size,
                static_cast<unsigned long long>(PlayoutSignature(PlayoutKernel(BestCpuLevel()), size)));
  }
}

void RegisterAll() {
  for (int size : kSizes) {
    benchmark::RegisterBenchmark(absl::StrCat("anchor/", size), BM_Anchor, size);
    for (CpuLevel level : SupportedCpuLevels()) {
      benchmark::RegisterBenchmark(absl::StrCat("playout/", CpuLevelName(level), "/", size), BM_Playout, level, size);
    }
  }
}

}  // namespace
}  // namespace tenuki::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  tenuki::bench::RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  tenuki::bench::PrintRaces();
}
