// The clusters of a histogram of scores: Graf et al. 2013, §3.2.
//
//   ScoreClusters found = FindClusters(table.Histogram(), ClusterOptions{});
//   found.clusters[0].mode                       // of the leftmost one, White's best
//   found.cluster_of[i]                          // that of histogram[i]
//
// The density f̂ is the kernel estimate with the triweight kernel K(x) = 35/32 (1 − x²)³ and a bandwidth h. Mean shift
// takes every score that occurred to the point m where the mean of the scores around it, weighted by H(s) K((m − s)/h),
// is m itself. Such points nearer to each other than the merge tolerance are one mode, at the highest of them. A mode
// of too low a density makes no cluster, and each score joins the cluster whose mode is nearest to the point that it
// was taken to.
//
// The bandwidth. Printed is Silverman's rule, h = 3.15 σ̂ n^(−1/5). It takes scores for continuous; but two area scores
// of a full board differ by an even number. With 128,000 simulations of one hump with σ̂ = 10 it gives h = 3, under
// which the kernel is nearly blind to neighbours 2 away, and f̂ has a mode on nearly every score. So h is kept from
// falling below `lattice_factor` times that step.
//
// What is not a matter of course:
//   * No simulation: no cluster. One score only, so that σ̂ is 0, or one simulation, so that there is none: one cluster,
//   under h
//     from the step alone.
//   * A score that stays where the density has a valley (as the middle of two equal humps does) is at no mode; it joins
//   the
//     nearest cluster, of two equally near ones the left.
//   * No mode reaches the threshold: the highest of them makes a cluster nonetheless.
//
// From + − × ÷ and sqrt alone, and portable logarithms (law 1). Pure functions: no thread rules.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/point.h"
#include "engine/criticality/score_histogram.h"

namespace tenuki {

// The defaults were fixed on mixtures with known modes (bench/cluster_constants.cc), before any Go position was looked
// at.
struct ClusterOptions {
  enum class Bandwidth {
    // The greater of Silverman's rule and lattice_factor · lattice_step.
    kLattice,
    // Silverman's rule, as printed.
    kPrinted,
  };
  Bandwidth bandwidth = Bandwidth::kLattice;
  double lattice_factor = 2.5;
  // From a score that can occur to the next one.
  int lattice_step = 2;
  // T: the least f̂(m) of a mode that makes a cluster, times the highest f̂ of all modes; or as it is.
  double threshold = 0.01;
  bool threshold_is_relative = true;
  // In bandwidths.
  double merge_tolerance = 0.1;
};

struct ScoreCluster {
  // m_c, and f̂ there.
  double mode = 0;
  double density = 0;
  // The outermost scores that belong to it.
  int first_score = 0;
  int last_score = 0;
  int64_t count = 0;
};

struct ScoreClusters {
  ScoreMoments moments;
  double bandwidth = 0;
  // By mode, ascending: White's best first. Each has a score or more.
  std::vector<ScoreCluster> clusters;
  // By place in the histogram: the number of its cluster, and where mean shift took it.
  std::vector<int> cluster_of;
  std::vector<double> mode_of;

  // μ_c.
  double Weight(int cluster) const {
    return static_cast<double>(clusters[cluster].count) / static_cast<double>(moments.count);
  }
};

// REQUIRES: counts are positive and scores ascend; lattice_factor and lattice_step are positive.
ScoreClusters FindClusters(const ScoreHistogram& histogram, const ClusterOptions& options);

// f̂(y). 0 of no simulations. REQUIRES: the bandwidth is positive.
double DensityAt(const ScoreHistogram& histogram, double bandwidth, double y);

// Whether the mean misleads: two clusters or more hold at least `least_weight` of the simulations each, and not all of
// them are won by the same side. Whoever wins most of a cluster's simulations wins it.
bool MeanMisleads(const ScoreHistogram& histogram, const ScoreClusters& clusters, int komi_half_points,
                  double least_weight);

// Who wins most simulations of each cluster; kEmpty where both win as many.
std::vector<Color> WinnersOf(const ScoreHistogram& histogram, const ScoreClusters& clusters, int komi_half_points);

}  // namespace tenuki
