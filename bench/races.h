// What `tenuki bench` measures: playouts and searches, ours beside a pseudo-liberty board in libego's manner.
//
//   for (const RaceRow& row : RacePlayouts(15)) …
//
// All contestants of a race run in turns on the calling thread and are measured in its CPU time; a row has the median
// of the rounds. Compare ratios, and only within one run.
#pragma once

#include <string>
#include <vector>

namespace tenuki::bench {

struct RaceRow {
  // "playouts 9x9".
  std::string race;
  std::string contestant;
  // In thousands a second, or seconds.
  double value = 0;
  std::string unit;
  // How many times as fast as the first contestant of the race.
  double ratio = 1;
  // What it should be, in words; empty: nothing was promised.
  std::string target = {};
};

// Light playouts from the empty board, at every CPU level: one at a time, and many in lanes.
std::vector<RaceRow> RacePlayouts(int rounds);
// Playouts in lanes at the best level, by how many are under way together.
std::vector<RaceRow> RaceBatchSizes(int rounds);
// A UCT move of 16,000 playouts on 9×9: alone, and by how many searches are in lockstep.
std::vector<RaceRow> RaceSearches(int rounds);

// Aligned, with a line of titles and one between races.
std::string RaceTable(const std::vector<RaceRow>& rows);

}  // namespace tenuki::bench
