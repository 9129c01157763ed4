#include "engine/tsumego/exhaustive.h"

#include <utility>

#include "absl/container/flat_hash_map.h"

namespace tenuki {
namespace {

class StateGraph {
 public:
  StateGraph(const LocalGame& game, int64_t max_states) : game_(game), max_states_(max_states) {}

  bool Explore() {
    NumberOf(game_.start());
    for (int32_t i = 0; i < std::ssize(nodes_); ++i) {
      if (std::ssize(nodes_) > max_states_) return false;
      Expand(i);
    }
    return true;
  }

  // Carries the attacker's wins back: a state of his wins with one winning move, one of the defender's when all are.
  void Solve() {
    for (size_t next = 0; next < won_.size(); ++next) {
      for (int32_t before : parents_[won_[next]]) {
        Node& node = nodes_[before];
        if (node.is_won) continue;
        if (node.state.to_move == Role::kDefender && --node.num_open > 0) continue;
        node.is_won = true;
        won_.push_back(before);
      }
    }
  }

  ExhaustiveResult Result() {
    ExhaustiveResult result;
    result.num_states = std::ssize(nodes_);
    const LocalState& start = game_.start();
    result.winner = nodes_[0].is_won ? Role::kAttacker : Role::kDefender;
    if (result.winner != start.to_move) return result;
    ForEachMove(start, [&](Spot spot, const LocalState& after) {
      if (nodes_[NumberOf(after)].is_won == nodes_[0].is_won) result.winning_moves.push_back(spot);
    });
    return result;
  }

 private:
  struct Node {
    LocalState state;
    // Moves of the defender that are not lost yet.
    int32_t num_open = 0;
    bool is_won = false;
  };

  template <typename Visit>
  void ForEachMove(const LocalState& state, Visit visit) const {
    for (Spot spot : game_.Empty(state)) {
      LocalState after = state;
      if (game_.Play(after, spot)) visit(spot, after);
    }
    if (!game_.MayPass(state)) return;
    LocalState after = state;
    game_.Play(after, kPassSpot);
    visit(kPassSpot, after);
  }

  int32_t NumberOf(const LocalState& state) {
    const auto [place, is_new] = numbers_.try_emplace(state, static_cast<int32_t>(nodes_.size()));
    if (!is_new) return place->second;
    nodes_.push_back({.state = state});
    parents_.emplace_back();
    if (game_.TargetIsCaptured(state)) {
      nodes_.back().is_won = true;
      won_.push_back(place->second);
    }
    return place->second;
  }

  void Expand(int32_t number) {
    if (nodes_[number].is_won || game_.TargetIsOut(nodes_[number].state)) return;
    const LocalState state = nodes_[number].state;
    ForEachMove(state, [&](Spot, const LocalState& after) {
      const int32_t child = NumberOf(after);
      parents_[child].push_back(number);
      ++nodes_[number].num_open;
    });
  }

  const LocalGame& game_;
  const int64_t max_states_;
  absl::flat_hash_map<LocalState, int32_t> numbers_;
  std::vector<Node> nodes_;
  std::vector<std::vector<int32_t>> parents_;
  std::vector<int32_t> won_;
};

}  // namespace

std::optional<ExhaustiveResult> SolveExhaustively(const LocalGame& game, int64_t max_states) {
  StateGraph graph(game, max_states);
  if (!graph.Explore()) return std::nullopt;
  graph.Solve();
  return graph.Result();
}

}  // namespace tenuki
