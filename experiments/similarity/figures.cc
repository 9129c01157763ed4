#include "experiments/similarity/figures.h"

#include <algorithm>
#include <numeric>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

constexpr double kBinWidth = 1.0 / kNumBins;

const Findings::Distribution* FindDistribution(const Findings& findings, std::string_view measure) {
  const auto found = std::ranges::find(findings.distributions, measure, &Findings::Distribution::measure);
  return found == findings.distributions.end() ? nullptr : &*found;
}

int64_t NumPairs(const Findings::Distribution& distribution) {
  return std::accumulate(distribution.pairs.begin(), distribution.pairs.end(), int64_t{0});
}

void AddDensity(const Findings::Distribution& distribution, const std::string& name, v1::DistributionOverlay& overlay) {
  v1::Density& density = *overlay.add_densities();
  density.set_name(name);
  const auto num_pairs = static_cast<double>(NumPairs(distribution));
  for (const int64_t pairs : distribution.pairs) density.add_values(static_cast<double>(pairs) / num_pairs / kBinWidth);
}

}  // namespace

v1::Figure APosterioriHistogram(const Findings& findings) {
  v1::Figure figure;
  figure.set_caption("Figure 7: similarity a posteriori of all pairs of different positions");
  v1::Histogram& histogram = *figure.mutable_histogram();
  histogram.mutable_x()->set_label("a posteriori");
  histogram.mutable_x()->mutable_format()->set_decimals(2);
  // One bin holds most of the pairs.
  histogram.mutable_y()->set_label("pairs");
  histogram.mutable_y()->set_logarithmic(true);
  histogram.set_first_edge(0);
  histogram.set_bin_width(kBinWidth);
  if (const Findings::Distribution* distribution = FindDistribution(findings, kAPosterioriName)) {
    histogram.mutable_counts()->Assign(distribution->pairs.begin(), distribution->pairs.end());
  }
  return figure;
}

std::optional<v1::Figure> APosterioriMatrix(const Findings& findings) {
  int size = 0;
  for (const Findings::MatrixValue& value : findings.matrix) size = std::max({size, value.i + 1, value.j + 1});
  if (size == 0) return std::nullopt;
  v1::Figure figure;
  figure.set_caption(absl::StrCat("Figure 8: similarity a posteriori of the ", size, " positions of most games"));
  v1::Matrix& matrix = *figure.mutable_matrix();
  matrix.mutable_format()->set_decimals(2);
  matrix.set_value_name("a posteriori");
  for (int i = 0; i < size; ++i) {
    matrix.add_row_names(absl::StrCat(i));
    matrix.add_column_names(absl::StrCat(i));
  }
  matrix.mutable_values()->Resize(size * size, 0);
  for (const Findings::MatrixValue& value : findings.matrix) {
    matrix.set_values(value.i * size + value.j, static_cast<double>(value.a_posteriori));
  }
  return figure;
}

std::optional<v1::Figure> DistributionFigure(const Findings& findings, const Findings::Distribution& measure) {
  const Findings::Distribution* a_posteriori = FindDistribution(findings, kAPosterioriName);
  if (a_posteriori == nullptr || NumPairs(*a_posteriori) == 0 || NumPairs(measure) == 0) return std::nullopt;
  v1::Figure figure;
  const std::string number = measure.measure == "stones"    ? "Figure 9: "
                             : measure.measure == "zobrist" ? "Figure 10: "
                                                            : "";
  figure.set_caption(absl::StrCat(number, "similarity a priori by ", measure.measure, ", and a posteriori"));
  v1::DistributionOverlay& overlay = *figure.mutable_distribution_overlay();
  overlay.mutable_x()->set_label("similarity");
  overlay.mutable_x()->mutable_format()->set_decimals(2);
  overlay.mutable_y()->set_label("density");
  for (int bin = 0; bin < kNumBins; ++bin) overlay.add_at((bin + 0.5) * kBinWidth);
  AddDensity(measure, absl::StrCat("a priori, ", measure.measure), overlay);
  AddDensity(*a_posteriori, "a posteriori", overlay);
  return figure;
}

}  // namespace tenuki
