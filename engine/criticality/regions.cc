#include "engine/criticality/regions.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "engine/board/geometry.h"

namespace tenuki {
namespace {

// Makes what clusters cannot tell apart share evenly, and hardly moves what they can.
constexpr double kRidge = 1e-9;

// Of a point, √μ_c (q_c − μ_i) by cluster, as White sees it.
using Profile = std::vector<double>;

double Length(const Profile& profile) {
  double squares = 0;
  for (double value : profile) squares += value * value;
  return std::sqrt(squares);
}

Profile ProfileOf(const Criticality& criticality, const ScoreClusters& clusters, Color color, Point point) {
  const double share = criticality.ShareControlled(color, point);
  Profile profile;
  for (int cluster = 0; cluster < criticality.num_groups(); ++cluster) {
    profile.push_back(std::sqrt(clusters.Weight(cluster)) *
                      (criticality.ShareControlled(color, point, cluster) - share));
  }
  return profile;
}

// By point, of the player to whom clusters matter more: they differ where a point may be nobody's.
std::vector<Profile> ProfilesOf(const Criticality& criticality, const ScoreClusters& clusters) {
  std::vector<Profile> profiles;
  for (Point point = 0; point < criticality.size() * criticality.size(); ++point) {
    Profile white = ProfileOf(criticality, clusters, Color::kWhite, point);
    Profile black = ProfileOf(criticality, clusters, Color::kBlack, point);
    for (double& value : black) value = -value;
    profiles.push_back(Length(white) >= Length(black) ? std::move(white) : std::move(black));
  }
  return profiles;
}

double Cosine(const Profile& a, const Profile& b) {
  double product = 0, a_square = 0, b_square = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    product += a[i] * b[i];
    a_square += a[i] * a[i];
    b_square += b[i] * b[i];
  }
  return a_square == 0 || b_square == 0 ? 0 : product / (std::sqrt(a_square) * std::sqrt(b_square));
}

// What hangs together with `first` of the critical points.
PointSet Spread(Point first, int size, const PointSet& critical, const std::vector<Profile>& profiles,
                double likeness) {
  PointSet region;
  region.Insert(first);
  std::vector<Point> open = {first};
  while (!open.empty()) {
    const Point point = open.back();
    open.pop_back();
    for (const uint16_t neighbour : GeometryOf(size).neighbours[point].side) {
      if (neighbour >= size * size || region.Contains(neighbour) || !critical.Contains(neighbour)) continue;
      if (Cosine(profiles[point], profiles[neighbour]) < likeness) continue;
      region.Insert(neighbour);
      open.push_back(neighbour);
    }
  }
  return region;
}

std::vector<PointSet> RegionsOf(int size, PointSet critical, const std::vector<Profile>& profiles,
                                const RegionOptions& options) {
  std::vector<PointSet> regions;
  while (!critical.empty()) {
    const PointSet region = Spread(*critical.begin(), size, critical, profiles, options.likeness);
    critical -= region;
    if (region.size() >= options.min_points) regions.push_back(region);
  }
  // They were found in the order of their first points.
  std::ranges::stable_sort(regions, std::ranges::greater(), &PointSet::size);
  return regions;
}

double BlackShare(const Criticality& criticality, const PointSet& points, int cluster) {
  double sum = 0;
  for (Point point : points) sum += criticality.ShareControlled(Color::kBlack, point, cluster);
  return sum / points.size();
}

double StateOf(double black_share) { return black_share < 1.0 / 3 ? 0 : black_share > 2.0 / 3 ? 1 : 0.5; }

// Solves A x = b in place, A symmetric with a positive diagonal.
std::vector<double> Solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t pivot = 0; pivot < n; ++pivot) {
    for (size_t row = pivot + 1; row < n; ++row) {
      const double factor = a[row][pivot] / a[pivot][pivot];
      for (size_t column = pivot; column < n; ++column) a[row][column] -= factor * a[pivot][column];
      b[row] -= factor * b[pivot];
    }
  }
  for (size_t row = n; row-- > 0;) {
    for (size_t column = row + 1; column < n; ++column) b[row] -= a[row][column] * b[column];
    b[row] /= a[row][row];
  }
  return b;
}

// The least squares of the header, about the weighted means, which takes the constant out.
void FindWorths(const ScoreClusters& clusters, std::vector<Semeai>& semeai) {
  const size_t num_clusters = clusters.clusters.size();
  double mean_mode = 0;
  std::vector<double> mean_state(semeai.size());
  for (size_t c = 0; c < num_clusters; ++c) {
    const double weight = clusters.Weight(static_cast<int>(c));
    mean_mode += weight * clusters.clusters[c].mode;
    for (size_t i = 0; i < semeai.size(); ++i) mean_state[i] += weight * StateOf(semeai[i].black_share[c]);
  }
  std::vector<std::vector<double>> products(semeai.size(), std::vector<double>(semeai.size()));
  std::vector<double> targets(semeai.size());
  for (size_t c = 0; c < num_clusters; ++c) {
    const double weight = clusters.Weight(static_cast<int>(c));
    for (size_t i = 0; i < semeai.size(); ++i) {
      const double state = StateOf(semeai[i].black_share[c]) - mean_state[i];
      targets[i] += weight * state * (clusters.clusters[c].mode - mean_mode);
      for (size_t j = 0; j < semeai.size(); ++j) {
        products[i][j] += weight * state * (StateOf(semeai[j].black_share[c]) - mean_state[j]);
      }
    }
  }
  for (size_t i = 0; i < semeai.size(); ++i) products[i][i] += kRidge;
  const std::vector<double> worths = Solve(std::move(products), std::move(targets));
  for (size_t i = 0; i < semeai.size(); ++i) {
    const double first = StateOf(semeai[i].black_share[0]);
    const bool changes =
        std::ranges::any_of(semeai[i].black_share, [&](double share) { return StateOf(share) != first; });
    if (changes) semeai[i].worth = worths[i];
  }
}

// What is critical of a semeai in a cluster; nothing where no point is.
std::optional<CriticalRegion> RegionIn(int cluster, int number, const Semeai& semeai, const Criticality& criticality,
                                       double threshold) {
  CriticalRegion region = {.cluster = cluster, .semeai = number};
  double for_white = 0;
  for (Point point : semeai.points) {
    const double value = criticality.ForWhite(point, cluster);
    if (std::abs(value) < threshold) continue;
    region.points.Insert(point);
    for_white += value;
    region.mean += std::abs(value);
    region.peak = std::max(region.peak, std::abs(value));
  }
  if (region.points.empty()) return std::nullopt;
  region.mean /= region.points.size();
  region.holder = for_white >= 0 ? Color::kWhite : Color::kBlack;
  return region;
}

}  // namespace

Localisation Localise(const Criticality& criticality, const ScoreClusters& clusters, const RegionOptions& options) {
  const std::vector<Profile> profiles = ProfilesOf(criticality, clusters);
  PointSet critical;
  for (size_t point = 0; point < profiles.size(); ++point) {
    if (2 * Length(profiles[point]) >= options.threshold) critical.Insert(static_cast<Point>(point));
  }
  Localisation found;
  for (const PointSet& points : RegionsOf(criticality.size(), critical, profiles, options)) {
    Semeai& semeai = found.semeai.emplace_back();
    semeai.points = points;
    for (int cluster = 0; cluster < criticality.num_groups(); ++cluster) {
      semeai.black_share.push_back(BlackShare(criticality, points, cluster));
    }
  }
  if (found.semeai.empty()) return found;
  FindWorths(clusters, found.semeai);
  const double threshold = options.threshold / std::sqrt(criticality.num_groups() - 1.0);
  for (int cluster = 0; cluster < criticality.num_groups(); ++cluster) {
    for (size_t i = 0; i < found.semeai.size(); ++i) {
      const std::optional<CriticalRegion> region =
          RegionIn(cluster, static_cast<int>(i), found.semeai[i], criticality, threshold);
      if (region.has_value()) found.regions.push_back(*region);
    }
  }
  return found;
}

}  // namespace tenuki
