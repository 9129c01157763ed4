// UCT with guessed opposing stones (Borsboom et al. 2007, §3.3.2).
//
// The tree is one of move sequences from the visible board, on which hidden stones are missing; its first moves are the
// candidates. Late random guessing (UCT_rand): the hidden stones are put down at random when a leaf's move has been
// played, and the playout follows. Early probabilistic guessing (UCT_prob): after the first move, each of the
// opponent's replies becomes a stone on the board with probability visited / parent visited × unknown, as long as
// stones are hidden; the opponent then chooses its move among what is left. What is still missing at the leaf is put
// down as in late guessing. One node is added for each playout, for the first position that was not stored yet.
//
// Not thread-safe.
#pragma once

#include <vector>

#include "engine/phantom/move_tree.h"
#include "engine/phantom/thinking_player.h"

namespace tenuki {

class UctPlayer final : public ThinkingPlayer {
 public:
  UctPlayer(const PhantomParameters& parameters, const PlayoutKernel& kernel, const Clock& clock, uint64_t seed)
      : ThinkingPlayer(parameters, kernel, clock, seed) {}

 protected:
  std::vector<Point> Rank(const Decision& decision) override;

 private:
  struct Step {
    int node;
    Move move;
    Color color;
  };

  void Grow(const Decision& decision, int playout, MoveTree& tree);
  int GuessEarly(const Decision& decision, int node, uint64_t seed, const MoveTree& tree, Board& board) const;
  std::vector<Step> path_;
};

// The candidates by their visits at the root, or by their mean value; equal ones in point order.
std::vector<Point> RankByRoot(const MoveTree& tree, const std::vector<Point>& candidates,
                              PhantomParameters::FinalChoice choice);

}  // namespace tenuki
