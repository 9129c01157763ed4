// Strengths of several players from the games between them: the model of Bradley and Terry (1952).
//
//   BradleyTerry fit = FitBradleyTerry({{0, 36, 46}, {14, 0, 22}, {4, 28, 0}});       // [i][j]: points of i against j
//   fit.ratings[0].elo                       // relative to the mean of all players
//   fit.DifferenceOf(0, 1)                   // and how sure that is
//
// A player of rating r beats one of rating s with probability 1 / (1 + 10^((s − r) / 400)). Ratings are of maximum
// likelihood, by Newton's method; intervals are Wald's, from the inverse of the observed information. Where a player
// has won or lost everything there is no maximum: then every two players that met are given one drawn game more, and
// the result says so. + − × ÷ and sqrt alone, so the same on every machine. Pure functions: no thread rules.
#pragma once

#include <vector>

namespace tenuki {

struct BradleyTerry {
  struct Rating {
    // Relative to the mean of all players.
    double elo = 0;
    double standard_error = 0;
    // Of 95 %.
    double low = 0;
    double high = 0;
  };
  struct Difference {
    double elo = 0;
    double standard_error = 0;
    // Standard normal when both are equally strong; 0 without information.
    double z = 0;
  };

  std::vector<Rating> ratings;
  // Of ratings, in Elo².
  std::vector<std::vector<double>> covariance;
  // Whether drawn games were added.
  bool has_prior = false;
  // False when there are not enough games to connect all players: then there are no ratings.
  bool is_connected = false;

  // How much stronger `i` is than `j`. REQUIRES: is_connected.
  Difference DifferenceOf(int i, int j) const;
};

// points[i][j]: points of i in its games against j, a draw being half of one. REQUIRES: square, nothing negative.
BradleyTerry FitBradleyTerry(const std::vector<std::vector<double>>& points);

}  // namespace tenuki
