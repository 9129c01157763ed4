#include "engine/search/control_table.h"

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

void ControlTable::Add(const Playout& playout, int komi_half_points) {
  const bool black_wins = playout.BlackWins(komi_half_points);
  if (!black_wins && !playout.WhiteWins(komi_half_points)) return;
  const Control control = reading_ == ControlReading::kArea ? Control{playout.area.black, playout.area.white}
                                                            : ControlOf(size_, playout.stones[0], playout.stones[1]);
  auto& black = black_wins ? black_.won_by_black : black_.won_by_white;
  auto& white = black_wins ? white_.won_by_black : white_.won_by_white;
  for (Point point = 0; point < size_ * size_; ++point) {
    black[point] += static_cast<int32_t>(control.black.Contains(point));
    white[point] += static_cast<int32_t>(control.white.Contains(point));
  }
  ++num_playouts_;
}

double ControlTable::Covariance(Point point) const {
  const double bb = black_.won_by_black[point];
  const double bw = black_.won_by_white[point];
  const double wb = white_.won_by_black[point];
  const double ww = white_.won_by_white[point];
  const double count = bb + bw + wb + ww;
  return count == 0 ? 0 : (bb * ww - bw * wb) / (count * count);
}

}  // namespace tenuki
