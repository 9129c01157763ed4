// How much simulations hang on each point, for a search to look there first: what eq. 4 of Pellegrino et al. 2009 has
// covariance for, from the clusters of Graf et al. 2013.
//
//   CriticalityMap map(9, ControlReading::kArea, CriticalityMap::Groups::kClusters, {}, komi_half_points);
//   map.Add(playout);
//   map.Learn();
//   map.At(point)                 // from 0 to 1
//
// A point's value is Σ μ_c |g(p, i, c)| over the groups, of the player for whom |g| is greater: what can be expected of
// the cluster that a simulation falls into. A search has not yet to know which cluster is the right one, only which
// points decide it. With one cluster it is 0 everywhere, and the search is plain UCT. By who wins, and where both are
// as likely as not, it is four times the covariance.
//
// Not thread-safe.
#pragma once

#include <vector>

#include "engine/board/point.h"
#include "engine/criticality/control.h"
#include "engine/criticality/score_clusters.h"
#include "engine/criticality/score_table.h"
#include "engine/playout/playout.h"

namespace tenuki {

class CriticalityMap {
 public:
  enum class Groups {
    // The clusters of scores.
    kClusters,
    // Who wins: to tell what clusters add.
    kWinners,
  };

  CriticalityMap(int size, ControlReading reading, Groups groups, const ClusterOptions& options, int komi_half_points)
      : reading_(reading), groups_(groups), options_(options), komi_half_points_(komi_half_points), table_(size) {}

  void Add(const Playout& playout);
  // Values are from now on those of all that was added.
  void Learn();
  // 0 before the first Learn.
  double At(Point point) const { return values_.empty() ? 0 : values_[point]; }
  const ScoreTable& table() const { return table_; }

 private:
  const ControlReading reading_;
  const Groups groups_;
  const ClusterOptions options_;
  const int komi_half_points_;
  ScoreTable table_;
  std::vector<double> values_;
};

}  // namespace tenuki
