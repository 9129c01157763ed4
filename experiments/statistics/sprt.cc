#include "experiments/statistics/sprt.h"

#include "absl/log/check.h"
#include "common/portable_math.h"

namespace tenuki {

Sprt::Sprt(const SprtOptions& options)
    : options_(options),
      score0_(ScoreOfElo(options.elo0)),
      score1_(ScoreOfElo(options.elo1)),
      lower_(PortableLog(options.beta / (1 - options.alpha))),
      upper_(PortableLog((1 - options.beta) / options.alpha)) {
  CHECK_LT(options.elo0, options.elo1);
}

Sprt::Verdict Sprt::Add(int points) {
  CHECK(points >= 0 && points < static_cast<int>(pairs_.size())) << points;
  if (verdict_ != Verdict::kContinue) return verdict_;
  ++pairs_[static_cast<size_t>(points)];
  ++num_pairs_;
  // One pair of each outcome is added for the variance: a long row of wins must be able to end the test.
  PairCounts smoothed = pairs_;
  for (int64_t& count : smoothed) ++count;
  const double mean = ScoreOfPairs(pairs_).mean;
  const double variance = ScoreOfPairs(smoothed).variance;
  ratio_ = static_cast<double>(num_pairs_) * (score1_ - score0_) * (2 * mean - score0_ - score1_) / (2 * variance);
  if (num_pairs_ < options_.min_pairs) return verdict_;
  if (ratio_ >= upper_) verdict_ = Verdict::kAcceptElo1;
  if (ratio_ <= lower_) verdict_ = Verdict::kAcceptElo0;
  return verdict_;
}

}  // namespace tenuki
