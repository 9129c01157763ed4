#include "report/board_points.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "report/text.h"

namespace tenuki {
namespace {

bool IsStarLine(int line, int size) {
  const int edge = size >= 13 ? 3 : 2;
  return line == edge || line == size - 1 - edge || (size % 2 == 1 && line == size / 2);
}

double FullValue(const v1::PointValues& values) {
  if (values.full() > 0 && std::isfinite(values.full())) return values.full();
  double most = 0;
  for (double value : values.values()) most = std::isfinite(value) ? std::max(most, std::abs(value)) : most;
  return most;
}

}  // namespace

BoardPoints::BoardPoints(const v1::Board& board)
    : size_(board.size()), points_(static_cast<size_t>(size_) * static_cast<size_t>(size_)) {
  for (int point : board.black()) {
    if (BoardPoint* there = Find(point)) there->is_black = true;
  }
  for (int point : board.white()) {
    if (BoardPoint* there = Find(point)) there->is_white = true;
  }
  for (int i = 0; i < size_ * size_; ++i) {
    const BoardPoint& point = points_[static_cast<size_t>(i)];
    if (point.is_black && point.is_white) notes_.push_back(absl::StrCat(NameOf(i), ": both a black and a white stone"));
  }
  for (const v1::PointMark& mark : board.marks()) PutMark(mark);
  PutShades(board);
  if (board.has_values()) PutValues(board.values());
  if (num_off_board_ > 0) notes_.push_back(absl::StrCat("off the board and not shown: ", num_off_board_));
}

bool BoardPoints::IsStar(int column, int row) const {
  if (size_ < 9 || !IsStarLine(column, size_) || !IsStarLine(row, size_)) return false;
  const bool is_side = (column == size_ / 2) != (row == size_ / 2);
  return !is_side || size_ >= 13;
}

std::pair<double, double> BoardPoints::ValueRange() const {
  double low = 0;
  double high = 0;
  for (const BoardPoint& point : points_) {
    if (point.value < low) low = point.value;
    if (point.value > high) high = point.value;
  }
  return {low, high};
}

BoardPoint* BoardPoints::Find(int point) {
  if (point >= 0 && static_cast<size_t>(point) < points_.size()) return &points_[static_cast<size_t>(point)];
  ++num_off_board_;
  return nullptr;
}

std::string BoardPoints::NameOf(int point) const {
  return absl::StrCat(kColumnLetters.substr(static_cast<size_t>(point / size_), 1), size_ - point % size_);
}

void BoardPoints::PutMark(const v1::PointMark& mark) {
  BoardPoint* const there = Find(mark.point());
  if (there == nullptr) return;
  const std::string label = OneLine(mark.label());
  const bool fits = TextWidth(label) <= kMaxBoardLabel;
  there->is_marked = true;
  there->label = fits ? label : "";
  if (!fits) notes_.push_back(absl::StrCat(NameOf(mark.point()), ": ", label));
}

void BoardPoints::PutShades(const v1::Board& board) {
  if (board.shades().empty()) return;
  has_shades_ = static_cast<size_t>(board.shades_size()) == points_.size();
  if (!has_shades_) {
    notes_.push_back(absl::StrCat("shades not shown: ", board.shades_size(), " for ", points_.size(), " points"));
    return;
  }
  for (size_t i = 0; i < points_.size(); ++i) points_[i].shade = board.shades(static_cast<int>(i));
}

void BoardPoints::PutValues(const v1::PointValues& values) {
  if (values.values().empty()) return;
  if (static_cast<size_t>(values.values_size()) != points_.size()) {
    notes_.push_back(absl::StrCat("values not shown: ", values.values_size(), " for ", points_.size(), " points"));
    return;
  }
  full_value_ = FullValue(values);
  if (!has_values()) return;
  for (size_t i = 0; i < points_.size(); ++i) {
    const double value = values.values(static_cast<int>(i));
    points_[i].value = std::isnan(value) ? value : std::clamp(value / full_value_, -1.0, 1.0);
  }
}

}  // namespace tenuki
