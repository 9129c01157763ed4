#include "experiments/statistics/normal.h"

#include <algorithm>
#include <cmath>

#include "common/portable_math.h"

namespace tenuki {
namespace {

constexpr double kSqrtTwoPi = 2.5066282746310002;
// Beyond it the series loses digits, and the continued fraction is quick.
constexpr double kSeriesEnd = 2.5;
// All tails are 0 in floating point before that.
constexpr double kEnd = 37;

double Density(double z) { return PortableExp(-z * z / 2) / kSqrtTwoPi; }

}  // namespace

double NormalTail(double z) {
  if (z < 0) return 1 - NormalTail(-z);
  if (z > kEnd) return 0;
  if (z < kSeriesEnd) {
    // Φ(z) − ½ = φ(z) (z + z³/3 + z⁵/15 + …).
    double term = z;
    double sum = z;
    for (int k = 3; k < 120; k += 2) {
      term *= z * z / k;
      sum += term;
    }
    return 0.5 - Density(z) * sum;
  }
  // Mills' ratio: 1 / (z + 1 / (z + 2 / (z + …))).
  double fraction = z;
  for (int k = 200; k >= 1; --k) fraction = z + k / fraction;
  return Density(z) / fraction;
}

double NormalQuantile(double p) {
  double low = -kEnd;
  double high = kEnd;
  // Until there is no number between them.
  while (true) {
    const double middle = (low + high) / 2;
    if (middle == low || middle == high) return middle;
    // Of the smaller tail, for its digits.
    const bool is_below = p < 0.5 ? NormalTail(-middle) < p : NormalTail(middle) > 1 - p;
    (is_below ? low : high) = middle;
  }
}

double TwoSidedP(double z) { return std::min(1.0, 2 * NormalTail(std::abs(z))); }

}  // namespace tenuki
