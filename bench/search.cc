// Tree search measured: what a move of 16,000 playouts takes on 9×9, and how much of it is the tree. All in one process
// and in turns, so that the ratios hold on a machine that others use too.
//
//   ./dev bench search
#include <algorithm>
#include <climits>
#include <cstdio>
#include <string_view>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/board/diagram.h"
#include "engine/search/search.h"

namespace tenuki::bench {
namespace {

constexpr int kPlayouts = 16'000;
constexpr int kNumRounds = 15;

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

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// The starting positions of a search's playouts: the same playouts without a tree are those from there.
double TimePlayouts(const PlayoutKernel& kernel, const std::vector<PlayoutRequest>& requests) {
  const absl::Time start = absl::Now();
  int score = 0;
  for (const PlayoutRequest& request : requests) {
    score += kernel.Run(request.start, request.seed, request.options).score;
  }
  // So that the compiler does not leave them out.
  if (score == INT_MAX) std::printf("impossible\n");
  return absl::ToDoubleSeconds(absl::Now() - start) * kPlayouts / static_cast<double>(requests.size());
}

struct Timed {
  double seconds = 0;
  int num_nodes = 0;
  double megabytes = 0;
};

Timed TimeSearch(const PlayoutKernel& kernel, const Game& game, const SearchParameters& parameters, uint64_t seed) {
  const absl::Time start = absl::Now();
  Search search(game, parameters, seed);
  while (const PlayoutRequest* request = search.Next()) {
    search.Take(kernel.Run(request->start, request->seed, request->options));
  }
  return {absl::ToDoubleSeconds(absl::Now() - start), search.num_nodes(),
          static_cast<double>(search.num_bytes()) / 1e6};
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
  std::printf("A move of %d playouts on 9x9, one core; medians of %d rounds\n", kPlayouts, kNumRounds);
  std::printf("%-16s %-12s %10s %12s %12s %8s %8s\n", "position", "search", "s a move", "x playouts", "x UCT", "nodes",
              "MB");
  for (const Position& position : kPositions) {
    const Game game(*ParseDiagram(position.diagram), {});
    const std::vector<PlayoutRequest> requests = RequestsOf(kernel, game);
    std::vector<double> playouts;
    std::vector<std::vector<double>> searches(std::size(kSorts));
    std::vector<Timed> last(std::size(kSorts));
    for (int round = 0; round < kNumRounds; ++round) {
      playouts.push_back(TimePlayouts(kernel, requests));
      for (size_t sort = 0; sort < std::size(kSorts); ++sort) {
        last[sort] = TimeSearch(kernel, game, kSorts[sort].parameters, 1);
        searches[sort].push_back(last[sort].seconds);
      }
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
  }
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main() { return tenuki::bench::Main(); }
