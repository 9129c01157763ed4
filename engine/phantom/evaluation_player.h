// Monte-Carlo evaluation of every candidate (Borsboom et al. 2007, §3.1 and §3.3.1).
//
// Standard sampling (MCE_std): candidates take turns; the candidate is played, then the hidden stones are put down at
// random ("at the move node", §3.3.2), then the playout begins with the opponent. All-as-first sampling (MCE_all, after
// Cazenave 2005): the hidden stones are put down, the playout begins with the player, and its value counts for every
// candidate that the player was the first to play at. Candidates are ranked by mean value; equal ones in point
// order.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/phantom/thinking_player.h"

namespace tenuki {

class EvaluationPlayer final : public ThinkingPlayer {
 public:
  using ThinkingPlayer::ThinkingPlayer;

 protected:
  std::vector<Point> Rank(const Decision& decision) override;

 private:
  // Of one candidate, over its playouts.
  struct Mean {
    double sum = 0;
    int64_t count = 0;

    // One without playouts is below all others.
    bool IsAbove(const Mean& other) const {
      if (count == 0 || other.count == 0) return count > other.count;
      return sum / static_cast<double>(count) > other.sum / static_cast<double>(other.count);
    }
  };

  void SampleStandard(const Decision& decision, int playout, std::vector<Mean>& means);
  void SampleAllAsFirst(const Decision& decision, int playout, std::vector<Mean>& means);
};

}  // namespace tenuki
