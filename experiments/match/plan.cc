// What a match's cell may be, beyond the rules of its fields.
#include <cmath>

#include "absl/strings/str_cat.h"
#include "experiments/match/match.h"

namespace tenuki {
namespace {

absl::Status CheckPlayer(std::string_view field, const v1::Player& player) {
  if (player.player_case() != v1::Player::PLAYER_NOT_SET) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(field, ": say who plays, e.g. ", field.substr(6), " { uniform {} }"));
}

}  // namespace

absl::Status MatchKind::Check(const v1::Experiment& cell) const {
  const v1::Match& match = cell.match();
  if (absl::Status status = CheckPlayer("match.player", match.player()); !status.ok()) return status;
  if (absl::Status status = CheckPlayer("match.opponent", match.opponent()); !status.ok()) return status;
  if (const double half_points = 2 * match.komi(); half_points != std::trunc(half_points)) {
    return absl::InvalidArgumentError(
        absl::StrCat("match.komi: ", match.komi(), " should be in whole or half points, such as 7 or 7.5"));
  }
  return absl::OkStatus();
}

int64_t MatchKind::NumUnits(const v1::Experiment& cell) const { return cell.stop().units(); }

}  // namespace tenuki
