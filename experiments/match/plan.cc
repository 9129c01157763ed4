// What a match's cell may be, beyond the rules of its fields.
#include <cmath>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/gtp/handicap.h"
#include "experiments/match/match.h"
#include "experiments/match/openings.h"
#include "experiments/players.h"

namespace tenuki {
namespace {

absl::Status CheckHandicap(const v1::Match& match) {
  const int handicap = match.handicap();
  if (handicap == 0) return absl::OkStatus();
  if (!match.openings().empty()) {
    return absl::InvalidArgumentError("match.handicap: not together with match.openings, whose files can have stones");
  }
  const int most = MaxFixedHandicap(match.board_size());
  if (handicap >= 2 && handicap <= most) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("match.handicap: ", handicap, " should be 0",
                                                 most == 0 ? "" : absl::StrCat(", or from 2 to ", most),
                                                 " on a board of size ", match.board_size()));
}

absl::Status CheckStop(const v1::Stop& stop) {
  const v1::Sprt& sprt = stop.sprt();
  if (!stop.has_sprt() || sprt.elo0() < sprt.elo1()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("stop.sprt.elo1: ", sprt.elo1(), " should be above stop.sprt.elo0, which is ", sprt.elo0()));
}

}  // namespace

bool MatchKind::IsDeterministic(const v1::Experiment& cell) const {
  const auto is_deterministic = [](const v1::Player& player) {
    return !player.has_engine() || player.engine().pinned().deterministic();
  };
  return is_deterministic(cell.match().player()) && is_deterministic(cell.match().opponent());
}

absl::StatusOr<int64_t> MatchKind::PlanCell(const v1::Experiment& cell, Inputs& inputs) const {
  const v1::Match& match = cell.match();
  ABSL_RETURN_IF_ERROR(CheckPlayer("match.player", match.player()));
  ABSL_RETURN_IF_ERROR(CheckPlayer("match.opponent", match.opponent()));
  if (const double half_points = 2 * match.komi(); half_points != std::trunc(half_points)) {
    return absl::InvalidArgumentError(
        absl::StrCat("match.komi: ", match.komi(), " should be in whole or half points, such as 7 or 7.5"));
  }
  ABSL_RETURN_IF_ERROR(CheckHandicap(match));
  ABSL_RETURN_IF_ERROR(CheckStop(cell.stop()));
  ABSL_RETURN_IF_ERROR(OpeningsOf(cell, inputs).status());
  return cell.stop().units();
}

}  // namespace tenuki
