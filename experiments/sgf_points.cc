#include "experiments/sgf_points.h"

#include "engine/board/point.h"

namespace tenuki {

std::string SgfPoints(int size, const PointSet& points) {
  std::string text;
  for (Point point : points) text += ToSgf(size, point);
  return text;
}

std::optional<PointSet> PointsFromSgf(int size, std::string_view text) {
  PointSet points;
  for (size_t i = 0; i < text.size(); i += 2) {
    const std::optional<Move> point = MoveFromSgf(size, text.substr(i, 2));
    if (!point.has_value() || *point == kPass) return std::nullopt;
    points.Insert(*point);
  }
  return points;
}

}  // namespace tenuki
