// Where on the board the semeai are, and what each is worth: the outlook of Graf et al. 2013, §3.4.
//
//   Localisation found = Localise(criticality, clusters, RegionOptions{});
//   found.semeai[0].points, found.semeai[0].worth
//   found.regions                                   // for each cluster, who has to hold which of them
//
// A point is critical when the clusters move who controls it: E = 2 √(Σ μ_c (q_c − μ_i)²) reaches the threshold, where
// q_c is how often a player controls it in cluster c and μ_i how often in all. E is 1 where clusters decide the toss of
// a fair coin. A g of one cluster would not do: with many clusters each is small, as none says it alone, and in a rare
// cluster where one side has taken the whole board it is large everywhere. Two critical points beside each other are of
// the same semeai when they rise and fall together over the clusters: the cosine of their √μ_c (q_c − μ_i) reaches
// `likeness`. So two semeai that touch are two, although both may matter to the same cluster. A semeai is what hangs
// together by that. Its region in a cluster are those of its points whose |g| there is at least the threshold / √(C −
// 1), |g| of an even race in each of C equal clusters that it decides as far as that.
//
// Worth. In each cluster a semeai is White's (0), Black's (1), or either's (½), by how often Black controls its points
// there: below a third, above two thirds, or between. The clusters' modes are then the sum of what Black has: m_c = a +
// Σ worth · state, solved by least squares, each cluster with its weight. With two clusters it is the distance of their
// modes. Semeai that are in the same state in all clusters share what they are worth together, and one that never
// changes its state has no worth.
//
// From + − × ÷ and sqrt alone (law 1). Pure functions: no thread rules.
#pragma once

#include <optional>
#include <vector>

#include "engine/board/point_set.h"
#include "engine/criticality/criticality.h"
#include "engine/criticality/score_clusters.h"

namespace tenuki {

struct RegionOptions {
  // Of E.
  double threshold = 0.3;
  double likeness = 0.8;
  // Fewer are no semeai: a ko, a neutral point.
  int min_points = 4;
};

struct Semeai {
  PointSet points;
  // In points of score.
  std::optional<double> worth;
  // By cluster: how often Black controls its points, from 0 to 1.
  std::vector<double> black_share;
};

struct CriticalRegion {
  int cluster = 0;
  // Its number in Localisation::semeai.
  int semeai = 0;
  PointSet points;
  // Who has to control it to get into the cluster.
  Color holder = Color::kEmpty;
  // Of |g|, over its points.
  double mean = 0;
  double peak = 0;
};

struct Localisation {
  // By the number of their points, the largest first; of as many, by the first point.
  std::vector<Semeai> semeai;
  // By cluster, then by semeai.
  std::vector<CriticalRegion> regions;
};

// REQUIRES: the groups of `criticality` are the clusters.
Localisation Localise(const Criticality& criticality, const ScoreClusters& clusters, const RegionOptions& options);

}  // namespace tenuki
