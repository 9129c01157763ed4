#include "experiments/similarity/fit.h"

#include <utility>

#include "common/portable_math.h"

namespace tenuki {
namespace {

constexpr double kLn2 = 0.6931471805599453;
// The grid: α times the mean distance goes in powers of two, β in equal steps.
constexpr double kLogAlphaFrom = -4, kLogAlphaTo = 6, kLogAlphaStep = 0.5;
constexpr double kBetaFrom = -1, kBetaTo = 1, kBetaStep = 0.2;
constexpr int kRefinements = 8;
// In one refinement.
constexpr int kMaxSteps = 64;

// What is compared: the larger objective first, then the smaller error.
struct Score {
  double objective = 0;
  double error = 0;

  bool IsBetterThan(const Score& other) const {
    return objective != other.objective ? objective > other.objective : error < other.error;
  }
};

class Search {
 public:
  Search(const PairCounts& counts, v1::Formula formula, v1::FitObjective objective, float threshold)
      : counts_(counts),
        formula_(formula),
        objective_(objective),
        threshold_(threshold),
        scale_(counts.mean_distance() > 0 ? counts.mean_distance() : 1) {}

  Coefficients Run() {
    for (double log_alpha = kLogAlphaFrom; log_alpha <= kLogAlphaTo; log_alpha += kLogAlphaStep) {
      for (double beta = kBetaFrom; beta <= kBetaTo + kBetaStep / 2; beta += kBetaStep) Try(log_alpha, beta);
    }
    double share = 0.5;
    for (int refinement = 0; refinement < kRefinements; ++refinement, share /= 2) Refine(share);
    return CoefficientsAt(best_);
  }

 private:
  struct Place {
    double log_alpha = 0;
    double beta = 0;
  };

  Coefficients CoefficientsAt(const Place& place) const {
    return {.alpha = PortableExp(place.log_alpha * kLn2) / scale_, .beta = place.beta};
  }

  bool Try(double log_alpha, double beta) {
    const Place place = {.log_alpha = log_alpha, .beta = beta};
    const Quality quality = counts_.Classify(formula_, CoefficientsAt(place), threshold_);
    Score score{.error = quality.average_error().value_or(0)};
    switch (objective_) {
      case v1::F1: score.objective = quality.f1(); break;
      case v1::AVERAGE_ERROR: score.objective = -score.error; break;
      case v1::ACCURACY: score.objective = quality.accuracy().value_or(0); break;
    }
    if (has_best_ && !score.IsBetterThan(best_score_)) return false;
    has_best_ = true;
    best_ = place;
    best_score_ = score;
    return true;
  }

  // Walks from the best to better neighbours, so many parts of the grid's steps away, while there are any.
  void Refine(double share) {
    const double d_alpha = share * kLogAlphaStep;
    const double d_beta = share * kBetaStep;
    bool is_better = true;
    for (int step = 0; is_better && step < kMaxSteps; ++step) {
      is_better = false;
      const Place from = best_;
      for (int a = -1; a <= 1; ++a) {
        for (int b = -1; b <= 1; ++b) {
          if (a != 0 || b != 0) is_better |= Try(from.log_alpha + a * d_alpha, from.beta + b * d_beta);
        }
      }
    }
  }

  const PairCounts& counts_;
  const v1::Formula formula_;
  const v1::FitObjective objective_;
  const float threshold_;
  const double scale_;
  bool has_best_ = false;
  Place best_;
  Score best_score_;
};

}  // namespace

Coefficients Fit(const PairCounts& counts, v1::Formula formula, v1::FitObjective objective, float threshold) {
  if (counts.num_pairs() == 0) return {};
  return Search(counts, formula, objective, threshold).Run();
}

}  // namespace tenuki
