// Which cells there are, and what a cell may be beyond the rules of its fields.
#include <cmath>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/phantom/phantom.h"
#include "experiments/phantom/players.h"
#include "experiments/tournament.h"

namespace tenuki {
namespace {

absl::Status CheckHasMethod(std::string_view field, const v1::PhantomPlayer& player) {
  if (player.method_case() != v1::PhantomPlayer::METHOD_NOT_SET) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(field, ": say how it plays: evaluation {}, uct {}, information_set {} or random {}"));
}

// The pairing of two players, with nothing left of the tournament.
v1::Experiment Between(const v1::Experiment& experiment, int player, int opponent) {
  v1::Experiment pairing = experiment;
  v1::Phantom& phantom = *pairing.mutable_phantom();
  phantom.clear_players();
  *phantom.mutable_player() = experiment.phantom().players(player);
  *phantom.mutable_opponent() = experiment.phantom().players(opponent);
  return pairing;
}

}  // namespace

absl::StatusOr<KindAxis> PhantomKind::Expand(const v1::Experiment& experiment) const {
  const v1::Phantom& phantom = experiment.phantom();
  for (const auto& [field, player] :
       {std::pair("phantom.player", &phantom.player()), std::pair("phantom.opponent", &phantom.opponent())}) {
    if (player->method_case() == v1::PhantomPlayer::METHOD_NOT_SET) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(field, ": the program fills it in; list those who play as phantom.players"));
  }
  std::vector<std::string> names;
  for (const v1::PhantomPlayer& player : phantom.players()) {
    ABSL_RETURN_IF_ERROR(CheckHasMethod(absl::StrCat("phantom.players[", names.size(), "]"), player));
    names.push_back(DisplayName(player));
  }
  ABSL_RETURN_IF_ERROR(CheckNamesDiffer("phantom.players", names));
  return RoundRobinAxis(experiment, "phantom", names, [&](int i, int j) { return Between(experiment, i, j); });
}

absl::StatusOr<int64_t> PhantomKind::PlanCell(const v1::Experiment& cell, Inputs&) const {
  const v1::Phantom& phantom = cell.phantom();
  ABSL_RETURN_IF_ERROR(CheckHasMethod("phantom.player", phantom.player()));
  ABSL_RETURN_IF_ERROR(CheckHasMethod("phantom.opponent", phantom.opponent()));
  if (const double half_points = 2 * phantom.komi(); half_points != std::trunc(half_points)) {
    return absl::InvalidArgumentError(
        absl::StrCat("phantom.komi: ", phantom.komi(), " should be in whole or half points, such as 7 or 7.5"));
  }
  if (cell.stop().has_sprt()) {
    return absl::InvalidArgumentError("stop.sprt: not for phantom, whose report compares all pairings at once");
  }
  return cell.stop().units();
}

bool PhantomKind::IsDeterministic(const v1::Experiment& cell) const {
  return !IsTimed(cell.phantom().player()) && !IsTimed(cell.phantom().opponent());
}

}  // namespace tenuki
