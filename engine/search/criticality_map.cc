#include "engine/search/criticality_map.h"

#include <cmath>

#include "engine/criticality/criticality.h"

namespace tenuki {

void CriticalityMap::Add(const Playout& playout) {
  table_.Add(playout.score, ControlOf(reading_, table_.size(), playout.stones, playout.area));
}

void CriticalityMap::Learn() {
  const ScoreHistogram histogram = table_.Histogram();
  const bool by_clusters = groups_ == Groups::kClusters;
  const ScoreClusters clusters = by_clusters ? FindClusters(histogram, options_) : ScoreClusters();
  const Criticality criticality =
      by_clusters ? Criticality(table_, clusters.cluster_of, static_cast<int>(clusters.clusters.size()))
                  : Criticality(table_, WinnerGroups(histogram, komi_half_points_), 2);
  values_.assign(table_.size() * table_.size(), 0);
  for (size_t point = 0; point < values_.size(); ++point) {
    for (int group = 0; group < criticality.num_groups(); ++group) {
      values_[point] += criticality.Weight(group) * std::abs(criticality.ForWhite(static_cast<Point>(point), group));
    }
  }
}

}  // namespace tenuki
