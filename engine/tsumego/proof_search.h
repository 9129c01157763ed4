// Depth-first proof-number search (Nagai 2002): who wins a local game, proven.
//
//   ProofTable table(64 << 20);
//   ProofSearch search(game, table);
//   const ProofResult result = search.Solve(game.start(), {.max_nodes = 1'000'000});
//   if (result.winner.has_value()) …
//
// Thresholds are widened by a quarter (1 + ε, Pawlewicz & Lew 2007), and a node's disproof number is the largest of its
// children's plus how many others are open (weak proof numbers, Ueda et al. 2008): states that are reached in several
// orders of moves do not count several times.
//
// Repetition and the graph-history interaction problem: a state that comes again on the path is the defender's, since
// he can do it again. What the attacker wins needs no repetition, so it holds on every path. What the defender wins
// *by* a repetition holds where that earlier state is on the path: the search keeps, with each such disproof, the
// earliest state that it depends on. It stores it under the path, not under the state alone, until it is back at that
// earlier state, where it holds for good: the defender's answers lead round in a circle, for as long as the attacker
// likes.
//
// One thread at a time. Deterministic but for `should_stop`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "engine/tsumego/local_game.h"
#include "engine/tsumego/proof_table.h"

namespace tenuki {

struct ProofLimits {
  int64_t max_nodes = 1'000'000;
  // Asked now and then.
  std::function<bool()> should_stop = nullptr;
};

struct ProofResult {
  // Nothing where the limits came first.
  std::optional<Role> winner;
  // Of the side to move; kNoMove when no state was expanded. Where it wins: the winning move.
  uint8_t move = kNoMove;
  uint32_t phi = 1;
  uint32_t delta = 1;
  int64_t num_nodes = 0;
  int max_depth = 0;
};

class ProofSearch {
 public:
  // Both must outlive it. A table may be used again with the same game.
  ProofSearch(const LocalGame& game, ProofTable& table) : game_(game), table_(table) {}

  ProofResult Solve(const LocalState& state, const ProofLimits& limits);
  // The moves of both sides as the table has them, from a solved state on: the winner's proof, the loser's longest
  // resistance of those that were looked at.
  std::vector<Spot> PrincipalLine(const LocalState& state) const;

 private:
  struct Child {
    LocalState state;
    StateKey key;
    ProofEntry entry;
    Spot move = kPassSpot;
    bool has_captures = false;
  };
  struct Step {
    StateKey key;
    // Of all steps up to here, in their order.
    uint64_t path = 0;
    // A state can only come again after a capture.
    bool has_captures = false;
  };

  ProofEntry Search(const LocalState& state, const StateKey& key, uint32_t phi_limit, uint32_t delta_limit);
  void Expand(const LocalState& state, std::vector<Child>& children);
  ProofEntry Look(const LocalState& before, Child& child);
  void Store(const StateKey& key, const ProofEntry& entry);
  StateKey OnThisPath(const StateKey& key) const;
  bool MustStop();

  const LocalGame& game_;
  ProofTable& table_;
  ProofLimits limits_;
  std::vector<Step> path_;
  int64_t num_nodes_ = 0;
  int max_depth_ = 0;
  bool is_stopped_ = false;
};

}  // namespace tenuki
