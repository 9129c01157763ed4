// How long a player thinks about a proposal: so many playouts, or its share of what is left of its time for the game.
//
//   budget.Begin(view);
//   for (int i = 0; budget.Allows(i); ++i) …
//   budget.End();
//
// Not thread-safe.
#pragma once

#include <algorithm>

#include "absl/time/time.h"
#include "common/clock.h"
#include "engine/phantom/view.h"

namespace tenuki {

class Budget {
 public:
  // seconds_per_game 0: `playouts` for each proposal, and the clock is never looked at.
  Budget(int playouts, double seconds_per_game, const Clock& clock)
      : playouts_(playouts), is_timed_(seconds_per_game > 0), left_(absl::Seconds(seconds_per_game)), clock_(clock) {}

  void Begin(const PlayerView& view) {
    if (!is_timed_) return;
    // Proposals still to come: each unknown point is likely to be proposed once, by one side or as a refusal.
    const int proposals = std::max(kLeastProposals, view.unknown().size() / 2);
    start_ = clock_.Now();
    deadline_ = start_ + left_ / proposals;
  }
  // Whether another playout may follow `done` ones. Without time left it is a few all the same: nobody loses on time.
  bool Allows(int done) const {
    if (!is_timed_) return done < playouts_;
    return done < kLeastPlayouts || done % kPlayoutsPerLook != 0 || clock_.Now() < deadline_;
  }
  void End() {
    if (is_timed_) left_ = std::max(absl::ZeroDuration(), left_ - (clock_.Now() - start_));
  }

 private:
  static constexpr int kLeastProposals = 8;
  static constexpr int kLeastPlayouts = 32;
  static constexpr int kPlayoutsPerLook = 16;

  const int playouts_;
  const bool is_timed_;
  absl::Duration left_;
  const Clock& clock_;
  absl::Time start_;
  absl::Time deadline_;
};

}  // namespace tenuki
