// What simulations are remembered by: how many ended with each score, and who controlled which point in them. This is
// control(player, point, score) of Graf et al. 2013, §3.4, with H counted for itself: where a point may be nobody's,
// H(s) is not the sum of both players' counts.
//
//   ScoreTable table(9);
//   table.Add(playout.score, ControlOf(ControlReading::kArea, 9, playout.stones, playout.area));
//   table.Control(Color::kWhite, point, /*score=*/-11)
//
// Memory is by the scores that occur: 2.9 kB each on 19×19. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/board/point.h"
#include "engine/criticality/control.h"
#include "engine/criticality/score_histogram.h"

namespace tenuki {

class ScoreTable {
 public:
  // Of one player, point and score.
  static constexpr int64_t kMaxSimulations = INT32_MAX;

  // Empty. REQUIRES: 1 <= size <= kMaxBoardSize.
  explicit ScoreTable(int size);

  // A simulation. REQUIRES: −size² <= score <= size²; fewer than kMaxSimulations were added.
  void Add(int score, const tenuki::Control& control);
  // Simulations that were counted elsewhere, piece by piece. REQUIRES: as above.
  void AddSimulations(int score, int32_t count);
  void AddControl(int score, Point point, int32_t by_black, int32_t by_white);

  int size() const { return size_; }
  // Of scores that have simulations, ascending.
  ScoreHistogram Histogram() const;
  // How often `color` controlled the point when the score was this one.
  int32_t Control(Color color, Point point, int score) const;
  // What it holds on the heap.
  int64_t num_bytes() const;

 private:
  // Of a score: simulations, then Black's counts by point, then White's.
  int32_t* RowOf(int score);
  const int32_t* FindRow(int score) const;

  int size_;
  int num_points_;
  // By score + size²: the number of its row, or −1.
  std::vector<int16_t> rows_;
  std::vector<int32_t> counts_;
};

}  // namespace tenuki
