// Wang & Peng's solver (2013): Monte-Carlo tree search in a local game. Each of its ideas is a switch, so that its
// worth can be measured.
//
//   MonteCarloSolver solver(game, {.playouts = 10'000}, seed);
//   const MonteCarloResult result = solver.Run();
//
// As the paper has it: the first move comes from the eye shape's candidates and vital points (§2.3); simulations draw
// moves by urgency (eq. 1); results +1, 0, −1 are backed up by their plain average; a state's children are added once
// `expansion_threshold` simulations went through it; states that are reached in several ways are one with the
// transposition table, and several without (Table 1). The answer is the first move with the most visits, and the
// estimate's confidence interval is the average ± z · σ / √n.
//
// Pruning (§2.4): when one first move has more than half of the visits that are planned for the whole budget,
// v_j > V / 2, no other one can overtake it. That is asked after each segment of playouts, and ends the search: at the
// root it loses nothing but playouts. In inner nodes V is not known, and nothing is pruned.
//
// Beyond the paper: MCTS-Solver (Winands et al. 2008). A state whose winner is known, because a move leads to one that
// is won or all moves lead to ones that are lost, is not simulated any more. What repetition decides is not taken for
// known.
//
// Deterministic in the seed but for `should_stop`. One thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/tsumego/local_game.h"

namespace tenuki {

struct MonteCarloParameters {
  // V: the visits that are planned.
  int64_t playouts = 10'000;
  // Of the bound v + c √(ln N / n).
  double exploration = 1.0;
  // Simulations through a state before its children are added.
  int expansion_threshold = 4;
  bool use_table = true;
  bool use_eye_shape = true;
  bool use_urgency = true;
  bool use_pruning = true;
  int64_t segment_playouts = 500;
  bool use_solver = true;
  // Standard errors on each side of the estimate.
  double confidence_z = 1.96;
  // Further states are not added.
  int64_t max_states = 400'000;
  std::function<bool()> should_stop = nullptr;
};

struct MonteCarloResult {
  // kPassSpot where there is nothing to play.
  Spot move = kPassSpot;
  // Proven by the solver's backup.
  std::optional<Role> winner;
  // Of the state, for the side to move, from −1 to 1, and half the width of its confidence interval.
  double value = 0;
  double half_width = 0;
  int64_t playouts = 0;
  // Those that pruning saved.
  int64_t saved_playouts = 0;
  int64_t num_states = 0;
  // How often a move led to a state that was there already.
  int64_t num_merged = 0;
  int max_depth = 0;
  // First moves and their visits, the most visited first.
  std::vector<std::pair<Spot, int64_t>> visits;
};

class MonteCarloSolver {
 public:
  // The game must outlive it.
  MonteCarloSolver(const LocalGame& game, const MonteCarloParameters& parameters, uint64_t seed);

  MonteCarloResult Run();

 private:
  struct Edge {
    Spot move = kPassSpot;
    int32_t child = -1;
    int64_t visits = 0;
  };
  struct Node {
    LocalState state;
    std::vector<Edge> edges;
    int64_t visits = 0;
    // Sums of the results for the defender, and of their squares.
    int64_t sum = 0;
    int64_t sum_of_squares = 0;
    std::optional<Role> winner;
    bool is_expanded = false;
  };

  void PlayOne(uint64_t number);
  int32_t NodeOf(const LocalState& state);
  void Expand(int32_t number);
  size_t Select(const Node& node) const;
  void BackUpWinner(int32_t number);
  double ValueFor(const Node& node, Role role) const;
  bool MustPrune() const;
  MonteCarloResult Result(int64_t playouts) const;

  const LocalGame& game_;
  const MonteCarloParameters parameters_;
  const uint64_t seed_;
  std::vector<Node> nodes_;
  absl::flat_hash_map<LocalState, int32_t> table_;
  int64_t num_merged_ = 0;
  int max_depth_ = 0;
};

}  // namespace tenuki
