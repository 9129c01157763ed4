#include "experiments/similarity/pair_counts.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace tenuki {
namespace {

std::optional<double> Ratio(double part, int64_t whole) {
  if (whole == 0) return std::nullopt;
  return part / static_cast<double>(whole);
}

}  // namespace

std::optional<double> Quality::precision() const {
  return Ratio(static_cast<double>(true_positives), true_positives + false_positives);
}
std::optional<double> Quality::recall() const {
  return Ratio(static_cast<double>(true_positives), true_positives + false_negatives);
}
std::optional<double> Quality::accuracy() const {
  return Ratio(static_cast<double>(true_positives + true_negatives), num_pairs());
}
std::optional<double> Quality::average_error() const { return Ratio(sum_of_errors, num_pairs()); }

double Quality::f1() const {
  const int64_t found_or_missed = 2 * true_positives + false_positives + false_negatives;
  return Ratio(2 * static_cast<double>(true_positives), found_or_missed).value_or(0);
}

Quality Quality::WithDiagonal(int64_t num_positions) const {
  Quality quality = *this;
  quality.true_positives += num_positions;
  return quality;
}

double PairCounts::Group::SumOfErrors(float a_priori) const {
  const auto above = static_cast<size_t>(std::ranges::upper_bound(values, a_priori) - values.begin());
  const auto below_count = static_cast<double>(above == 0 ? 0 : counts[above - 1]);
  const double below_sum = above == 0 ? 0 : sums[above - 1];
  const double above_count = static_cast<double>(counts.back()) - below_count;
  return (a_priori * below_count - below_sum) + (sums.back() - below_sum - a_priori * above_count);
}

double PairCounts::mean_distance() const {
  double sum = 0;
  for (const Group& group : groups_)
    sum += static_cast<double>(group.distance) * static_cast<double>(group.num_pairs());
  return num_pairs_ == 0 ? 0 : sum / static_cast<double>(num_pairs_);
}

Quality PairCounts::Classify(v1::Formula formula, const Coefficients& coefficients, float threshold) const {
  Quality quality;
  for (const Group& group : groups_) {
    const auto a_priori = static_cast<float>(APriori(formula, coefficients, group.distance));
    const int64_t num_different = group.num_pairs() - group.num_similar;
    if (a_priori >= threshold) {
      quality.true_positives += group.num_similar;
      quality.false_positives += num_different;
    } else {
      quality.false_negatives += group.num_similar;
      quality.true_negatives += num_different;
    }
    quality.sum_of_errors += group.SumOfErrors(a_priori);
  }
  return quality;
}

void PairCountsBuilder::Add(int32_t distance, float a_posteriori, int64_t num_pairs) {
  counts_[uint64_t{static_cast<uint32_t>(distance)} << 32 | std::bit_cast<uint32_t>(a_posteriori)] += num_pairs;
}

void PairCountsBuilder::Add(const PairCountsBuilder& other) {
  for (const auto& [key, count] : other.counts_) counts_[key] += count;
}

PairCounts PairCountsBuilder::Finish(float threshold) const {
  std::vector<std::pair<uint64_t, int64_t>> sorted(counts_.begin(), counts_.end());
  std::ranges::sort(sorted);
  PairCounts counts;
  for (const auto& [key, count] : sorted) {
    const auto distance = static_cast<int32_t>(key >> 32);
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(key));
    if (counts.groups_.empty() || counts.groups_.back().distance != distance) {
      counts.groups_.push_back({.distance = distance});
    }
    PairCounts::Group& group = counts.groups_.back();
    const bool is_first = group.values.empty();
    group.values.push_back(value);
    group.sums.push_back((is_first ? 0 : group.sums.back()) + static_cast<double>(value) * static_cast<double>(count));
    group.counts.push_back((is_first ? 0 : group.counts.back()) + count);
    if (value >= threshold) group.num_similar += count;
    counts.num_pairs_ += count;
  }
  return counts;
}

}  // namespace tenuki
