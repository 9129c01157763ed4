#include "experiments/crosstable.h"

#include <algorithm>

#include "experiments/report_values.h"

namespace tenuki {

std::vector<std::string> PlayersOf(const std::vector<PairingResult>& results) {
  std::vector<std::string> players;
  for (const PairingResult& result : results) {
    for (const std::string& name : {result.player, result.opponent}) {
      if (std::ranges::find(players, name) == players.end()) players.push_back(name);
    }
  }
  return players;
}

Proportion ScoreBetween(const std::vector<PairingResult>& results, const std::string& player,
                        const std::string& opponent) {
  Proportion sum;
  for (const PairingResult& result : results) {
    const Proportion& score = result.score;
    if (result.player == player && result.opponent == opponent) {
      sum.successes += score.successes;
      sum.trials += score.trials;
    } else if (result.player == opponent && result.opponent == player) {
      sum.successes += score.trials - score.successes;
      sum.trials += score.trials;
    }
  }
  return sum;
}

v1::Figure CrosstableFigure(const std::vector<PairingResult>& results) {
  const std::vector<std::string> players = PlayersOf(results);
  v1::Figure figure;
  figure.set_caption("Win rate of the row against the column");
  v1::Crosstable& crosstable = *figure.mutable_crosstable();
  for (const std::string& player : players) crosstable.add_players(player);
  for (const std::string& player : players) {
    v1::Row& row = *crosstable.add_rows();
    for (const std::string& other : players) {
      *row.add_values() = player == other ? v1::Value() : RateValue(ScoreBetween(results, player, other));
    }
  }
  return figure;
}

}  // namespace tenuki
