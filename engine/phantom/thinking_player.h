// What all players share that think about a proposal: candidates, guesses, playouts, and when to stop.
//
// A refusal that shows where a stone is makes a player think anew. After one that does not (it may have been suicide)
// it goes on with the next best of what it thought of before.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/random.h"
#include "engine/phantom/budget.h"
#include "engine/phantom/evaluation.h"
#include "engine/phantom/guess.h"
#include "engine/phantom/player.h"

namespace tenuki {

class ThinkingPlayer : public PhantomPlayer {
 public:
  ThinkingPlayer(const PhantomParameters& parameters, const PlayoutKernel& kernel, const Clock& clock, uint64_t seed);

  Move Propose(const PlayerView& view) final;

 protected:
  // What is to be chosen.
  struct Decision {
    const PlayerView& view;
    // Own and known stones, the player to move.
    const Board& visible;
    // Two or more points, each legal on the visible board, in point order.
    const std::vector<Point>& candidates;
    const Evaluation& evaluation;
    // Of everything random in this decision: number 2 n is for the guess of playout n, 2 n + 1 for the playout.
    uint64_t seed;

    uint64_t GuessSeed(int playout) const { return DeriveSeed(seed, 2 * static_cast<uint64_t>(playout)); }
    uint64_t PlayoutSeed(int playout) const { return DeriveSeed(seed, 2 * static_cast<uint64_t>(playout) + 1); }
  };

  // The candidates, the best first.
  virtual std::vector<Point> Rank(const Decision& decision) = 0;

  const PhantomParameters& parameters() const { return parameters_; }
  bool MayThink(int playouts_done) const { return budget_.Allows(playouts_done); }
  // Puts the hidden stones where the next guess has them, as many as can stand there.
  void PlaceHidden(const Decision& decision, int playout, int count, Board& board) {
    PlaceStones(board, Opponent(decision.view.color()), guesser_->Guess(decision.view, decision.GuessSeed(playout)),
                count);
  }
  void CountPlayouts(int playouts) { effort_.playouts += playouts; }

 private:
  void Think(const PlayerView& view, const Board& visible, const std::vector<Point>& candidates);

  const PhantomParameters parameters_;
  const PlayoutKernel& kernel_;
  const uint64_t seed_;
  Budget budget_;
  std::unique_ptr<Guesser> guesser_;
  // Of the last decision, and what was known then.
  std::vector<Point> ranking_;
  PointSet known_;
};

}  // namespace tenuki
