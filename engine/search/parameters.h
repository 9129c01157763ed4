// What a search is told to do. player.proto has the same fields for people, with ranges and reasons.
#pragma once

#include "engine/criticality/control.h"
#include "engine/criticality/score_clusters.h"
#include "engine/search/criticality_map.h"

namespace tenuki {

struct SearchParameters {
  enum class Bound { kUcb1Tuned, kUcb1 };
  enum class FinalChoice { kMostVisits, kMostWins };
  // What guides the search besides wins and visits.
  enum class Guide { kNone, kRave, kCovariance, kCriticality };
  // How covariance enters a search with RAVE: what Pellegrino et al. tried without success (§3.2).
  enum class RaveBonus { kNone, kPeriodic, kAtCreation };

  int playouts = 1000;
  Bound bound = Bound::kUcb1Tuned;
  // p of eq. 1.
  double exploration = 0.3;
  // The value of a move that was never tried.
  double first_play_urgency = 1.1;
  // A move that was tried this often gets a node of its own when it is tried again.
  int expansion_visits = 8;
  // When there are so many nodes no more are made: their moves go on being tried as leaves.
  int max_nodes = 200'000;
  FinalChoice final_choice = FinalChoice::kMostVisits;
  // Resigns when the best move wins fewer than this share of its playouts; 0 for never.
  double resign_below = 0;
  // See PlayoutOptions.
  int mercy_stones = 0;

  Guide guide = Guide::kNone;
  // b of Silver's β = ñ / (n + ñ + 4 n ñ b²): the bias that RAVE's values are believed to have.
  double rave_bias = 0.1;
  RaveBonus rave_bonus = RaveBonus::kNone;
  // A bonus counts as so many playouts that RAVE has won, times the covariance.
  double rave_bonus_playouts = 50;
  // Playouts from one periodic bonus to the next.
  int rave_bonus_period = 1000;
  // Playouts of plain UCT that fill the table of covariances or criticalities; the rest is guided by it.
  int collection_playouts = 0;
  // 2 in eq. 4.
  double covariance_weight = 2;
  // In the same place, of criticality.
  double criticality_weight = 0.5;
  CriticalityMap::Groups criticality_groups = CriticalityMap::Groups::kClusters;
  ClusterOptions clusters;
  ControlReading control = ControlReading::kNeighbors;
  // Of both: the table goes on growing, and guides as it stands after every so many playouts; 0: it stays as it
  // was after the collection.
  int refresh_period = 0;
};

}  // namespace tenuki
