#include "engine/tsumego/problem.h"

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

constexpr std::string_view kGoalNames[] = {"kill", "live", "capture", "connect"};

}  // namespace

std::string_view GoalName(Goal goal) { return kGoalNames[static_cast<int>(goal)]; }

std::optional<Goal> GoalFromName(std::string_view name) {
  for (int i = 0; i < 4; ++i) {
    if (kGoalNames[i] == name) return static_cast<Goal>(i);
  }
  return std::nullopt;
}

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kUnknown: return "unknown";
    case Outcome::kDead: return "dead";
    case Outcome::kAlive: return "alive";
    case Outcome::kSeki: return "seki";
    case Outcome::kKoForAttacker: return "ko: the defender must find threats";
    case Outcome::kKoForDefender: return "ko: the attacker must find threats";
  }
  return "";
}

std::string_view CertaintyName(Certainty certainty) {
  switch (certainty) {
    case Certainty::kUnsolved: return "unsolved";
    case Certainty::kEstimated: return "estimated";
    case Certainty::kProven: return "proven";
  }
  return "";
}

absl::Status Check(const Problem& problem) {
  const Board& board = problem.board;
  const std::string_view defender = ColorName(problem.defender);
  if (problem.target.empty()) return absl::InvalidArgumentError("the problem has no target");
  for (Point point : problem.target) {
    if (board.at(point) == problem.defender) continue;
    return absl::InvalidArgumentError(absl::StrCat("the target should be stones of ", defender, ", and ",
                                                   ToGtp(board.size(), point), " is ", ColorName(board.at(point))));
  }
  for (Point point : problem.region | problem.walled) {
    if (board.at(point) == Color::kEmpty) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("the region should be empty points, and ", ToGtp(board.size(), point), " has a stone"));
  }
  if (problem.region.empty()) return absl::InvalidArgumentError("the region has no points");
  if (!(problem.region & problem.walled).empty()) {
    return absl::InvalidArgumentError("a point cannot be in the region and walled off from it");
  }
  if (IsAttack(problem.goal) != problem.attacker_to_move()) {
    return absl::InvalidArgumentError(absl::StrCat("the goal '", GoalName(problem.goal), "' is not one of ",
                                                   ColorName(board.to_move()), ", who is to move: the target is ",
                                                   defender));
  }
  return absl::OkStatus();
}

}  // namespace tenuki
