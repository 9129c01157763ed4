// How the constants of score clusters were fixed: c, T and the merge tolerance, tried on mixtures of humps whose modes
// are known, on the lattice of area scores. No Go position is in it. A trial is right when there are as many clusters
// as humps and each mode is near its hump.
//
//   ./dev bench cluster_constants
#include <cmath>
#include <cstdio>
#include <map>
#include <vector>

#include "common/random.h"
#include "engine/criticality/score_clusters.h"

namespace tenuki::bench {
namespace {

struct Hump {
  double mean;
  double deviation;
  double weight;
};
using Mixture = std::vector<Hump>;

// All sums of what independent semeai are worth, each won by White with the given chance, around a centre.
Mixture SemeaiMixture(const std::vector<double>& worths, double white_wins, double deviation) {
  Mixture mixture = {{0, deviation, 1}};
  for (double worth : worths) {
    Mixture split;
    for (const Hump& hump : mixture) {
      split.push_back({hump.mean - worth / 2, deviation, hump.weight * white_wins});
      split.push_back({hump.mean + worth / 2, deviation, hump.weight * (1 - white_wins)});
    }
    mixture = split;
  }
  return mixture;
}

// From quiet boards of all sizes, nearly without noise up to a whole 19×19 in the balance, to three semeai.
std::vector<Mixture> Mixtures() {
  std::vector<Mixture> mixtures;
  for (double deviation : {0.3, 1.0, 2.5, 5.0, 10.0, 20.0, 45.0}) mixtures.push_back({{3, deviation, 1}});
  for (double deviation : {0.5, 1.5, 3.0, 6.0}) {
    for (double white_wins : {0.5, 0.8, 0.93}) {
      mixtures.push_back(SemeaiMixture({5 * deviation + 8}, white_wins, deviation));
    }
    for (double white_wins : {0.5, 0.75}) {
      mixtures.push_back(SemeaiMixture({5 * deviation + 8, 10 * deviation + 16}, white_wins, deviation));
    }
    mixtures.push_back(SemeaiMixture({5 * deviation + 8, 10 * deviation + 16, 20 * deviation + 32}, 0.5, deviation));
  }
  return mixtures;
}

// Normal but for what twelve uniform numbers are not.
double Draw(const Mixture& mixture, uint64_t seed, uint64_t number) {
  const auto uniform = [&](uint64_t i) { return static_cast<double>(Random32(seed, 16 * number + i)) * 0x1p-32; };
  double rest = uniform(0);
  size_t hump = 0;
  while (hump + 1 < mixture.size() && rest >= mixture[hump].weight) rest -= mixture[hump++].weight;
  double sum = -6;
  for (uint64_t i = 1; i <= 12; ++i) sum += uniform(i);
  return mixture[hump].mean + mixture[hump].deviation * sum;
}

// Scores are odd, as on a full board of odd size.
ScoreHistogram HistogramOf(const Mixture& mixture, int simulations, uint64_t seed) {
  std::map<int, int64_t> counts;
  for (int i = 0; i < simulations; ++i) {
    ++counts[2 * static_cast<int>(std::floor(Draw(mixture, seed, static_cast<uint64_t>(i)) / 2)) + 1];
  }
  ScoreHistogram histogram;
  for (const auto& [score, count] : counts) histogram.push_back({score, count});
  return histogram;
}

bool IsRight(const Mixture& mixture, const ScoreHistogram& histogram, const ClusterOptions& options) {
  const ScoreClusters found = FindClusters(histogram, options);
  if (found.clusters.size() != mixture.size()) return false;
  for (const Hump& hump : mixture) {
    bool is_near = false;
    for (const ScoreCluster& cluster : found.clusters) {
      is_near = is_near || std::abs(cluster.mode - hump.mean) <= 2 + hump.deviation;
    }
    if (!is_near) return false;
  }
  return true;
}

class Trials {
 public:
  void Fill() {
    for (int simulations : {1'000, 10'000, 128'000}) {
      for (const Mixture& mixture : Mixtures()) {
        const int seeds = simulations >= 100'000 ? 2 : 6;
        for (int seed = 0; seed < seeds; ++seed) {
          trials_.push_back({mixture, HistogramOf(mixture, simulations, static_cast<uint64_t>(seed)), simulations});
        }
      }
    }
  }

  void Print(const char* name, double value, const ClusterOptions& options) const {
    std::map<int, int> right, all;
    for (const Trial& trial : trials_) {
      right[trial.simulations] += IsRight(trial.mixture, trial.histogram, options);
      ++all[trial.simulations];
    }
    std::printf("%-26s %8.3g", name, value);
    for (const auto& [simulations, count] : all) {
      std::printf(" %9d of %-4d", right[simulations], count);
    }
    std::printf("\n");
  }

 private:
  struct Trial {
    Mixture mixture;
    ScoreHistogram histogram;
    int simulations;
  };
  std::vector<Trial> trials_;
};

int Main() {
  Trials trials;
  trials.Fill();
  std::printf("Right clusters of mixtures with known modes; what is not named is at its default\n");
  std::printf("%-26s %8s %17s %17s %17s\n", "", "", "1,000 scores", "10,000", "128,000");
  const ClusterOptions defaults;
  trials.Print("defaults", 0, defaults);
  ClusterOptions printed = defaults;
  printed.bandwidth = ClusterOptions::Bandwidth::kPrinted;
  trials.Print("the printed bandwidth", 0, printed);
  for (double c : {0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0}) {
    ClusterOptions options = defaults;
    options.lattice_factor = c;
    trials.Print("c", c, options);
  }
  for (double threshold : {0.0, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2}) {
    ClusterOptions options = defaults;
    options.threshold = threshold;
    trials.Print("T, of the highest", threshold, options);
  }
  for (double threshold : {0.0001, 0.0005, 0.001, 0.002, 0.005}) {
    ClusterOptions options = defaults;
    options.threshold_is_relative = false;
    options.threshold = threshold;
    trials.Print("T, as a density", threshold, options);
  }
  for (double tolerance : {0.0, 0.001, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5}) {
    ClusterOptions options = defaults;
    options.merge_tolerance = tolerance;
    trials.Print("merge tolerance", tolerance, options);
  }
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main() { return tenuki::bench::Main(); }
