// Who meets whom: the pairings of a tournament, which are cells.
#include <set>
#include <string>

#include "absl/status/status_macros.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "experiments/match/match.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

constexpr const char* kPlayer = "match.player";
constexpr const char* kOpponent = "match.opponent";

bool IsGiven(const v1::Player& player) { return player.player_case() != v1::Player::PLAYER_NOT_SET; }

// Names of the list's players: reports tell them apart by these.
absl::StatusOr<std::vector<std::string>> NamesOf(const v1::Match& match) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const v1::Player& player : match.players()) {
    const std::string field = absl::StrCat("match.players[", names.size(), "]");
    ABSL_RETURN_IF_ERROR(CheckPlayer(field, player));
    names.push_back(DisplayName(player));
    if (seen.insert(names.back()).second) continue;
    return absl::InvalidArgumentError(absl::StrCat(field, ": there is a '", names.back(),
                                                   "' already; give it a name of its own, e.g. name: \"", names.back(),
                                                   " 2\""));
  }
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
  for (const v1::Sweep& sweep : experiment.sweep()) {
    if (!absl::StartsWith(sweep.field(), kPlayer) && !absl::StartsWith(sweep.field(), kOpponent)) continue;
    return Refuse(sweep.field(), "ROUND_ROBIN", "where it would be swept for one of two and not for the other");
  }
  if (match.players_size() < 2) return absl::InvalidArgumentError("match.players: a ROUND_ROBIN needs two or more");
  ABSL_ASSIGN_OR_RETURN(const std::vector<std::string> names, NamesOf(match));
  KindAxis axis{.fields = {kPlayer, kOpponent}, .values = {}};
  for (int i = 0; i < match.players_size(); ++i) {
    for (int j = i + 1; j < match.players_size(); ++j) {
      axis.values.push_back(
          {.values = {names[i], names[j]}, .experiment = Between(experiment, match.players(i), match.players(j))});
    }
  }
  return axis;
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
