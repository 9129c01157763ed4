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

// 2 where all scores are as far apart as those of full boards, else 1.
int BinWidth(const SampleFindings& sample) {
  const int* first = nullptr;
  for (const auto& [score, each] : sample.scores) {
    if (each.count == 0) continue;
    if (first == nullptr) first = &score;
    if ((score - *first) % 2 != 0) return 1;
  }
  return 2;
}

// Of the first score that occurred; −1 where none did.
int ParityOf(const SampleFindings& sample) {
  for (const auto& [score, each] : sample.scores) {
    if (each.count > 0) return std::abs(score) % 2;
  }
  return -1;
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
  const int width = BinWidth(sample);
  const int parity = ParityOf(sample);
  histogram.set_bin_width(width);
  for (const auto& [score, each] : sample.scores) {
    if (width == 2 && std::abs(score) % 2 != parity) continue;
    if (histogram.counts().empty()) histogram.set_first_edge(score - width / 2.0);
    histogram.add_counts(each.count);
    histogram.add_groups(each.cluster - 1);
    histogram.add_curve(each.density * static_cast<double>(sample.count) * width);
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
