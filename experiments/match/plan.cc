// What a match's cell may be, beyond the rules of its fields.
#include <cmath>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/match/match.h"
#include "experiments/match/openings.h"
#include "experiments/players.h"

namespace tenuki {
absl::StatusOr<int64_t> MatchKind::PlanCell(const v1::Experiment& cell, Inputs& inputs) const {
  const v1::Match& match = cell.match();
  ABSL_RETURN_IF_ERROR(CheckPlayer("match.player", match.player()));
  ABSL_RETURN_IF_ERROR(CheckPlayer("match.opponent", match.opponent()));
  if (const double half_points = 2 * match.komi(); half_points != std::trunc(half_points)) {
    return absl::InvalidArgumentError(
        absl::StrCat("match.komi: ", match.komi(), " should be in whole or half points, such as 7 or 7.5"));
  }
  ABSL_RETURN_IF_ERROR(OpeningsOf(cell, inputs).status());
  return cell.stop().units();
}

}  // namespace tenuki
