#include "engine/tsumego/monte_carlo.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "common/portable_math.h"
#include "engine/tsumego/eye_shape.h"
#include "engine/tsumego/life.h"
#include "engine/tsumego/simulation.h"

namespace tenuki {
namespace {

// Longer ways down the tree go round in a circle.
constexpr int kMaxPath = 200;

}  // namespace

MonteCarloSolver::MonteCarloSolver(const LocalGame& game, const MonteCarloParameters& parameters, uint64_t seed)
    : game_(game), parameters_(parameters), seed_(seed) {
  NodeOf(game.start());
  // The first state always has its moves.
  if (!game.TargetIsOut(game.start())) nodes_[0].winner.reset();
  Expand(0);
  BackUpWinner(0);
}

MonteCarloResult MonteCarloSolver::Run() {
  int64_t playouts = 0;
  while (playouts < parameters_.playouts && !nodes_[0].winner.has_value() && !nodes_[0].edges.empty()) {
    PlayOne(static_cast<uint64_t>(playouts));
    ++playouts;
    if (playouts % parameters_.segment_playouts == 0 && parameters_.use_pruning && MustPrune()) break;
    if (parameters_.should_stop && playouts % 16 == 0 && parameters_.should_stop()) break;
  }
  return Result(playouts);
}

void MonteCarloSolver::PlayOne(uint64_t number) {
  std::vector<std::pair<int32_t, size_t>> path;
  int32_t at = 0;
  while (nodes_[at].is_expanded && !nodes_[at].edges.empty() && !nodes_[at].winner.has_value() &&
         std::ssize(path) < kMaxPath) {
    const size_t edge = Select(nodes_[at]);
    path.emplace_back(at, edge);
    at = nodes_[at].edges[edge].child;
  }
  max_depth_ = std::max(max_depth_, static_cast<int>(path.size()));
  if (!nodes_[at].is_expanded && nodes_[at].visits >= parameters_.expansion_threshold) Expand(at);
  int result = 0;
  if (nodes_[at].winner.has_value()) {
    result = *nodes_[at].winner == Role::kDefender ? 1 : -1;
  } else {
    result = Simulate(game_, nodes_[at].state, parameters_.use_urgency, DeriveSeed(seed_, number)).result;
  }
  const auto add = [&](Node& node) {
    ++node.visits;
    node.sum += result;
    node.sum_of_squares += result * result;
  };
  add(nodes_[at]);
  BackUpWinner(at);
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    add(nodes_[step->first]);
    ++nodes_[step->first].edges[step->second].visits;
    BackUpWinner(step->first);
  }
}

int32_t MonteCarloSolver::NodeOf(const LocalState& state) {
  const auto number = static_cast<int32_t>(nodes_.size());
  if (parameters_.use_table) {
    const auto [place, is_new] = table_.try_emplace(state, number);
    if (!is_new) {
      ++num_merged_;
      return place->second;
    }
  }
  Node& node = nodes_.emplace_back();
  node.state = state;
  if (parameters_.use_solver) {
    node.winner = StaticWinner(game_, state);
  } else if (game_.TargetIsCaptured(state)) {
    node.winner = Role::kAttacker;
  }
  return number;
}

void MonteCarloSolver::Expand(int32_t number) {
  if (std::ssize(nodes_) >= parameters_.max_states) return;
  const LocalState state = nodes_[number].state;
  SpotSet spots = game_.Empty(state);
  if (number == 0 && parameters_.use_eye_shape) {
    const FirstMoves first = EyeShapeMoves(game_, state);
    const SpotSet both = (first.candidates | first.vital) & spots;
    if (!both.empty()) spots = both;
  }
  std::vector<Edge> edges;
  const auto add = [&](Spot spot) {
    LocalState after = state;
    if (game_.Play(after, spot)) edges.push_back({.move = spot, .child = NodeOf(after)});
  };
  for (Spot spot : spots) add(spot);
  if (game_.MayPass(state)) add(kPassSpot);
  nodes_[number].edges = std::move(edges);
  nodes_[number].is_expanded = true;
}

// UCB1 on the moves' own visits; a state's average is shared by all ways to it.
size_t MonteCarloSolver::Select(const Node& node) const {
  const double log_visits = PortableLog(static_cast<double>(node.visits + 1));
  size_t best = 0;
  double best_bound = -1e9;
  for (size_t i = 0; i < node.edges.size(); ++i) {
    const Edge& edge = node.edges[i];
    const Node& child = nodes_[edge.child];
    double bound = 0;
    if (child.winner.has_value()) {
      bound = *child.winner == node.state.to_move ? 1e6 : -1e6;
    } else if (edge.visits == 0 && child.visits == 0) {
      bound = 1e5;
    } else {
      const double visits = static_cast<double>(std::max<int64_t>(1, edge.visits));
      bound = ValueFor(child, node.state.to_move) + parameters_.exploration * std::sqrt(log_visits / visits);
    }
    if (bound > best_bound) {
      best_bound = bound;
      best = i;
    }
  }
  return best;
}

// MCTS-Solver: one move that wins is enough, and only when all lose the state is lost.
void MonteCarloSolver::BackUpWinner(int32_t number) {
  Node& node = nodes_[number];
  if (!parameters_.use_solver || node.winner.has_value() || !node.is_expanded) return;
  bool all_lose = true;
  for (const Edge& edge : node.edges) {
    const std::optional<Role>& winner = nodes_[edge.child].winner;
    if (winner == node.state.to_move) {
      node.winner = winner;
      return;
    }
    all_lose = all_lose && winner.has_value();
  }
  // Of the first state not all moves need to be there.
  const bool has_all_moves = number != 0 || !parameters_.use_eye_shape;
  if (all_lose && has_all_moves) node.winner = Other(node.state.to_move);
}

double MonteCarloSolver::ValueFor(const Node& node, Role role) const {
  if (node.visits == 0) return 0;
  const double average = static_cast<double>(node.sum) / static_cast<double>(node.visits);
  return role == Role::kDefender ? average : -average;
}

bool MonteCarloSolver::MustPrune() const {
  return std::ranges::any_of(nodes_[0].edges, [&](const Edge& edge) { return 2 * edge.visits > parameters_.playouts; });
}

MonteCarloResult MonteCarloSolver::Result(int64_t playouts) const {
  const Node& root = nodes_[0];
  MonteCarloResult result;
  result.winner = root.winner;
  result.playouts = playouts;
  if (parameters_.use_pruning && !root.winner.has_value() && MustPrune()) {
    result.saved_playouts = parameters_.playouts - playouts;
  }
  result.num_states = std::ssize(nodes_);
  result.num_merged = num_merged_;
  result.max_depth = max_depth_;
  result.value = ValueFor(root, root.state.to_move);
  if (root.visits > 1) {
    const double n = static_cast<double>(root.visits);
    const double variance = static_cast<double>(root.sum_of_squares) / n - result.value * result.value;
    result.half_width = parameters_.confidence_z * std::sqrt(std::max(0.0, variance) / n);
  }
  std::vector<Edge> edges = root.edges;
  const auto rank = [&](const Edge& edge) {
    const std::optional<Role>& winner = nodes_[edge.child].winner;
    const int known = !winner.has_value() ? 1 : *winner == root.state.to_move ? 2 : 0;
    // A pass is no answer while there are others.
    return std::make_tuple(known == 2, edge.move != kPassSpot, known, edge.visits);
  };
  std::ranges::stable_sort(edges, [&](const Edge& a, const Edge& b) { return rank(a) > rank(b); });
  for (const Edge& edge : edges) result.visits.emplace_back(edge.move, edge.visits);
  if (!edges.empty()) result.move = edges[0].move;
  return result;
}

}  // namespace tenuki
