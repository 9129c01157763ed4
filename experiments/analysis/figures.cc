#include "experiments/analysis/figures.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/sgf_points.h"

namespace tenuki::analysis {
namespace {

void AddStones(int size, std::string_view points, google::protobuf::RepeatedField<int32_t>* stones) {
  for (Point point : PointsFromSgf(size, points).value_or(PointSet())) stones->Add(point);
}

v1::Board BoardOf(const SampleFindings& sample) {
  v1::Board board;
  board.set_size(sample.size);
  AddStones(sample.size, sample.black, board.mutable_black());
  AddStones(sample.size, sample.white, board.mutable_white());
  return board;
}

// Bins of two scores, as scores of full boards are two apart: each has one of the commoner parity, at its middle, and
// the score below it.
constexpr int kBinWidth = 2;

// 0 or 1: the one that more simulations have.
int CommonParity(const SampleFindings& sample) {
  int64_t counts[2] = {};
  for (const auto& [score, each] : sample.scores) counts[std::abs(score) % 2] += each.count;
  return counts[1] > counts[0] ? 1 : 0;
}

std::string Hundredths(double value) { return absl::StrCat(std::lround(100 * value)); }

}  // namespace

std::string ClusterName(const SampleFindings& sample, int cluster) {
  const SampleFindings::Cluster& found = sample.clusters.at(cluster);
  return absl::StrFormat("%d: mode %.1f, %.1f %%", cluster, found.mode, 100 * found.weight);
}

v1::Figure ScoreHistogramFigure(const SampleFindings& sample) {
  v1::Figure figure;
  figure.set_caption(absl::StrCat(sample.name, ": scores of ", sample.count,
                                  " simulations by cluster, and the density (Black's lead before komi ", sample.komi,
                                  ")"));
  v1::Histogram& histogram = *figure.mutable_histogram();
  histogram.mutable_x()->set_label("score");
  histogram.mutable_y()->set_label("simulations");
  histogram.set_curve_name("density");
  histogram.set_bin_width(kBinWidth);
  const int parity = CommonParity(sample);
  // Of the scores since the last bin. The outermost scores did not occur.
  int64_t count = 0;
  int group = 0;
  for (const auto& [score, each] : sample.scores) {
    count += each.count;
    if (each.cluster > 0) group = each.cluster - 1;
    if (std::abs(score) % 2 != parity) continue;
    if (histogram.counts().empty()) histogram.set_first_edge(score - kBinWidth / 2.0);
    histogram.add_counts(count);
    histogram.add_groups(group);
    histogram.add_curve(each.density * static_cast<double>(sample.count) * kBinWidth);
    count = 0;
  }
  for (const auto& [number, cluster] : sample.clusters) histogram.add_group_names(ClusterName(sample, number));
  return figure;
}

v1::Figure ClusterBoard(const SampleFindings& sample, int cluster) {
  v1::Figure figure;
  figure.set_caption(absl::StrCat(sample.name, ": White's criticality for cluster ", ClusterName(sample, cluster),
                                  ", won by ", sample.clusters.at(cluster).winner));
  v1::Board& board = *figure.mutable_board();
  board = BoardOf(sample);
  v1::PointValues& values = *board.mutable_values();
  values.set_name("criticality");
  values.mutable_format()->set_decimals(2);
  values.set_shape(v1::SHAPE_SQUARE);
  values.set_full(1);
  values.mutable_values()->Resize(sample.size * sample.size, 0);
  const auto found = sample.criticality.find(cluster);
  if (found == sample.criticality.end()) return figure;
  for (const auto& [point, criticality] : found->second) {
    if (point >= values.values_size()) continue;
    values.set_values(point, criticality.white);
    if (std::lround(100 * criticality.white) == 0) continue;
    v1::PointMark& mark = *board.add_marks();
    mark.set_point(point);
    mark.set_label(Hundredths(std::clamp(criticality.white, -0.99, 1.0)));
  }
  return figure;
}

v1::Figure CovarianceBoard(const SampleFindings& sample) {
  v1::Figure figure;
  figure.set_caption(absl::StrCat(sample.name, ": covariance of winning and controlling a point"));
  v1::Board& board = *figure.mutable_board();
  board = BoardOf(sample);
  v1::PointValues& values = *board.mutable_values();
  values.set_name("covariance");
  values.mutable_format()->set_decimals(2);
  values.set_shape(v1::SHAPE_CIRCLE);
  values.set_full(0.25);
  values.mutable_values()->Resize(sample.size * sample.size, 0);
  for (const auto& [point, each] : sample.points) {
    if (point < values.values_size()) values.set_values(point, each.covariance);
  }
  return figure;
}

}  // namespace tenuki::analysis
