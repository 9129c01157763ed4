#include "engine/criticality/score_clusters.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "absl/log/check.h"
#include "common/portable_math.h"

namespace tenuki {
namespace {

// Mean shift stops at steps below this many bandwidths, or after so many.
constexpr double kLeastStep = 1e-9;
constexpr int kMaxSteps = 20'000;
// A point is a mode when the shift leads back to it from both sides, from so many bandwidths away.
constexpr double kNudge = 1e-3;

double Kernel(double x) {
  const double rest = 1 - x * x;
  return rest > 0 ? 35.0 / 32 * rest * rest * rest : 0;
}

// The part of the histogram within a bandwidth of y.
std::pair<size_t, size_t> Window(const ScoreHistogram& histogram, double bandwidth, double y) {
  const auto from = std::ranges::lower_bound(histogram, y - bandwidth, {}, &ScoreCount::score);
  const auto to = std::ranges::upper_bound(from, histogram.end(), y + bandwidth, {}, &ScoreCount::score);
  return {from - histogram.begin(), to - histogram.begin()};
}

double BandwidthOf(const ScoreMoments& moments, const ClusterOptions& options) {
  const auto step = static_cast<double>(options.lattice_step);
  const double silverman =
      moments.count == 0 ? 0
                         : 3.15 * moments.deviation * PortableExp(-PortableLog(static_cast<double>(moments.count)) / 5);
  if (options.bandwidth == ClusterOptions::Bandwidth::kLattice) {
    return std::max(silverman, options.lattice_factor * step);
  }
  return silverman > 0 ? silverman : step;
}

class MeanShift {
 public:
  MeanShift(const ScoreHistogram& histogram, double bandwidth) : histogram_(histogram), bandwidth_(bandwidth) {}

  // Where each score is taken to.
  //
  // The shift is a monotone function of m, as K is log-concave: the higher start never ends below the lower one. So a
  // score on its way up that has reached the next score ends where that one does, and need not be followed further.
  std::vector<double> ModeOfEach() const {
    std::vector<double> modes(histogram_.size());
    std::vector<bool> goes_up(histogram_.size());
    for (size_t i = 0; i < modes.size(); ++i) goes_up[i] = Shift(histogram_[i].score) > histogram_[i].score;
    for (size_t i = modes.size(); i-- > 0;) {
      if (!goes_up[i]) continue;
      const double limit = i + 1 < modes.size() ? histogram_[i + 1].score : HUGE_VAL;
      modes[i] = Follow(histogram_[i].score, [&](double m) { return m >= limit; });
      // The next one goes up too, or it is a mode that this one has just met.
      if (modes[i] >= limit) modes[i] = goes_up[i + 1] ? modes[i + 1] : limit;
    }
    for (size_t i = 0; i < modes.size(); ++i) {
      if (goes_up[i]) continue;
      const double limit = i > 0 ? histogram_[i - 1].score : -HUGE_VAL;
      modes[i] = Follow(histogram_[i].score, [&](double m) { return m <= limit; });
      if (modes[i] <= limit) modes[i] = modes[i - 1];
    }
    return modes;
  }

  bool IsMode(double m) const {
    const double nudge = kNudge * bandwidth_;
    return Shift(m - nudge) >= m - nudge && Shift(m + nudge) <= m + nudge;
  }

 private:
  double Shift(double m) const {
    double weights = 0;
    double sum = 0;
    const auto [from, to] = Window(histogram_, bandwidth_, m);
    for (size_t i = from; i < to; ++i) {
      const double weight = static_cast<double>(histogram_[i].count) * Kernel((m - histogram_[i].score) / bandwidth_);
      weights += weight;
      // Around m, so that a lone score stays exactly where it is.
      sum += weight * (histogram_[i].score - m);
    }
    return weights > 0 ? m + sum / weights : m;
  }

  template <typename IsFarEnough>
  double Follow(double m, IsFarEnough is_far_enough) const {
    for (int step = 0; step < kMaxSteps; ++step) {
      const double next = Shift(m);
      const double distance = std::abs(next - m);
      m = next;
      if (distance <= kLeastStep * bandwidth_ || is_far_enough(m)) break;
    }
    return m;
  }

  const ScoreHistogram& histogram_;
  const double bandwidth_;
};

struct Mode {
  double position = 0;
  double density = 0;
};

// Ascending, one for each group of points no farther from the next than the tolerance: the highest of them.
std::vector<Mode> MergedModes(std::vector<double> positions, const ScoreHistogram& histogram, const MeanShift& shift,
                              double bandwidth, double tolerance) {
  std::ranges::sort(positions);
  std::vector<Mode> modes;
  double last = 0;
  for (double position : positions) {
    if (!shift.IsMode(position)) continue;
    const Mode mode = {position, DensityAt(histogram, bandwidth, position)};
    if (modes.empty() || position - last > tolerance) {
      modes.push_back(mode);
    } else if (mode.density > modes.back().density) {
      modes.back() = mode;
    }
    last = position;
  }
  return modes;
}

void LeaveOutLow(const ClusterOptions& options, std::vector<Mode>& modes) {
  const Mode highest = *std::ranges::max_element(modes, {}, &Mode::density);
  const double threshold = options.threshold_is_relative ? options.threshold * highest.density : options.threshold;
  std::erase_if(modes, [&](const Mode& mode) { return mode.density < threshold; });
  if (modes.empty()) modes.push_back(highest);
}

int NearestMode(const std::vector<Mode>& modes, double position) {
  const auto nearest =
      std::ranges::min_element(modes, {}, [&](const Mode& mode) { return std::abs(mode.position - position); });
  return static_cast<int>(nearest - modes.begin());
}

}  // namespace

double DensityAt(const ScoreHistogram& histogram, double bandwidth, double y) {
  double sum = 0;
  int64_t count = 0;
  for (const ScoreCount& each : histogram) count += each.count;
  const auto [from, to] = Window(histogram, bandwidth, y);
  for (size_t i = from; i < to; ++i) {
    sum += static_cast<double>(histogram[i].count) * Kernel((y - histogram[i].score) / bandwidth);
  }
  return count == 0 ? 0 : sum / (static_cast<double>(count) * bandwidth);
}

ScoreClusters FindClusters(const ScoreHistogram& histogram, const ClusterOptions& options) {
  CHECK_GT(options.lattice_factor, 0);
  CHECK_GT(options.lattice_step, 0);
  ScoreClusters found;
  found.moments = MomentsOf(histogram);
  found.bandwidth = BandwidthOf(found.moments, options);
  if (histogram.empty()) return found;
  const MeanShift shift(histogram, found.bandwidth);
  found.mode_of = shift.ModeOfEach();
  std::vector<Mode> modes =
      MergedModes(found.mode_of, histogram, shift, found.bandwidth, options.merge_tolerance * found.bandwidth);
  LeaveOutLow(options, modes);
  for (const Mode& mode : modes) found.clusters.push_back({.mode = mode.position, .density = mode.density});
  for (size_t i = 0; i < histogram.size(); ++i) {
    const int number = NearestMode(modes, found.mode_of[i]);
    ScoreCluster& cluster = found.clusters[number];
    if (cluster.count == 0) cluster.first_score = histogram[i].score;
    cluster.last_score = histogram[i].score;
    cluster.count += histogram[i].count;
    found.cluster_of.push_back(number);
  }
  return found;
}

std::vector<Color> WinnersOf(const ScoreHistogram& histogram, const ScoreClusters& clusters, int komi_half_points) {
  std::vector<int64_t> leads(clusters.clusters.size());
  for (size_t i = 0; i < histogram.size(); ++i) {
    const int lead = 2 * histogram[i].score - komi_half_points;
    leads[clusters.cluster_of[i]] += (lead > 0 ? 1 : lead < 0 ? -1 : 0) * histogram[i].count;
  }
  std::vector<Color> winners;
  for (int64_t lead : leads) {
    winners.push_back(lead > 0 ? Color::kBlack : lead < 0 ? Color::kWhite : Color::kEmpty);
  }
  return winners;
}

bool MeanMisleads(const ScoreHistogram& histogram, const ScoreClusters& clusters, int komi_half_points,
                  double least_weight) {
  const std::vector<Color> winners = WinnersOf(histogram, clusters, komi_half_points);
  bool wins[3] = {};
  for (size_t i = 0; i < winners.size(); ++i) {
    if (clusters.Weight(static_cast<int>(i)) >= least_weight) wins[static_cast<int>(winners[i])] = true;
  }
  return wins[0] + wins[1] + wins[2] > 1;
}

}  // namespace tenuki
