#include "engine/criticality/control_table.h"

namespace tenuki {

void ControlTable::Add(const Playout& playout, int komi_half_points) {
  const bool black_wins = playout.BlackWins(komi_half_points);
  if (!black_wins && !playout.WhiteWins(komi_half_points)) return;
  const Control control = ControlOf(reading_, size_, playout.stones, playout.area);
  auto& black = black_wins ? black_.won_by_black : black_.won_by_white;
  auto& white = black_wins ? white_.won_by_black : white_.won_by_white;
  for (Point point = 0; point < size_ * size_; ++point) {
    black[point] += static_cast<int32_t>(control.black.Contains(point));
    white[point] += static_cast<int32_t>(control.white.Contains(point));
  }
  ++num_playouts_;
}

double ControlTable::Covariance(Point point) const {
  return tenuki::Covariance(black_.won_by_black[point], black_.won_by_white[point], white_.won_by_black[point],
                            white_.won_by_white[point]);
}

}  // namespace tenuki
