// Tournaments, for kinds whose cells are pairings of players.
//
//   ABSL_RETURN_IF_ERROR(CheckNamesDiffer("match.players", names));
//   return RoundRobinAxis(experiment, "match", names, [&](int i, int j) { return Between(experiment, i, j); });
//
// Pure functions: no thread rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/experiment.h"

namespace tenuki {

// Reports tell players apart by their names. INVALID_ARGUMENT with the place in the list `field`.
absl::Status CheckNamesDiffer(std::string_view field, const std::vector<std::string>& names);

// Each of the players against each other one, as values of the fields `<kind>.player` and `<kind>.opponent`; the one
// that is listed first is the player. INVALID_ARGUMENT when `<kind>.players` are fewer than two, or one of the two
// fields is swept.
absl::StatusOr<KindAxis> RoundRobinAxis(const v1::Experiment& experiment, std::string_view kind,
                                        const std::vector<std::string>& names,
                                        absl::FunctionRef<v1::Experiment(int player, int opponent)> between);

}  // namespace tenuki
