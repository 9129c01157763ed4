#include "engine/tsumego/widening.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace tenuki {
namespace {

// The widths in the order in which they are tried, and up to which share of the budget each may work; the rest is for
// the estimate.
constexpr RegionWidth kOrder[] = {RegionWidth::kMiddle, RegionWidth::kNarrow, RegionWidth::kWide};
constexpr double kShareEnds[] = {0.55, 0.7, 0.9};

struct Region {
  Problem problem;
  RegionWidth width;
  double share_end;
};

// Those that differ, in their order.
std::vector<Region> RegionsOf(const Problem& problem) {
  std::vector<Region> regions;
  for (int i = 0; i < kNumRegionWidths; ++i) {
    Region region{problem, kOrder[i], kShareEnds[i]};
    FindRegion(region.problem, {.width = region.width});
    const bool is_known = std::ranges::any_of(regions, [&](const Region& other) {
      return other.problem.region == region.problem.region && other.problem.walled == region.problem.walled;
    });
    if (!is_known && LocalGame::Make(region.problem, KoRights::kNeither).ok()) regions.push_back(std::move(region));
  }
  return regions;
}

// The options with so much of the budget as lies between two shares of it.
SolverOptions Window(const SolverOptions& options, double first, double last, int64_t nodes_used) {
  SolverOptions window = options;
  const auto nodes = static_cast<int64_t>(last * static_cast<double>(options.max_nodes));
  window.max_nodes = std::max<int64_t>(1, nodes - nodes_used);
  if (options.share_spent) {
    const double start = std::max(first, options.share_spent());
    const double width = std::max(1e-9, last - start);
    window.share_spent = [&options, start, width] { return (options.share_spent() - start) / width; };
  }
  return window;
}

bool MoverWins(const Problem& problem, const Solution& solution) {
  if (solution.certainty == Certainty::kUnsolved || !solution.has_move) return false;
  return solution.value > 0 && (solution.outcome == Outcome::kDead) == problem.attacker_to_move();
}

// Won outright, or a ko: worth more than a loss that a region says.
constexpr int kWon = 2;
int RankOf(const Problem& problem, const Solution& solution) {
  if (solution.certainty == Certainty::kUnsolved || solution.value <= 0) return 0;
  return MoverWins(problem, solution) ? kWon : 1;
}

}  // namespace

absl::StatusOr<WideningSolution> SolveByWidening(const Problem& problem, const SolverOptions& options) {
  std::vector<Region> regions = RegionsOf(problem);
  if (regions.empty()) {
    return absl::InvalidArgumentError("the target is not enclosed: it has liberties in the open");
  }
  std::optional<WideningSolution> best;
  Solution spent;
  bool is_settled = false;
  if (options.method != Method::kMonteCarlo) {
    SolverOptions proof = options;
    proof.method = Method::kProof;
    double start = 0;
    is_settled = true;
    for (const Region& region : regions) {
      absl::StatusOr<Solution> solution =
          Solve(region.problem, Window(proof, start, region.share_end, spent.num_nodes));
      if (!solution.ok()) return solution.status();
      start = region.share_end;
      spent.num_nodes += solution->num_nodes;
      spent.max_depth = std::max(spent.max_depth, solution->max_depth);
      is_settled = is_settled && solution->certainty == Certainty::kProven;
      const int rank = RankOf(region.problem, *solution);
      if (best.has_value() && rank <= RankOf(best->problem, best->solution)) continue;
      best = WideningSolution{*std::move(solution), region.problem, region.width};
      if (rank == kWon) break;
    }
  }
  // Proven to be lost in all regions it is an answer too.
  const bool is_answered = is_settled || (best.has_value() && RankOf(best->problem, best->solution) > 0);
  if (!is_answered && options.method != Method::kProof) {
    const Region& middle = regions[0];
    SolverOptions estimate = Window(options, std::end(kShareEnds)[-1], 1.0, spent.num_nodes);
    estimate.method = Method::kMonteCarlo;
    absl::StatusOr<Solution> solution = Solve(middle.problem, estimate);
    if (!solution.ok()) return solution.status();
    best = WideningSolution{*std::move(solution), middle.problem, middle.width};
  }
  best->solution.num_nodes = spent.num_nodes;
  best->solution.max_depth = std::max(best->solution.max_depth, spent.max_depth);
  return *std::move(best);
}

}  // namespace tenuki
