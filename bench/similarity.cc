// Distances of positions measured (Gragera 2015, section 5): all pairs of 750 positions after six moves, by each of the
// five influence models. Ours at every CPU level beside a plain loop over the same values, not vectorised and
// vectorised by the compiler, and scipy's cdist where python3 has it; and how far ours are from what the core can do.
// All in one process and in turns, minima of rounds: compare within one run only.
//
//   ./dev bench similarity          build/release/bin/bench_similarity ROUNDS: more or fewer than 9
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/log/check.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "bench/similarity_loops.h"
#include "common/cpu.h"
#include "common/random.h"
#include "engine/board/board.h"
#include "engine/influence/distance.h"
#include "engine/influence/influence.h"
#include "engine/influence/map_set.h"
#include "tests/child_process.h"

namespace tenuki::bench {
namespace {

constexpr int kSize = 19;
constexpr int kNumPoints = kSize * kSize;
constexpr int kNumPositions = 750;
constexpr int kNumMoves = 6;
constexpr uint64_t kSeed = 1;
constexpr double kNumPairs = 1.0 * kNumPositions * kNumPositions * kNumInfluenceModels;
constexpr int kWordsPerMap = (kNumPoints + 7) / 8;
constexpr int kTileRows = 32;  // of distance_kernel.h: rows for which columns are loaded once from L2

double TimeOf(auto&& work) {
  const absl::Time start = absl::Now();
  work();
  return absl::ToDoubleSeconds(absl::Now() - start);
}

constexpr int kTurns = 8;  // in each round

// The least of the rounds so far.
struct Best {
  double seconds = std::numeric_limits<double>::infinity();
  void Add(double round) { seconds = std::min(seconds, round); }
  double ms() const { return seconds * 1e3; }
};

std::vector<Board> RandomPositions() {
  std::vector<Board> positions;
  for (int i = 0; i < kNumPositions; ++i) {
    Board board(kSize);
    for (uint64_t counter = 0, moves = 0; moves < kNumMoves; ++counter) {
      const auto point = static_cast<Point>(UniformBelow(kNumPoints, Random32(DeriveSeed(kSeed, i), counter)));
      if ((board.stones(Color::kBlack) | board.stones(Color::kWhite)).Contains(point)) continue;
      board.PlayUnchecked(point);
      ++moves;
    }
    positions.push_back(board);
  }
  return positions;
}

// By model: maps for the kernel, and the same values one after the other for others.
struct Data {
  std::vector<InfluenceMapSet> sets;
  std::vector<std::vector<int16_t>> values;
};

Data MakeData(const std::vector<Board>& positions) {
  Data data;
  for (int model = 0; model < kNumInfluenceModels; ++model) {
    InfluenceMapSet& set = data.sets.emplace_back(kSize);
    std::vector<int16_t>& values = data.values.emplace_back();
    for (const Board& board : positions) {
      const InfluenceMap map = ComputeInfluence(static_cast<InfluenceModel>(model), {}, kSize,
                                                board.stones(Color::kBlack), board.stones(Color::kWhite));
      set.Add(map);
      values.insert(values.end(), map.values.begin(), map.values.begin() + kNumPoints);
    }
    CHECK(set.fits_bytes());
  }
  return data;
}

// All rows of all models, i ≤ j or not.
using Distances = std::vector<int32_t>;
Distances EmptyDistances() { return Distances(static_cast<size_t>(kNumPairs)); }
int32_t* OfModel(Distances& distances, size_t model) {
  return distances.data() + model * kNumPositions * kNumPositions;
}

struct PlainLoop {
  std::string name;
  PlainDistancesFunction run;
  Best best;
};

struct Level {
  std::string name;
  DistanceKernel kernel;
  PeakLoops peaks;
  Best best = {};
  Best sums = {};  // of kPeakSums times
  Best near = {};  // loads from L1
  Best far = {};   // from L2
  Best writes = {};
};

constexpr int64_t kPeakSums = 400'000;
constexpr int kNearWords = 1472;  // four blocks of maps
constexpr int64_t kNearTimes = 4'000;
constexpr int kFarWords = 34'560;  // 750 maps
constexpr int64_t kFarTimes = 200;

std::vector<PlainLoop> PlainLoops() {
  std::vector<PlainLoop> loops = {{"plain loop, not vectorised", &PlainDistancesScalar, {}}};
  for (CpuLevel level : SupportedCpuLevels()) {
    PlainDistancesFunction run = &PlainDistancesBaseline;
#if defined(__x86_64__)
    if (level == CpuLevel::kAvx2) run = &PlainDistancesAvx2;
    if (level == CpuLevel::kAvx512) run = &PlainDistancesAvx512;
#endif
    loops.push_back({absl::StrCat("plain loop, vectorised, ", CpuLevelName(level)), run, {}});
  }
  return loops;
}

std::vector<Level> Levels() {
  std::vector<Level> levels;
  for (CpuLevel level : SupportedCpuLevels()) {
    PeakLoops peaks = PeakLoopsBaseline();
#if defined(__x86_64__)
    if (level == CpuLevel::kAvx2) peaks = PeakLoopsAvx2();
    if (level == CpuLevel::kAvx512) peaks = PeakLoopsAvx512();
#endif
    levels.push_back({absl::StrCat("ours, ", CpuLevelName(level)), DistanceKernel(level), peaks});
  }
  return levels;
}

// A Python that does a round for each line it is sent, and answers with the seconds and the sum of all distances.
class Scipy {
 public:
  static std::unique_ptr<Scipy> Start(const Data& data) {
    std::string path = "/tmp/tenuki-similarity-XXXXXX";
    const int file = mkstemp(path.data());
    CHECK_GE(file, 0) << path;
    for (const std::vector<int16_t>& values : data.values) {
      const auto bytes = static_cast<ssize_t>(values.size() * sizeof(values[0]));
      CHECK_EQ(write(file, values.data(), bytes), bytes) << path;
    }
    close(file);
    std::unique_ptr<Scipy> scipy;
    for (const char* python : {"python3", "/usr/bin/python3"}) {
      auto process = ChildProcess::Start({python, "-c", kScript, path, absl::StrCat(kNumPositions)});
      if (!process.ok()) continue;
      const absl::StatusOr<std::string> version = (*process)->ReadLine(absl::Seconds(60));
      if (!version.ok() || version->empty()) continue;
      scipy = std::make_unique<Scipy>(*std::move(process), *version);
      break;
    }
    unlink(path.c_str());
    return scipy;
  }

  Scipy(std::unique_ptr<ChildProcess> process, std::string version)
      : process_(std::move(process)), version_(std::move(version)) {}

  void Round(int64_t expected_sum) {
    CHECK_OK(process_->Write("round\n"));
    const std::string line = process_->ReadLine(absl::Seconds(600)).value();
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    double seconds = 0;
    int64_t sum = 0;
    CHECK(words.size() == 2 && absl::SimpleAtod(words[0], &seconds) && absl::SimpleAtoi(words[1], &sum)) << line;
    CHECK_EQ(sum, expected_sum) << "scipy's distances are others";
    best_.Add(seconds);
  }

  const std::string& version() const { return version_; }
  const Best& best() const { return best_; }

 private:
  // cdist works on doubles; to make them of the data is not counted.
  static constexpr const char* kScript = R"(
import sys, time
try:
    import numpy, scipy
    from scipy.spatial.distance import cdist
except ImportError:
    print("", flush=True)
    sys.exit()
maps = int(sys.argv[2])
data = numpy.fromfile(sys.argv[1], dtype=numpy.int16).reshape(5, maps, -1).astype(numpy.float64)
print(scipy.__version__, flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    distances = [cdist(model, model, "cityblock") for model in data]
    seconds = time.perf_counter() - start
    print(seconds, int(sum(model.sum() for model in distances)), flush=True)
)";

  std::unique_ptr<ChildProcess> process_;
  std::string version_;
  Best best_;
};

void PrintTime(const std::string& name, const Best& best, const Best& anchor, const char* note) {
  std::printf("%-36s %10.2f %10.2f %10.1f %s\n", name.c_str(), best.ms(), best.seconds * 1e9 / kNumPairs,
              anchor.seconds / best.seconds, note);
}

// What a pair takes at least, by level: the slowest of what has to be done bounds all of it, as a core does them at the
// same time.
void PrintBound(const Level& level) {
  const PeakLoops& peaks = level.peaks;
  const double sums = 1.0 * kWordsPerMap / peaks.num_lanes;
  const double loads = sums * (peaks.step_rows + peaks.step_registers) / (peaks.step_rows * peaks.step_registers);
  const double far_bytes = 8.0 * kWordsPerMap / kTileRows;
  const double sums_per_s =
      static_cast<double>(kPeakSums) * peaks.step_rows * peaks.step_registers / level.sums.seconds;
  const double loads_per_s = 1.0 * kNearWords / peaks.num_lanes * kNearTimes / level.near.seconds;
  const double far_per_s = 8.0 * kFarWords * kFarTimes / level.far.seconds;
  const double writes_per_s = 4 * kNumPairs / level.writes.seconds;
  const auto ms = [](double each, double per_s) { return kNumPairs * each / per_s * 1e3; };
  const double bound =
      std::max({ms(sums, sums_per_s), ms(loads, loads_per_s), ms(far_bytes, far_per_s), ms(4, writes_per_s)});
  std::printf("\n%s: bound %.2f ms, measured %.2f ms, x bound %.2f   target <= 2\n", level.name.c_str(), bound,
              level.best.ms(), level.best.ms() / bound);
  const auto print = [&](const char* what, double each, double per_s) {
    std::printf("  %-44s %8.2f a pair, peak %8.2f G/s %8.2f ms\n", what, each, per_s / 1e9, ms(each, per_s));
  };
  print("differences of 8 bytes a lane, and additions", sums, sums_per_s);
  print("loads of a register, from L1", loads, loads_per_s);
  print("bytes from L2", far_bytes, far_per_s);
  print("bytes written", 4, writes_per_s);
}

int Main(int num_rounds) {
  const std::vector<Board> positions = RandomPositions();
  std::vector<PlainLoop> loops = PlainLoops();
  std::vector<Level> levels = Levels();
  Data data;
  Best making;
  Distances expected = EmptyDistances();
  Distances actual = EmptyDistances();
  std::unique_ptr<Scipy> scipy;
  std::vector<uint64_t> words(kNumPairs / 2 + 8);
  auto* const aligned = reinterpret_cast<uint64_t*>((reinterpret_cast<uintptr_t>(words.data()) + 63) / 64 * 64);
  for (int round = 0; round < num_rounds; ++round) {
    making.Add(TimeOf([&] { data = MakeData(positions); }));
    for (PlainLoop& loop : loops) {
      // Slow: not in each round.
      if (&loop == &loops.front() && round % 3 != 0) continue;
      loop.best.Add(TimeOf([&] {
        for (int model = 0; model < kNumInfluenceModels; ++model) {
          loop.run(data.values[model].data(), kNumPositions, kNumPoints, OfModel(actual, model));
        }
      }));
      if (round == 0 && &loop == &loops.front()) expected = actual;
      CHECK(actual == expected) << loop.name << " has other distances";
    }
    // Short: several times, to meet a quiet moment.
    for (int turn = 0; turn < kTurns; ++turn) {
      for (Level& level : levels) {
        std::ranges::fill(actual, -1);
        level.best.Add(TimeOf([&] {
          for (int model = 0; model < kNumInfluenceModels; ++model) {
            const InfluenceMapSet& set = data.sets[model];
            level.kernel.Run(set, 0, kNumPositions, set, 0, kNumPositions, OfModel(actual, model));
          }
        }));
        CHECK(actual == expected) << level.name << " has other distances";
        level.sums.Add(TimeOf([&] { level.peaks.sums(kPeakSums); }));
        level.near.Add(TimeOf([&] { level.peaks.loads(aligned, kNearWords, kNearTimes); }));
        level.far.Add(TimeOf([&] { level.peaks.loads(aligned, kFarWords, kFarTimes); }));
        level.writes.Add(TimeOf([&] { level.peaks.stores(aligned, kNumPairs / 2, 1); }));
      }
    }
    if (round == 0) scipy = Scipy::Start(data);
    if (scipy != nullptr && round % 3 == 0) {
      scipy->Round(std::accumulate(expected.begin(), expected.end(), int64_t{0}));
    }
  }

  std::printf("%d positions after %d moves on 19x19, %d models: %.0f pairs, one core; minima of %d rounds\n",
              kNumPositions, kNumMoves, kNumInfluenceModels, kNumPairs, num_rounds);
  std::printf("%-36s %10s %10s %10s\n", "", "ms", "ns a pair", "x scalar");
  for (const PlainLoop& loop : loops) PrintTime(loop.name, loop.best, loops.front().best, "");
  if (scipy != nullptr) {
    PrintTime(absl::StrCat("scipy ", scipy->version(), ", cdist cityblock"), scipy->best(), loops.front().best, "");
  } else {
    std::printf("%-36s %10s\n", "scipy", "not importable by python3");
  }
  for (const Level& level : levels) {
    PrintTime(level.name, level.best, loops.front().best, &level == &levels.back() ? "  target < 60 ms" : "");
  }
  std::printf("%-36s %10.2f\n", "all maps made, and sets of them", making.ms());
  std::printf("Distances are the same bytes by every loop and level.\n");
  for (const Level& level : levels) PrintBound(level);
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main(int argc, char** argv) { return tenuki::bench::Main(argc > 1 ? std::max(1, std::atoi(argv[1])) : 9); }
