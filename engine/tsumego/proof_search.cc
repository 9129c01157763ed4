#include "engine/tsumego/proof_search.h"

#include <algorithm>

#include "engine/tsumego/life.h"
#include "engine/tsumego/move_knowledge.h"

namespace tenuki {
namespace {

// Deeper lines count as the defender's, for as long as this search goes on.
constexpr int kMaxDepth = 200;
constexpr int16_t kDependsOnLimit = -1;

ProofEntry Solved(Role winner, Role to_move, int16_t depends_on = kNoDependence) {
  ProofEntry entry;
  entry.phi = winner == to_move ? 0 : kInfiniteProof;
  entry.delta = winner == to_move ? kInfiniteProof : 0;
  entry.depends_on = depends_on;
  return entry;
}

// What a node's children make of it, for the side to move.
struct Summary {
  uint32_t phi = kInfiniteProof;
  uint32_t delta = 0;
  // The child that is the easiest to win by, and how easy the next one is.
  int best = -1;
  uint32_t second = kInfiniteProof;
  // Children that are not lost beside the one with the largest number.
  uint32_t num_others = 0;
};

template <typename Children>
Summary Summarise(const Children& children) {
  Summary summary;
  uint32_t num_open = 0;
  for (int i = 0; i < std::ssize(children); ++i) {
    const ProofEntry& entry = children[i].entry;
    const bool is_better = summary.best < 0 || entry.delta < summary.phi ||
                           (entry.delta == summary.phi && entry.phi < children[summary.best].entry.phi);
    if (is_better) {
      summary.second = summary.best < 0 ? kInfiniteProof : summary.phi;
      summary.phi = entry.delta;
      summary.best = i;
    } else {
      summary.second = std::min(summary.second, entry.delta);
    }
    if (entry.phi == 0) continue;
    ++num_open;
    summary.delta = std::max(summary.delta, entry.phi);
  }
  if (num_open > 0) summary.num_others = num_open - 1;
  if (summary.delta > 0) summary.delta = std::min(kInfiniteProof, summary.delta + summary.num_others);
  return summary;
}

}  // namespace

ProofResult ProofSearch::Solve(const LocalState& state, const ProofLimits& limits) {
  limits_ = limits;
  num_nodes_ = 0;
  max_depth_ = 0;
  is_stopped_ = false;
  path_.clear();
  // The first state is always expanded, so that a result has a move; but one that is out of danger has no play left.
  ProofEntry entry;
  if (game_.TargetIsOut(state)) entry = Solved(Role::kDefender, state.to_move);
  const StateKey key = KeyOf(state);
  while (!entry.is_solved() && !is_stopped_) entry = Search(state, key, kInfiniteProof, kInfiniteProof);
  ProofResult result{.move = entry.move, .phi = entry.phi, .delta = entry.delta, .num_nodes = num_nodes_};
  result.max_depth = max_depth_;
  if (entry.is_solved() && entry.depends_on == kNoDependence) {
    result.winner = entry.phi == 0 ? state.to_move : Other(state.to_move);
  }
  return result;
}

ProofEntry ProofSearch::Search(const LocalState& state, const StateKey& key, uint32_t phi_limit, uint32_t delta_limit) {
  const auto depth = static_cast<int16_t>(path_.size());
  max_depth_ = std::max<int>(max_depth_, depth);
  const bool has_captures = !path_.empty() && path_.back().has_captures;
  const uint64_t path = path_.empty() ? 0 : path_.back().path;
  path_.push_back({key, Mix64(path ^ key.low) + kGoldenGamma, has_captures});
  const int64_t first_node = num_nodes_++;
  std::vector<Child> children;
  Expand(state, children);
  ProofEntry entry;
  while (true) {
    const Summary summary = Summarise(children);
    entry.phi = children.empty() ? kInfiniteProof : summary.phi;
    entry.delta = summary.delta;
    if (summary.best >= 0) entry.move = static_cast<uint8_t>(children[summary.best].move);
    if (entry.phi >= phi_limit || entry.delta >= delta_limit || entry.is_solved() || MustStop()) break;
    Child& child = children[summary.best];
    const uint32_t wider = summary.second >= kInfiniteProof ? kInfiniteProof : summary.second + 1 + summary.second / 4;
    path_.back().has_captures = has_captures || child.has_captures;
    child.entry = Search(child.state, child.key,
                         delta_limit >= kInfiniteProof ? kInfiniteProof : delta_limit - summary.num_others,
                         std::min(phi_limit, wider));
    path_.back().has_captures = has_captures;
  }
  if (entry.is_solved()) {
    const bool wins = entry.phi == 0;
    const bool is_defenders = wins == (state.to_move == Role::kDefender);
    int16_t depends_on = wins ? INT16_MIN : kNoDependence;
    int plies = 0;
    for (const Child& child : children) {
      if (wins && child.entry.delta != 0) continue;
      // A winner takes the way that depends on the least; a loser's ways all count.
      const bool is_choice = wins && child.entry.depends_on > depends_on;
      if (is_choice || (!wins && child.entry.depth + 1 > plies)) {
        plies = child.entry.depth + 1;
        entry.move = static_cast<uint8_t>(child.move);
      }
      depends_on = wins ? std::max(depends_on, child.entry.depends_on) : std::min(depends_on, child.entry.depends_on);
    }
    entry.depth = static_cast<uint8_t>(std::min(plies, 255));
    entry.depends_on = is_defenders && depends_on < depth ? depends_on : kNoDependence;
  }
  path_.pop_back();
  entry.work = static_cast<uint32_t>(std::min<int64_t>(num_nodes_ - first_node, UINT32_MAX));
  Store(key, entry);
  return entry;
}

void ProofSearch::Expand(const LocalState& state, std::vector<Child>& children) {
  const CandidateMoves moves = MovesWorthTrying(game_, state);
  children.reserve(moves.spots.size() + 1);
  const auto add = [&](Spot move) {
    Child child{.state = state, .move = move};
    if (!game_.Play(child.state, move)) return;
    const Role other = Other(state.to_move);
    child.has_captures = child.state.of(other) != state.of(other);
    child.key = KeyOf(child.state);
    child.entry = Look(state, child);
    children.push_back(child);
  };
  for (Spot spot : moves.spots) {
    add(spot);
    // One that wins is enough.
    if (!children.empty() && children.back().entry.delta == 0 && children.back().entry.depends_on == kNoDependence) {
      children.erase(children.begin(), children.end() - 1);
      return;
    }
  }
  if (moves.has_pass) add(kPassSpot);
}

ProofEntry ProofSearch::Look(const LocalState& before, Child& child) {
  const ProofEntry* found = table_.Find(child.key);
  if (found != nullptr && found->is_solved()) return *found;
  const Role to_move = child.state.to_move;
  if (path_.back().has_captures || child.has_captures) {
    for (int i = static_cast<int>(path_.size()) - 1; i >= 0; --i) {
      if (path_[i].key == child.key) return Solved(Role::kDefender, to_move, static_cast<int16_t>(i));
    }
    const ProofEntry* here = table_.Find(OnThisPath(child.key));
    if (here != nullptr) return *here;
  }
  if (path_.size() >= kMaxDepth) return Solved(Role::kDefender, to_move, kDependsOnLimit);
  if (found != nullptr) return *found;
  ProofEntry entry;
  if (const std::optional<Role> winner = StaticWinner(game_, child.state)) {
    entry = Solved(*winner, to_move);
  } else {
    const FirstNumbers numbers = NumbersAfter(game_, before, child.move, child.state);
    entry.phi = numbers.phi;
    entry.delta = numbers.delta;
  }
  table_.Store(child.key, entry);
  return entry;
}

void ProofSearch::Store(const StateKey& key, const ProofEntry& entry) {
  const bool depends = entry.is_solved() && entry.depends_on != kNoDependence;
  // What holds because the search stops at some depth is not worth keeping.
  if (depends && entry.depends_on == kDependsOnLimit) return;
  table_.Store(depends ? OnThisPath(key) : key, entry);
}

StateKey ProofSearch::OnThisPath(const StateKey& key) const {
  const uint64_t path = path_.empty() ? 0 : path_.back().path;
  return {Mix64(key.low ^ path), Mix64(key.high + path)};
}

bool ProofSearch::MustStop() {
  if (num_nodes_ >= limits_.max_nodes) is_stopped_ = true;
  if (limits_.should_stop && (num_nodes_ & 255) == 0 && limits_.should_stop()) is_stopped_ = true;
  return is_stopped_;
}

std::vector<Spot> ProofSearch::PrincipalLine(const LocalState& state) const {
  std::vector<Spot> line;
  LocalState at = state;
  while (std::ssize(line) < kMaxDepth) {
    const ProofEntry* entry = table_.Find(KeyOf(at));
    if (entry == nullptr || !entry->is_solved() || entry->move == kNoMove) break;
    if (!game_.Play(at, entry->move)) break;
    line.push_back(entry->move);
  }
  return line;
}

}  // namespace tenuki
