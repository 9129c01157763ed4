#include "experiments/statistics/bradley_terry.h"

#include <algorithm>
#include <cmath>

#include "experiments/statistics/elo.h"
#include "experiments/statistics/wilson.h"

namespace tenuki {
namespace {

using Matrix = std::vector<std::vector<double>>;

constexpr int kMaxSteps = 100;
constexpr double kTolerance = 1e-9;
constexpr double kMaxStep = 200;
// d/dr of the win probability at equal ratings is kElo / 4: the logistic scale of Elo.
constexpr double kElo = 2.302585092994046 / 400;

// Whether each player can be reached from each other, going from who lost points to who made them: Ford's condition for
// a maximum. With `both_ways`, whether all players are connected by games at all.
bool IsConnected(const Matrix& points, bool both_ways) {
  const size_t n = points.size();
  for (size_t start = 0; start < n; ++start) {
    std::vector<bool> reached(n);
    std::vector<size_t> open = {start};
    reached[start] = true;
    while (!open.empty()) {
      const size_t from = open.back();
      open.pop_back();
      for (size_t to = 0; to < n; ++to) {
        if (reached[to] || !(points[to][from] > 0 || (both_ways && points[from][to] > 0))) continue;
        reached[to] = true;
        open.push_back(to);
      }
    }
    if (std::ranges::count(reached, true) != static_cast<std::ptrdiff_t>(n)) return false;
  }
  return n > 0;
}

// By Gauss and Jordan, with pivots. REQUIRES: the matrix is positive definite.
Matrix Inverse(Matrix a) {
  const size_t n = a.size();
  Matrix inverse(n, std::vector<double>(n));
  for (size_t i = 0; i < n; ++i) inverse[i][i] = 1;
  for (size_t column = 0; column < n; ++column) {
    size_t pivot = column;
    for (size_t row = column + 1; row < n; ++row) {
      if (std::abs(a[row][column]) > std::abs(a[pivot][column])) pivot = row;
    }
    std::swap(a[column], a[pivot]);
    std::swap(inverse[column], inverse[pivot]);
    const double scale = 1 / a[column][column];
    for (size_t k = 0; k < n; ++k) {
      a[column][k] *= scale;
      inverse[column][k] *= scale;
    }
    for (size_t row = 0; row < n; ++row) {
      const double factor = a[row][column];
      if (row == column || factor == 0) continue;
      for (size_t k = 0; k < n; ++k) {
        a[row][k] -= factor * a[column][k];
        inverse[row][k] -= factor * inverse[column][k];
      }
    }
  }
  return inverse;
}

// The observed information. Its rows sum to 0, as only differences show; the matrix of ones that is added fixes the
// mean of ratings at 0, and its share is taken out of the inverse again.
Matrix Information(const Matrix& points, const std::vector<double>& elo) {
  const size_t n = points.size();
  Matrix information(n, std::vector<double>(n));
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      if (i == j) continue;
      const double p = ScoreOfElo(elo[i] - elo[j]);
      const double weight = (points[i][j] + points[j][i]) * p * (1 - p) * kElo * kElo;
      information[i][i] += weight;
      information[i][j] -= weight;
    }
  }
  return information;
}

// The inverse on differences: of I + s·J, less J / (s·n²), for a scale s that suits I.
Matrix CovarianceOf(const Matrix& points, const std::vector<double>& elo) {
  Matrix information = Information(points, elo);
  const size_t n = information.size();
  double scale = 0;
  for (size_t i = 0; i < n; ++i) scale = std::max(scale, information[i][i]);
  for (std::vector<double>& row : information) {
    for (double& value : row) value += scale;
  }
  Matrix covariance = Inverse(std::move(information));
  for (std::vector<double>& row : covariance) {
    for (double& value : row) value -= 1 / (scale * static_cast<double>(n * n));
  }
  return covariance;
}

std::vector<double> MaximumLikelihood(const Matrix& points) {
  const size_t n = points.size();
  std::vector<double> elo(n);
  for (int step = 0; step < kMaxSteps; ++step) {
    std::vector<double> gradient(n);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        if (i == j) continue;
        gradient[i] += kElo * (points[i][j] - (points[i][j] + points[j][i]) * ScoreOfElo(elo[i] - elo[j]));
      }
    }
    const Matrix covariance = CovarianceOf(points, elo);
    double largest = 0;
    for (size_t i = 0; i < n; ++i) {
      double move = 0;
      for (size_t j = 0; j < n; ++j) move += covariance[i][j] * gradient[j];
      move = std::clamp(move, -kMaxStep, kMaxStep);
      elo[i] += move;
      largest = std::max(largest, std::abs(move));
    }
    if (largest < kTolerance) break;
  }
  return elo;
}

}  // namespace

BradleyTerry::Difference BradleyTerry::DifferenceOf(int i, int j) const {
  const double variance = covariance[i][i] + covariance[j][j] - 2 * covariance[i][j];
  Difference difference = {.elo = ratings[i].elo - ratings[j].elo,
                           .standard_error = variance > 0 ? std::sqrt(variance) : 0};
  if (difference.standard_error > 0) difference.z = difference.elo / difference.standard_error;
  return difference;
}

BradleyTerry FitBradleyTerry(const std::vector<std::vector<double>>& points) {
  BradleyTerry fit;
  fit.is_connected = points.size() >= 2 && IsConnected(points, /*both_ways=*/true);
  if (!fit.is_connected) return fit;
  Matrix augmented = points;
  fit.has_prior = !IsConnected(points, /*both_ways=*/false);
  if (fit.has_prior) {
    for (size_t i = 0; i < points.size(); ++i) {
      for (size_t j = 0; j < points.size(); ++j) {
        if (i != j && points[i][j] + points[j][i] > 0) augmented[i][j] += 0.5;
      }
    }
  }
  const std::vector<double> elo = MaximumLikelihood(augmented);
  fit.covariance = CovarianceOf(augmented, elo);
  for (size_t i = 0; i < elo.size(); ++i) {
    const double error = std::sqrt(std::max(0.0, fit.covariance[i][i]));
    fit.ratings.push_back({.elo = elo[i],
                           .standard_error = error,
                           .low = elo[i] - kNormalQuantile975 * error,
                           .high = elo[i] + kNormalQuantile975 * error});
  }
  return fit;
}

}  // namespace tenuki
