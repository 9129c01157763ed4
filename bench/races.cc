#include "bench/races.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <memory>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/pseudo_liberty_board.h"
#include "common/cpu.h"
#include "engine/playout/batch.h"
#include "engine/playout/lockstep.h"
#include "engine/search/search.h"

namespace tenuki::bench {
namespace {

// What comes out of a race, so that the compiler does not leave the race out.
volatile int64_t sink;

double CpuSeconds(absl::FunctionRef<void()> run) {
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  run();
  return now() - start;
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

template <int kSize>
void RunAnchor(int playouts) {
  static const PseudoLibertyBoard<kSize> kEmpty;
  uint64_t random = 1;
  int64_t score = 0;
  for (int i = 0; i < playouts; ++i) {
    PseudoLibertyBoard<kSize> board = kEmpty;
    board.PlayOut(random, 3 * kSize * kSize);
    score += board.Score();
  }
  sink = score;
}

void RunAnchor(int size, int playouts) {
  switch (size) {
    case 9: return RunAnchor<9>(playouts);
    case 13: return RunAnchor<13>(playouts);
    default: return RunAnchor<19>(playouts);
  }
}

void RunOneByOne(CpuLevel level, const Board& empty, int playouts) {
  const PlayoutKernel kernel(level);
  int64_t score = 0;
  for (int i = 0; i < playouts; ++i) score += kernel.Run(empty, static_cast<uint64_t>(i), PlayoutOptions{}).score;
  sink = score;
}

// Playouts from one board, at most so many of them under way.
class BoardQueue final : public PlayoutQueue {
 public:
  BoardQueue(const Board& board, int playouts, int at_once) : board_(board), left_(playouts), free_(at_once) {}

  bool Start(PlayoutJob& job) override {
    if (left_ == 0 || free_ == 0) return false;
    --free_;
    job = {.start = &board_, .seed = static_cast<uint64_t>(left_--)};
    return true;
  }
  void Finish(uint32_t /*ticket*/, const Playout& playout) override {
    ++free_;
    sink = playout.score;
  }

 private:
  const Board& board_;
  int left_;
  int free_;
};

constexpr int kAsManyAsThereAre = 1 << 20;

void RunInLanes(CpuLevel level, const Board& empty, int playouts, int at_once = kAsManyAsThereAre) {
  BoardQueue queue(empty, playouts, at_once);
  BatchPlayoutKernel(level).Run(empty.size(), queue);
}

// Contestants in turns; `count` is what one of their runs does.
struct Contestant {
  std::string name;
  double count;
  std::function<void()> run;
  std::string target = {};
};

std::vector<double> MedianSecondsEach(const std::vector<Contestant>& contestants, int rounds) {
  std::vector<std::vector<double>> seconds(contestants.size());
  for (int round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < contestants.size(); ++i) {
      seconds[i].push_back(CpuSeconds(contestants[i].run) / contestants[i].count);
    }
  }
  std::vector<double> medians;
  for (std::vector<double>& each : seconds) medians.push_back(Median(std::move(each)));
  return medians;
}

void AddRace(const std::string& race, const std::vector<Contestant>& contestants, int rounds, bool is_rate,
             std::vector<RaceRow>& rows) {
  const std::vector<double> seconds = MedianSecondsEach(contestants, rounds);
  for (size_t i = 0; i < contestants.size(); ++i) {
    rows.push_back({.race = race,
                    .contestant = contestants[i].name,
                    .value = is_rate ? 1e-3 / seconds[i] : seconds[i],
                    .unit = is_rate ? "k/s" : "s",
                    .ratio = seconds[0] / seconds[i],
                    .target = contestants[i].target});
  }
}

std::string LanesTarget(CpuLevel level, int size) {
  if (level == CpuLevel::kAvx512) return size == 9 ? ">= 4.3 x" : size == 19 ? ">= 1.8 x" : "";
  if (level == CpuLevel::kAvx2) return size == 9 ? ">= 2.3 x" : size == 19 ? ">= 1.2 x" : "";
  return "";
}

constexpr int kSearchPlayouts = 16'000;

std::unique_ptr<Search> MakeSearch(const Game& game, int seed) {
  return std::make_unique<Search>(game, SearchParameters{.playouts = kSearchPlayouts}, static_cast<uint64_t>(seed));
}

void SearchTogether(const Game& game, int count) {
  std::vector<std::unique_ptr<Search>> searches;
  std::vector<PlayoutSource*> sources;
  for (int seed = 0; seed < count; ++seed) {
    sources.push_back(searches.emplace_back(MakeSearch(game, seed)).get());
  }
  RunTogether(sources, BatchPlayoutKernel(BestCpuLevel()));
  sink = searches[0]->BestMove().visits;
}

}  // namespace

std::vector<RaceRow> RacePlayouts(int rounds) {
  std::vector<RaceRow> rows;
  for (int size : {9, 13, 19}) {
    const Board empty(size);
    const int playouts = size == 9 ? 2000 : size == 13 ? 1000 : 500;
    const int many = 4 * playouts;
    std::vector<Contestant> contestants = {
        {"libego's manner", static_cast<double>(playouts), [=] { RunAnchor(size, playouts); }}};
    for (CpuLevel level : SupportedCpuLevels()) {
      contestants.push_back({absl::StrCat("one by one, ", CpuLevelName(level)), static_cast<double>(playouts),
                             [=, &empty] { RunOneByOne(level, empty, playouts); }});
    }
    for (CpuLevel level : SupportedCpuLevels()) {
      contestants.push_back({absl::StrCat("in lanes, ", CpuLevelName(level)), static_cast<double>(many),
                             [=, &empty] { RunInLanes(level, empty, many); }, LanesTarget(level, size)});
    }
    AddRace(absl::StrCat("playouts ", size, "x", size), contestants, rounds, /*is_rate=*/true, rows);
  }
  return rows;
}

std::vector<RaceRow> RaceBatchSizes(int rounds) {
  std::vector<RaceRow> rows;
  for (int size : {9, 19}) {
    const Board empty(size);
    const int playouts = size == 9 ? 2000 : 400;
    std::vector<Contestant> contestants = {
        {"one by one", static_cast<double>(playouts), [=, &empty] { RunOneByOne(BestCpuLevel(), empty, playouts); }}};
    for (int at_once : {1, 2, 4, 8, 16, 32, 64, 128}) {
      const int count = std::max(playouts, 16 * at_once);
      contestants.push_back({absl::StrCat(at_once, " at once"), static_cast<double>(count),
                             [=, &empty] { RunInLanes(BestCpuLevel(), empty, count, at_once); }});
    }
    AddRace(absl::StrCat("at once ", size, "x", size), contestants, rounds, /*is_rate=*/true, rows);
  }
  return rows;
}

std::vector<RaceRow> RaceSearches(int rounds) {
  std::vector<RaceRow> rows;
  const Game game(Board(9), {});
  const PlayoutKernel kernel(BestCpuLevel());
  std::vector<Contestant> contestants = {{"alone", 1, [&] { RunAlone(*MakeSearch(game, 0), kernel); }}};
  for (int together : {8, 16, 64}) {
    contestants.push_back({absl::StrCat(together, " in lockstep"), static_cast<double>(together),
                           [&game, together] { SearchTogether(game, together); }, together == 64 ? "<= 0.05 s" : ""});
  }
  AddRace("16,000-playout move 9x9", contestants, rounds, /*is_rate=*/false, rows);
  return rows;
}

std::string RaceTable(const std::vector<RaceRow>& rows) {
  std::string table = absl::StrFormat("%-24s %-24s %14s %8s   %s\n", "race", "contestant", "each", "ratio", "target");
  for (size_t i = 0; i < rows.size(); ++i) {
    const RaceRow& row = rows[i];
    const bool is_first = i == 0 || rows[i - 1].race != row.race;
    if (is_first) absl::StrAppend(&table, std::string(86, '-'), "\n");
    const std::string value =
        row.unit == "s" ? absl::StrFormat("%.4f s", row.value) : absl::StrFormat("%.1f %s", row.value, row.unit);
    absl::StrAppendFormat(&table, "%-24s %-24s %14s %8.2f", is_first ? row.race : "", row.contestant, value, row.ratio);
    if (!row.target.empty()) absl::StrAppend(&table, "   ", row.target);
    absl::StrAppend(&table, "\n");
  }
  return table;
}

}  // namespace tenuki::bench
