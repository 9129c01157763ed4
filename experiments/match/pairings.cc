// Who meets whom: the pairings of a tournament, which are cells.
#include <string>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/match/match.h"
#include "experiments/players.h"
#include "experiments/tournament.h"

namespace tenuki {
namespace {

constexpr const char* kPlayer = "match.player";
constexpr const char* kOpponent = "match.opponent";

bool IsGiven(const v1::Player& player) { return player.player_case() != v1::Player::PLAYER_NOT_SET; }

absl::StatusOr<std::vector<std::string>> NamesOf(const v1::Match& match) {
  std::vector<std::string> names;
  for (const v1::Player& player : match.players()) {
    ABSL_RETURN_IF_ERROR(CheckPlayer(absl::StrCat("match.players[", names.size(), "]"), player));
    names.push_back(DisplayName(player));
  }
  ABSL_RETURN_IF_ERROR(CheckNamesDiffer("match.players", names));
  return names;
}

absl::Status Refuse(std::string_view field, std::string_view format, std::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(field, ": not in a ", format, ", ", why));
}

// The match between two players, with nothing left of the tournament.
v1::Experiment Between(const v1::Experiment& experiment, const v1::Player& player, const v1::Player& opponent) {
  v1::Experiment pairing = experiment;
  v1::Match& match = *pairing.mutable_match();
  match.clear_players();
  match.set_format(v1::HEAD_TO_HEAD);
  *match.mutable_player() = player;
  *match.mutable_opponent() = opponent;
  return pairing;
}

absl::StatusOr<KindAxis> Gauntlet(const v1::Experiment& experiment) {
  const v1::Match& match = experiment.match();
  if (IsGiven(match.player())) return Refuse(kPlayer, "GAUNTLET", "where each of match.players takes that place");
  if (match.players().empty()) return absl::InvalidArgumentError("match.players: a GAUNTLET needs one or more");
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesOf(match));
  KindAxis axis{.fields = {kPlayer}, .values = {}};
  for (int i = 0; i < match.players_size(); ++i) {
    axis.values.push_back(
        {.values = {names[i]}, .experiment = Between(experiment, match.players(i), match.opponent())});
  }
  return axis;
}

absl::StatusOr<KindAxis> RoundRobin(const v1::Experiment& experiment) {
  const v1::Match& match = experiment.match();
  constexpr std::string_view kWhy = "where those of match.players meet each other";
  if (IsGiven(match.player())) return Refuse(kPlayer, "ROUND_ROBIN", kWhy);
  if (IsGiven(match.opponent())) return Refuse(kOpponent, "ROUND_ROBIN", kWhy);
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesOf(match));
  return RoundRobinAxis(experiment, "match", names,
                        [&](int i, int j) { return Between(experiment, match.players(i), match.players(j)); });
}

}  // namespace

absl::StatusOr<KindAxis> MatchKind::Expand(const v1::Experiment& experiment) const {
  const v1::Match& match = experiment.match();
  switch (match.format()) {
    case v1::HEAD_TO_HEAD: break;
    case v1::GAUNTLET: return Gauntlet(experiment);
    case v1::ROUND_ROBIN: return RoundRobin(experiment);
  }
  if (!match.players().empty()) {
    return absl::InvalidArgumentError("match.players: say who meets whom, by format: GAUNTLET or format: ROUND_ROBIN");
  }
  return Kind::Expand(experiment);
}

}  // namespace tenuki
