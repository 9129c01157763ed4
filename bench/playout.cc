// Light playouts per second from the empty board, one core: one at a time and many in lanes, at every CPU level, beside
// a pseudo-liberty board in libego's manner. Compare within one run only; the last column of the table after the
// benchmarks is that comparison.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

#include "absl/strings/str_cat.h"
#include "bench/pseudo_liberty_board.h"
#include "common/cpu.h"
#include "engine/playout/batch.h"
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

// Many at once, in the lanes of the batch kernel.
class EmptyBoardQueue final : public PlayoutQueue {
 public:
  EmptyBoardQueue(const Board& empty, int playouts, uint64_t& seed) : empty_(empty), left_(playouts), seed_(seed) {}

  bool Start(PlayoutJob& job) override {
    if (left_ == 0) return false;
    --left_;
    job = {.start = &empty_, .seed = seed_++};
    return true;
  }
  void Finish(uint32_t /*ticket*/, const Playout& playout) override {
    int score = playout.score;
    benchmark::DoNotOptimize(score);
  }

 private:
  const Board& empty_;
  int left_;
  uint64_t& seed_;
};

void RunBatch(const BatchPlayoutKernel& kernel, const Board& empty, int playouts, uint64_t& seed) {
  EmptyBoardQueue queue(empty, playouts, seed);
  kernel.Run(empty.size(), queue);
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

// Playouts a second of each contestant: medians over short alternating rounds, since a slow moment of a shared machine
// hits all of them.
struct Race {
  double anchor;
  std::vector<double> ours;   // by level
  std::vector<double> lanes;  // the batch kernel's
};

// CPU time: what else runs on the machine then costs us little more than cache.
double Seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <typename F>
double PerSecond(int playouts, F run) {
  const double start = Seconds();
  run();
  return playouts / (Seconds() - start);
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

Race RunRace(int size, const std::vector<CpuLevel>& levels) {
  constexpr int kRounds = 15;
  const int playouts = size == 9 ? 2000 : size == 13 ? 1000 : 500;
  const Board empty(size);
  uint64_t random = 1;
  uint64_t seed = 0;
  std::vector<double> anchor;
  std::vector<std::vector<double>> ours(levels.size());
  std::vector<std::vector<double>> lanes(levels.size());
  for (int round = 0; round < kRounds; ++round) {
    anchor.push_back(PerSecond(playouts, [&] { RunAnchor(size, playouts, random); }));
    for (size_t i = 0; i < levels.size(); ++i) {
      const PlayoutKernel kernel(levels[i]);
      ours[i].push_back(PerSecond(playouts, [&] { RunOurs(kernel, empty, playouts, seed); }));
      const BatchPlayoutKernel batch(levels[i]);
      const int many = 4 * playouts;
      lanes[i].push_back(PerSecond(many, [&] { RunBatch(batch, empty, many, seed); }));
    }
  }
  Race race{.anchor = Median(anchor), .ours = {}, .lanes = {}};
  for (const std::vector<double>& rates : ours) race.ours.push_back(Median(rates));
  for (const std::vector<double>& rates : lanes) race.lanes.push_back(Median(rates));
  return race;
}

void PrintRaces() {
  const std::vector<CpuLevel> levels = SupportedCpuLevels();
  std::printf(
      "\nRace: playouts a second, medians of alternating rounds on one core, thousands per second of CPU time\n");
  std::printf("%-8s %-22s %10s %10s\n", "board", "kernel", "k/s", "x anchor");
  for (int size : kSizes) {
    const Race race = RunRace(size, levels);
    const std::string board = absl::StrCat(size, "x", size);
    std::printf("%-8s %-22s %10.1f %10.2f\n", board.c_str(), "libego's manner", race.anchor / 1000, 1.0);
    for (size_t i = 0; i < levels.size(); ++i) {
      const std::string name = absl::StrCat("ours, ", CpuLevelName(levels[i]));
      std::printf("%-8s %-22s %10.1f %10.2f\n", board.c_str(), name.c_str(), race.ours[i] / 1000,
                  race.ours[i] / race.anchor);
    }
    for (size_t i = 0; i < levels.size(); ++i) {
      const std::string name = absl::StrCat("lanes, ", CpuLevelName(levels[i]));
      std::printf("%-8s %-22s %10.1f %10.2f\n", board.c_str(), name.c_str(), race.lanes[i] / 1000,
                  race.lanes[i] / race.anchor);
    }
  }
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
