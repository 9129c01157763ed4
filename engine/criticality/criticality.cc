#include "engine/criticality/criticality.h"

#include <cmath>

#include "absl/log/check.h"
#include "engine/criticality/control.h"

namespace tenuki {
namespace {

constexpr Color kPlayers[] = {Color::kBlack, Color::kWhite};

}  // namespace

Criticality::Criticality(const ScoreTable& table, const std::vector<int>& groups, int num_groups)
    : size_(table.size()),
      num_points_(size_ * size_),
      num_groups_(num_groups),
      stride_(2 * static_cast<size_t>(num_points_)),
      counts_((static_cast<size_t>(num_groups) + 1) * stride_),
      simulations_(static_cast<size_t>(num_groups) + 1) {
  const ScoreHistogram histogram = table.Histogram();
  CHECK_EQ(histogram.size(), groups.size());
  for (size_t i = 0; i < histogram.size(); ++i) {
    for (int group : {groups[i], num_groups}) {
      if (group == kNoScoreGroup) continue;
      simulations_[group] += histogram[i].count;
      int64_t* const counts = counts_.data() + static_cast<size_t>(group) * stride_;
      for (Color color : kPlayers) {
        for (Point point = 0; point < num_points_; ++point) {
          counts[Side(color) * num_points_ + point] += table.Control(color, point, histogram[i].score);
        }
      }
    }
  }
}

double Criticality::At(Color color, Point point, int group) const {
  const int64_t n = simulations_[num_groups_];
  const int64_t in_group = simulations_[group];
  const int64_t controlled = Count(color, point, num_groups_);
  // n² times the variances and the covariance, exactly: n is below 2^31.
  const int64_t group_variance = in_group * (n - in_group);
  const int64_t control_variance = controlled * (n - controlled);
  if (group_variance == 0 || control_variance == 0) return 0;
  const int64_t covariance = n * Count(color, point, group) - controlled * in_group;
  return static_cast<double>(covariance) /
         (std::sqrt(static_cast<double>(control_variance)) * std::sqrt(static_cast<double>(group_variance)));
}

double Criticality::Weight(int group) const {
  const int64_t n = simulations_[num_groups_];
  return n == 0 ? 0 : static_cast<double>(simulations_[group]) / static_cast<double>(n);
}

double Criticality::ShareControlled(Color color, Point point, int group) const {
  if (simulations_[group] == 0) return 0;
  return static_cast<double>(Count(color, point, group)) / static_cast<double>(simulations_[group]);
}

double Criticality::ShareControlled(Color color, Point point) const {
  return ShareControlled(color, point, num_groups_);
}

double Criticality::ForWhite(Point point, int group) const {
  const double black = At(Color::kBlack, point, group);
  const double white = At(Color::kWhite, point, group);
  return std::abs(white) >= std::abs(black) ? white : -black;
}

std::vector<int> WinnerGroups(const ScoreHistogram& histogram, int komi_half_points) {
  std::vector<int> groups;
  for (const ScoreCount& each : histogram) {
    const int lead = 2 * each.score - komi_half_points;
    groups.push_back(lead > 0 ? Side(Color::kBlack) : lead < 0 ? Side(Color::kWhite) : kNoScoreGroup);
  }
  return groups;
}

double FormerCriticality(const Criticality& of_winners, Point point) {
  return of_winners.At(Color::kBlack, point, Side(Color::kBlack)) +
         of_winners.At(Color::kWhite, point, Side(Color::kWhite));
}

double WinCovariance(const Criticality& of_winners, Point point) {
  const auto count = [&](Color control, Color winner) {
    return static_cast<double>(of_winners.Count(control, point, Side(winner)));
  };
  return Covariance(count(Color::kBlack, Color::kBlack), count(Color::kBlack, Color::kWhite),
                    count(Color::kWhite, Color::kBlack), count(Color::kWhite, Color::kWhite));
}

}  // namespace tenuki
