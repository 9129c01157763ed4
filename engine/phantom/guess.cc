#include "engine/phantom/guess.h"

#include <utility>

#include "common/random.h"

namespace tenuki {

int PlaceStones(Board& board, Color color, std::span<const Point> points, int count) {
  static constexpr Rules kRules{};
  int placed = 0;
  board.SetToMove(color);
  for (size_t i = 0; i < points.size() && placed < count; ++i) {
    if (board.Check(points[i], kRules) != MoveError::kNone || board.WouldCapture(points[i])) continue;
    board.PlayUnchecked(points[i]);
    board.SetToMove(color);
    ++placed;
  }
  return placed;
}

std::span<const Point> CountGuesser::Guess(const PlayerView& view, uint64_t seed) {
  points_.clear();
  for (Point point : view.unknown()) points_.push_back(point);
  for (size_t i = 0; i + 1 < points_.size(); ++i) {
    const auto rest = static_cast<uint32_t>(points_.size() - i);
    std::swap(points_[i], points_[i + UniformBelow(rest, Random32(seed, i))]);
  }
  return points_;
}

}  // namespace tenuki
