#include "experiments/tournament.h"

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace tenuki {

absl::Status CheckNamesDiffer(std::string_view field, const std::vector<std::string>& names) {
  std::set<std::string> seen;
  for (size_t i = 0; i < names.size(); ++i) {
    if (seen.insert(names[i]).second) continue;
    return absl::InvalidArgumentError(absl::StrCat(field, "[", i, "]: there is a '", names[i],
                                                   "' already; give it a name of its own, e.g. name: \"", names[i],
                                                   " 2\""));
  }
  return absl::OkStatus();
}

absl::StatusOr<KindAxis> RoundRobinAxis(const v1::Experiment& experiment, std::string_view kind,
                                        const std::vector<std::string>& names,
                                        absl::FunctionRef<v1::Experiment(int, int)> between) {
  const std::string player = absl::StrCat(kind, ".player");
  const std::string opponent = absl::StrCat(kind, ".opponent");
  for (const v1::Sweep& sweep : experiment.sweep()) {
    if (!absl::StartsWith(sweep.field(), player) && !absl::StartsWith(sweep.field(), opponent)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        sweep.field(), ": not in a ROUND_ROBIN, where it would be swept for one of two and not for the other"));
  }
  if (names.size() < 2) {
    return absl::InvalidArgumentError(absl::StrCat(kind, ".players: a ROUND_ROBIN needs two or more"));
  }
  KindAxis axis{.fields = {player, opponent}, .values = {}};
  const int num_players = static_cast<int>(names.size());
  for (int i = 0; i < num_players; ++i) {
    for (int j = i + 1; j < num_players; ++j) {
      axis.values.push_back({.values = {names[i], names[j]}, .experiment = between(i, j)});
    }
  }
  return axis;
}

}  // namespace tenuki
