// Criticality: how much controlling a point goes with ending in a group of scores (Graf et al. 2013, §3.3).
//
//   Criticality criticality(table, found.cluster_of, static_cast<int>(found.clusters.size()));
//   criticality.At(Color::kWhite, point, /*group=*/0)        // g(p, i, c)
//
// g is the correlation of two yes-or-no variables, that player p controls point i and that the score falls into c:
//
//   g(p, i, c) = (μ_pic − μ_pi μ_c) / (√(μ_pi − μ_pi²) √(μ_c − μ_c²))
//
// Where either never varies, always or never controlled, all simulations in c or none, it is 0. Groups are clusters, or
// whoever wins: with these it is the former criticality.
//
// A value made once; no thread rules.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/criticality/score_table.h"

namespace tenuki {

inline constexpr int kNoScoreGroup = -1;

class Criticality {
 public:
  // `groups` says for each score of the table's histogram the group it belongs to, from 0 to num_groups − 1, or none.
  Criticality(const ScoreTable& table, const std::vector<int>& groups, int num_groups);

  // From −1 to 1.
  double At(Color color, Point point, int group) const;
  // μ_c. 0 where there are no simulations.
  double Weight(int group) const;
  // How often, of all simulations of the group: μ_pic / μ_c. 0 of a group without simulations.
  double ShareControlled(Color color, Point point, int group) const;
  // μ_pi.
  double ShareControlled(Color color, Point point) const;
  // The value of the player for whom it is farther from 0, as White sees it: above 0 White has to control the point.
  double ForWhite(Point point, int group) const;

  int size() const { return size_; }
  int num_groups() const { return num_groups_; }
  // In how many simulations of the group the player controlled the point.
  int64_t Count(Color color, Point point, int group) const {
    return counts_[static_cast<size_t>(group) * stride_ + Side(color) * num_points_ + point];
  }

 private:
  int size_;
  int num_points_;
  int num_groups_;
  size_t stride_;
  // By group, then all simulations: Black's counts by point, then White's.
  std::vector<int64_t> counts_;
  // By group, then all.
  std::vector<int64_t> simulations_;
};

// The groups of whoever wins: 0 of scores that Black wins, 1 of those that White does, none of ties.
std::vector<int> WinnerGroups(const ScoreHistogram& histogram, int komi_half_points);

// g_former(i) = g(black, i, C_black) + g(white, i, C_white), of a criticality made of WinnerGroups: from −2 to 2.
double FormerCriticality(const Criticality& of_winners, Point point);

// Cov(Win, Control) of Pellegrino et al. 2009, eq. 3, of the same: from −¼ to ¼.
double WinCovariance(const Criticality& of_winners, Point point);

}  // namespace tenuki
