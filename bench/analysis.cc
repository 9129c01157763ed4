// Analysis measured: what collecting scores and control adds to the 128,000 simulations of a search, and how long
// clusters, criticality and regions take. All in one process and in turns, so that the ratios hold on a machine that
// others use too.
//
//   ./dev bench analysis
#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "engine/board/diagram.h"
#include "engine/criticality/criticality.h"
#include "engine/criticality/regions.h"
#include "engine/criticality/score_clusters.h"
#include "engine/search/search.h"

namespace tenuki::bench {
namespace {

constexpr int kSimulations = 128'000;
constexpr int kNumRounds = 5;
constexpr int kNumAnalyses = 51;

struct Position {
  const char* name;
  Board board;
};

std::vector<Position> Positions() {
  return {{"9x9, after 16 moves", *ParseDiagram(R"(
             . . . . . . . . .
             . . . . O . . . .
             . . X . O . X . .
             . . . X O . . . .
             . . X O . X X . .
             . . X O . O . . .
             . . . X O . O . .
             . . . . . . . . .
             . . . . . . . . . )")},
          // Short playouts: whatever is done after each weighs most.
          {"9x9, two races", *ParseDiagram(R"(
             . . X X O O O . .
             . X X X O O O O .
             O . O O X . . X X
             O O O O X X X X X
             . O . O X . X . X
             O O O O X X X X X
             O . O O X . . X X
             . X X X O O O O .
             . . X X O O O . . )")},
          {"19x19, empty", Board(19)}};
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

double Seconds(absl::Time start) { return absl::ToDoubleSeconds(absl::Now() - start); }

// With a table of scores, or without.
double TimeSearch(const PlayoutKernel& kernel, const Game& game, int simulations, ScoreTable* table) {
  const absl::Time start = absl::Now();
  Search search(game, {.playouts = simulations}, /*seed=*/1);
  search.CountInto(table, ControlReading::kArea);
  while (const PlayoutRequest* request = search.Next()) {
    search.Take(kernel.Run(request->start, request->seed, request->options));
  }
  return Seconds(start);
}

// Of all that is derived from a table, with the former criticality and the covariances.
double TimeAnalysis(const ScoreTable& table, size_t& num_clusters) {
  const absl::Time start = absl::Now();
  const ScoreHistogram histogram = table.Histogram();
  const ScoreClusters clusters = FindClusters(histogram, {});
  const Criticality criticality(table, clusters.cluster_of, static_cast<int>(clusters.clusters.size()));
  const Criticality of_winners(table, WinnerGroups(histogram, 15), 2);
  const Localisation localisation = Localise(criticality, clusters, {});
  double sum = static_cast<double>(localisation.semeai.size());
  for (Point point = 0; point < table.size() * table.size(); ++point) {
    for (int cluster = 0; cluster < criticality.num_groups(); ++cluster) {
      sum += criticality.At(Color::kBlack, point, cluster) + criticality.At(Color::kWhite, point, cluster);
    }
    sum += FormerCriticality(of_winners, point) + WinCovariance(of_winners, point);
  }
  num_clusters = clusters.clusters.size();
  // So that the compiler does not leave it out.
  if (sum == 1e300) std::printf("impossible\n");
  return Seconds(start);
}

int Main() {
  const PlayoutKernel kernel(BestCpuLevel());
  std::printf("%d simulations (an eighth of them on 19x19), one core; medians of %d rounds\n", kSimulations,
              kNumRounds);
  std::printf("%-22s %10s %10s %10s %8s %8s %9s %12s\n", "position", "s without", "s with", "overhead", "scores", "kB",
              "clusters", "analysis ms");
  for (const Position& position : Positions()) {
    const Game game(position.board, {});
    const int simulations = position.board.size() == 19 ? kSimulations / 8 : kSimulations;
    std::vector<double> without, with, ratios, analyses;
    ScoreTable table(position.board.size());
    for (int round = 0; round < kNumRounds; ++round) {
      table = ScoreTable(position.board.size());
      without.push_back(TimeSearch(kernel, game, simulations, nullptr));
      with.push_back(TimeSearch(kernel, game, simulations, &table));
      ratios.push_back(with.back() / without.back());
    }
    size_t num_clusters = 0;
    for (int i = 0; i < kNumAnalyses; ++i) analyses.push_back(TimeAnalysis(table, num_clusters));
    std::printf("%-22s %10.3f %10.3f %9.1f%% %8zu %8.0f %9zu %12.2f\n", position.name, Median(without), Median(with),
                100 * (Median(ratios) - 1), table.Histogram().size(), static_cast<double>(table.num_bytes()) / 1e3,
                num_clusters, 1e3 * Median(analyses));
  }
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main() { return tenuki::bench::Main(); }
