// Who controlled each point at the end of playouts, and who won them: what covariance is computed from.
//
//   table.Add(playout, komi_half_points);
//   table.Covariance(point)                    // Cov(Win, Control), eq. 3 of Pellegrino et al. 2009
//
// Playouts that nobody won are not counted.
//
// Not thread-safe.
#pragma once

#include <array>
#include <cstdint>

#include "engine/board/point.h"
#include "engine/criticality/control.h"
#include "engine/playout/playout.h"

namespace tenuki {

class ControlTable {
 public:
  // An empty table for boards of the size.
  explicit ControlTable(int size, ControlReading reading = ControlReading::kNeighbors)
      : size_(size), reading_(reading) {}

  void Add(const Playout& playout, int komi_half_points);
  // From −¼ to ¼; 0 of a point that nobody has controlled yet.
  double Covariance(Point point) const;
  int64_t num_playouts() const { return num_playouts_; }

 private:
  // By point: controlled by Black and won by Black, and so on, as in the paper.
  struct Counts {
    std::array<int32_t, kMaxPoints> won_by_black{};
    std::array<int32_t, kMaxPoints> won_by_white{};
  };

  int size_;
  ControlReading reading_;
  int64_t num_playouts_ = 0;
  Counts black_;
  Counts white_;
};

}  // namespace tenuki
