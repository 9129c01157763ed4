#include "engine/criticality/score_table.h"

#include <cstddef>

#include "absl/log/check.h"

namespace tenuki {
namespace {

// Adds each point's bit to its count, without a branch: whether it is set nobody can foretell.
void AddPoints(const PointSet& points, int num_points, int32_t* counts) {
  for (int first = 0; first < num_points; first += 64) {
    const uint64_t word = points.word(first / 64);
    const int end = num_points - first < 64 ? num_points - first : 64;
    for (int bit = 0; bit < end; ++bit) counts[first + bit] += static_cast<int32_t>(word >> bit & 1);
  }
}

}  // namespace

ScoreTable::ScoreTable(int size) : size_(size), num_points_(size * size), rows_(2 * num_points_ + 1, -1) {
  CHECK(size >= 1 && size <= kMaxBoardSize) << size;
}

int32_t* ScoreTable::RowOf(int score) {
  CHECK(score >= -num_points_ && score <= num_points_) << score;
  const size_t stride = 1 + 2 * static_cast<size_t>(num_points_);
  int16_t& row = rows_[score + num_points_];
  if (row < 0) {
    row = static_cast<int16_t>(counts_.size() / stride);
    counts_.resize(counts_.size() + stride);
  }
  return counts_.data() + static_cast<size_t>(row) * stride;
}

const int32_t* ScoreTable::FindRow(int score) const {
  if (score < -num_points_ || score > num_points_ || rows_[score + num_points_] < 0) return nullptr;
  return counts_.data() + static_cast<size_t>(rows_[score + num_points_]) * (1 + 2 * static_cast<size_t>(num_points_));
}

void ScoreTable::Add(int score, const tenuki::Control& control) {
  int32_t* const row = RowOf(score);
  ++row[0];
  AddPoints(control.black, num_points_, row + 1);
  AddPoints(control.white, num_points_, row + 1 + num_points_);
}

void ScoreTable::AddSimulations(int score, int32_t count) { RowOf(score)[0] += count; }

void ScoreTable::AddControl(int score, Point point, int32_t by_black, int32_t by_white) {
  CHECK(point >= 0 && point < num_points_) << point;
  int32_t* const row = RowOf(score);
  row[1 + point] += by_black;
  row[1 + num_points_ + point] += by_white;
}

ScoreHistogram ScoreTable::Histogram() const {
  ScoreHistogram histogram;
  for (int score = -num_points_; score <= num_points_; ++score) {
    const int32_t* const row = FindRow(score);
    if (row != nullptr && row[0] > 0) histogram.push_back({.score = score, .count = row[0]});
  }
  return histogram;
}

int32_t ScoreTable::Control(Color color, Point point, int score) const {
  const int32_t* const row = FindRow(score);
  return row == nullptr ? 0 : row[1 + Side(color) * num_points_ + point];
}

int64_t ScoreTable::num_bytes() const {
  return static_cast<int64_t>(rows_.capacity() * sizeof(rows_[0]) + counts_.capacity() * sizeof(counts_[0]));
}

}  // namespace tenuki
