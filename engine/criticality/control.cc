#include "engine/criticality/control.h"

#include "engine/board/point.h"

namespace tenuki {

Control ControlOf(int size, const PointSet& black_stones, const PointSet& white_stones) {
  Control control = {black_stones, white_stones};
  const PointSet vacant = PointSet::All(size) - black_stones - white_stones;
  for (Point point : vacant) {
    const int column = ColumnOf(size, point);
    const int row = RowOf(size, point);
    int lead = 0;
    const auto look = [&](int c, int r) {
      if (c < 0 || r < 0 || c >= size || r >= size) return;
      const Point neighbor = MakePoint(size, c, r);
      lead += static_cast<int>(black_stones.Contains(neighbor)) - static_cast<int>(white_stones.Contains(neighbor));
    };
    look(column - 1, row);
    look(column + 1, row);
    look(column, row - 1);
    look(column, row + 1);
    if (lead > 0) control.black.Insert(point);
    if (lead < 0) control.white.Insert(point);
  }
  return control;
}

Control ControlOf(ControlReading reading, int size, const PointSet (&stones)[2], const Area& area) {
  return reading == ControlReading::kArea ? Control{area.black, area.white} : ControlOf(size, stones[0], stones[1]);
}

double Covariance(double black_won_by_black, double black_won_by_white, double white_won_by_black,
                  double white_won_by_white) {
  const double count = black_won_by_black + black_won_by_white + white_won_by_black + white_won_by_white;
  if (count == 0) return 0;
  return (black_won_by_black * white_won_by_white - black_won_by_white * white_won_by_black) / (count * count);
}

}  // namespace tenuki
