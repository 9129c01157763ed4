// Everybody against everybody, as a figure.
//
//   v1::Figure figure = CrosstableFigure({{"MCE", "UCT", {.successes = 30, .trials = 50}}, …});
//
// Pure functions: no thread rules.
#pragma once

#include <string>
#include <vector>

#include "experiments/statistics/proportion_tests.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// Of one pairing: points of `player`.
struct PairingResult {
  std::string player;
  std::string opponent;
  Proportion score;
};

// In the order in which they come first.
std::vector<std::string> PlayersOf(const std::vector<PairingResult>& results);

// Points of `player` against `opponent`, whichever way round they are listed; no trials when they did not meet.
Proportion ScoreBetween(const std::vector<PairingResult>& results, const std::string& player,
                        const std::string& opponent);

// Win rates with Wilson's intervals.
v1::Figure CrosstableFigure(const std::vector<PairingResult>& results);

}  // namespace tenuki
