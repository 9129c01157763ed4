// Tree search measured: what a move of 16,000 playouts takes on 9×9, and how much of it is the tree; alone, and in
// lockstep with the searches of other games. All in one process and in turns, in CPU time, so that the ratios hold on a
// machine that others use too.
//
//   ./dev bench search
#include <algorithm>
#include <climits>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/board/diagram.h"
#include "engine/playout/lockstep.h"
#include "engine/search/search.h"

namespace tenuki::bench {
namespace {

constexpr int kPlayouts = 16'000;
constexpr int kNumRounds = 5;
constexpr int kNumTogether = 64;

struct Position {
  const char* name;
  std::string_view diagram;
};
constexpr Position kPositions[] = {
    {"empty board", R"(
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . .
       . . . . . . . . . )"},
    {"after 16 moves", R"(
       . . . . . . . . .
       . . . . O . . . .
       . . X . O . X . .
       . . . X O . . . .
       . . X O . X X . .
       . . X O . O . . .
       . . . X O . O . .
       . . . . . . . . .
       . . . . . . . . . )"},
    {"after 32 moves", R"(
       . . . O . X . . .
       . X X O O X . . .
       . . X X O X X . .
       . . . X O O X . .
       . X X O . O X . .
       . X O O . O O X .
       . . X O O . O X .
       . X X X O . O X .
       . . . . . . . . . )"},
};

struct Sort {
  const char* name;
  SearchParameters parameters;
};
const Sort kSorts[] = {
    {"UCT", {.playouts = kPlayouts}},
    {"covariance",
     {.playouts = kPlayouts, .guide = SearchParameters::Guide::kCovariance, .collection_playouts = kPlayouts / 2}},
    {"RAVE", {.playouts = kPlayouts, .exploration = 0, .guide = SearchParameters::Guide::kRave}},
};

double CpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// The starting positions of a search's playouts: the same playouts without a tree are those from there.
double TimePlayouts(const PlayoutKernel& kernel, const std::vector<PlayoutRequest>& requests) {
  const double start = CpuSeconds();
  int score = 0;
  for (const PlayoutRequest& request : requests) {
    score += kernel.Run(request.start, request.seed, request.options).score;
  }
  // So that the compiler does not leave them out.
  if (score == INT_MAX) std::printf("impossible\n");
  return (CpuSeconds() - start) * kPlayouts / static_cast<double>(requests.size());
}

struct Timed {
  double seconds = 0;
  int num_nodes = 0;
  double megabytes = 0;
};

// Of each of kNumTogether searches with seeds of their own.
double TimeTogether(const BatchPlayoutKernel& kernel, const Game& game, const SearchParameters& parameters) {
  const double start = CpuSeconds();
  std::vector<std::unique_ptr<Search>> searches;
  std::vector<PlayoutSource*> sources;
  for (uint64_t seed = 0; seed < kNumTogether; ++seed) {
    sources.push_back(searches.emplace_back(std::make_unique<Search>(game, parameters, seed)).get());
  }
  RunTogether(sources, kernel);
  return (CpuSeconds() - start) / kNumTogether;
}

// The playouts from the position itself, without a tree.
double TimeBatch(const BatchPlayoutKernel& kernel, const Board& board) {
  std::vector<PlayoutJob> jobs;
  for (uint64_t seed = 0; seed < kPlayouts; ++seed) jobs.push_back({.start = &board, .seed = seed});
  std::vector<Playout> playouts(jobs.size());
  const double start = CpuSeconds();
  kernel.Run(jobs, playouts);
  return CpuSeconds() - start;
}

Timed TimeSearch(const PlayoutKernel& kernel, const Game& game, const SearchParameters& parameters, uint64_t seed) {
  const double start = CpuSeconds();
  Search search(game, parameters, seed);
  while (const PlayoutRequest* request = search.Next()) {
    search.Take(kernel.Run(request->start, request->seed, request->options));
  }
  return {CpuSeconds() - start, search.num_nodes(), static_cast<double>(search.num_bytes()) / 1e6};
}

// Every eighth: they are 7 kB each.
std::vector<PlayoutRequest> RequestsOf(const PlayoutKernel& kernel, const Game& game) {
  std::vector<PlayoutRequest> requests;
  Search search(game, kSorts[0].parameters, 1);
  int number = 0;
  while (const PlayoutRequest* request = search.Next()) {
    if (number++ % 8 == 0) requests.push_back(*request);
    search.Take(kernel.Run(request->start, request->seed, request->options));
  }
  return requests;
}

int Main() {
  const PlayoutKernel kernel(BestCpuLevel());
  const BatchPlayoutKernel batch(BestCpuLevel());
  std::printf(
      "A move of %d playouts on 9x9, one core, CPU time; alone, and %d searches in lockstep; medians of %d rounds\n",
      kPlayouts, kNumTogether, kNumRounds);
  std::printf("%-16s %-12s %10s %12s %12s %8s %8s\n", "position", "search", "s a move", "x playouts", "x UCT", "nodes",
              "MB");
  for (const Position& position : kPositions) {
    const Game game(*ParseDiagram(position.diagram), {});
    const std::vector<PlayoutRequest> requests = RequestsOf(kernel, game);
    std::vector<double> playouts;
    std::vector<std::vector<double>> searches(std::size(kSorts));
    std::vector<Timed> last(std::size(kSorts));
    std::vector<std::vector<double>> together(std::size(kSorts));
    std::vector<double> batches;
    for (int round = 0; round < kNumRounds; ++round) {
      playouts.push_back(TimePlayouts(kernel, requests));
      for (size_t sort = 0; sort < std::size(kSorts); ++sort) {
        last[sort] = TimeSearch(kernel, game, kSorts[sort].parameters, 1);
        searches[sort].push_back(last[sort].seconds);
        if (round % 2 == 0) together[sort].push_back(TimeTogether(batch, game, kSorts[sort].parameters));
      }
      batches.push_back(TimeBatch(batch, game.board()));
    }
    std::printf("%-16s %-12s %10.4f %12.2f\n", position.name, "playouts", Median(playouts), 1.0);
    for (size_t sort = 0; sort < std::size(kSorts); ++sort) {
      std::vector<double> to_playouts, to_uct;
      for (int round = 0; round < kNumRounds; ++round) {
        to_playouts.push_back(searches[sort][round] / playouts[round]);
        to_uct.push_back(searches[sort][round] / searches[0][round]);
      }
      std::printf("%-16s %-12s %10.4f %12.2f %12.2f %8d %8.1f\n", "", kSorts[sort].name, Median(searches[sort]),
                  Median(to_playouts), Median(to_uct), last[sort].num_nodes, last[sort].megabytes);
    }
    std::printf("%-16s %-12s %10.4f\n", "  in lanes", "playouts", Median(batches));
    for (size_t sort = 0; sort < std::size(kSorts); ++sort) {
      const double seconds = Median(together[sort]);
      std::printf("%-16s %-12s %10.4f %12.2f%s\n", sort == 0 ? "  in lockstep" : "", kSorts[sort].name, seconds,
                  seconds / Median(playouts), sort == 0 ? "   target <= 0.05 s" : "");
    }
  }
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main() { return tenuki::bench::Main(); }
