// Playing strength from pairs of games with the colours swapped.
//
//   PairCounts pairs = {3, 10, 40, 20, 7};          // pairs in which 0, ½, 1, 1½, 2 points were made
//   EloEstimate elo = EstimateElo(pairs);
//
// The two games of a pair are not independent (an opening may favour Black), so the pair is the trial: its variance is
// that of the five outcomes. Pure functions of + − × ÷ and sqrt: the same on every machine.
#pragma once

#include <array>
#include <cstdint>

namespace tenuki {

// By twice the points that were made.
using PairCounts = std::array<int64_t, 5>;

struct PairScore {
  int64_t num_pairs = 0;
  // Points a game, from 0 to 1.
  double mean = 0;
  // Of the mean of a pair.
  double variance = 0;
};
PairScore ScoreOfPairs(const PairCounts& pairs);

// The difference in Elo at which a player makes `score` points a game. REQUIRES: 0 < score < 1.
double EloOfScore(double score);
// And the other way round.
double ScoreOfElo(double elo);

struct EloEstimate {
  double elo = 0;
  // A 95 % interval; infinite on the side where nothing was lost, or won.
  double low = 0;
  double high = 0;
};
EloEstimate EstimateElo(const PairCounts& pairs);

}  // namespace tenuki
