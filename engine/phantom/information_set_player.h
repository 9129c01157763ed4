// Information-set Monte-Carlo tree search with several observers (MO-ISMCTS; Cowling, Powley & Whitehouse 2012).
//
// Each playout starts from a guessed position with all hidden stones on the board. Both sides have a tree, whose nodes
// are what that side would have observed since: a side's own moves with the numbers of stones they captured, and of the
// other's moves only that there was one, or a pass, and how many stones it captured. So neither side's choices follow
// from stones that it could not see, and what a move is worth is averaged over all guesses. A move's exploration counts
// the visits at which the guess allowed it.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/phantom/move_tree.h"
#include "engine/phantom/thinking_player.h"

namespace tenuki {

class InformationSetPlayer final : public ThinkingPlayer {
 public:
  InformationSetPlayer(const PhantomParameters& parameters, const PlayoutKernel& kernel, const Clock& clock,
                       uint64_t seed)
      : ThinkingPlayer(parameters, kernel, clock, seed) {}

 protected:
  std::vector<Point> Rank(const Decision& decision) override;

 private:
  // The two trees by whose move it is.
  enum Observer { kOwn, kOpponent };
  // Another side's move, of which only the captures are observed.
  static constexpr Move kUnseen = kNoPoint;
  // From a node of an observer's tree: the move as it is observed, and the stones that it captured.
  using Event = std::tuple<Observer, int, Move, int>;
  struct Step {
    Observer observer;
    int node;
    Move move;
  };

  void Grow(const Decision& decision, const PointSet& candidates, int playout);
  // The node after an event, which is made when there is none; whether it was made.
  std::pair<int, bool> Follow(const Event& event);

  std::vector<MoveTree> trees_;
  absl::flat_hash_map<Event, int> children_;
  std::vector<Step> path_;
};

}  // namespace tenuki
