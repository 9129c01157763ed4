#include "engine/criticality/score_histogram.h"

#include <cmath>

namespace tenuki {

ScoreMoments MomentsOf(const ScoreHistogram& histogram) {
  ScoreMoments moments;
  int64_t sum = 0;
  for (const ScoreCount& each : histogram) {
    moments.count += each.count;
    sum += each.score * each.count;
  }
  if (moments.count == 0) return moments;
  moments.mean = static_cast<double>(sum) / static_cast<double>(moments.count);
  if (moments.count < 2) return moments;
  double squares = 0;
  for (const ScoreCount& each : histogram) {
    const double distance = each.score - moments.mean;
    squares += distance * distance * static_cast<double>(each.count);
  }
  moments.deviation = std::sqrt(squares / static_cast<double>(moments.count - 1));
  return moments;
}

double BlackWinRate(const ScoreHistogram& histogram, int komi_half_points) {
  int64_t count = 0;
  int64_t half_wins = 0;
  for (const ScoreCount& each : histogram) {
    const int lead = 2 * each.score - komi_half_points;
    count += each.count;
    half_wins += (lead > 0 ? 2 : lead == 0 ? 1 : 0) * each.count;
  }
  return count == 0 ? 0 : static_cast<double>(half_wins) / (2 * static_cast<double>(count));
}

}  // namespace tenuki
