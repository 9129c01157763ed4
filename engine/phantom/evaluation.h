// The value of positions by playouts, for the methods of Borsboom et al. 2007, §3.1.
//
//   Evaluation evaluation(kernel, Color::kBlack, komi_half_points, Aggregate::kMeanScore);
//   double value = evaluation.Value(evaluation.Run(board, seed));
//
// All players get their playouts here, in the one function Run.
//
// A value: no thread rules.
#pragma once

#include <cstdint>

#include "engine/phantom/player.h"
#include "engine/playout/playout.h"

namespace tenuki {

class Evaluation {
 public:
  // Values are those of `color`. `kernel` must outlive it.
  Evaluation(const PlayoutKernel& kernel, Color color, int komi_half_points, PhantomParameters::Aggregate aggregate)
      : kernel_(kernel), color_(color), komi_half_points_(komi_half_points), aggregate_(aggregate) {}

  Playout Run(const Board& start, uint64_t seed) const { return kernel_.Run(start, seed, PlayoutOptions{}); }

  // Points of lead after komi; or 1 for a win, ½ for a tie, 0 for a loss.
  double Value(const Playout& playout) const {
    const int black_lead = 2 * playout.score - komi_half_points_;
    const int lead = color_ == Color::kBlack ? black_lead : -black_lead;
    if (aggregate_ == PhantomParameters::Aggregate::kMeanScore) return lead / 2.0;
    return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
  }
  // The same playout as the opponent values it.
  double OpponentValue(double value) const {
    return aggregate_ == PhantomParameters::Aggregate::kMeanScore ? -value : 1 - value;
  }

 private:
  const PlayoutKernel& kernel_;
  const Color color_;
  const int komi_half_points_;
  const PhantomParameters::Aggregate aggregate_;
};

}  // namespace tenuki
