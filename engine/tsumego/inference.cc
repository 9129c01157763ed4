#include "engine/tsumego/inference.h"

#include <algorithm>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/tsumego/local_game.h"
#include "engine/tsumego/proof_search.h"

namespace tenuki {
namespace {

Problem ProblemOf(const Board& board, Color defender, const PointSet& target) {
  Problem problem{.board = board, .defender = defender};
  problem.goal = problem.attacker_to_move() ? Goal::kKill : Goal::kLive;
  problem.target = target;
  return problem;
}

// A small target whose own side is strong around it is captured or connected, not killed or saved.
void NameGoal(Problem& problem) {
  const PointSet others = problem.board.stones(problem.defender) - problem.target;
  if (problem.target.size() > 3 || others.size() <= problem.target.size()) return;
  problem.goal = problem.attacker_to_move() ? Goal::kCapture : Goal::kConnect;
}

std::optional<Reading> ReadingOf(const Board& board, Color defender, const PointSet& target) {
  Reading reading{.problem = ProblemOf(board, defender, target)};
  reading.reach = FindRegion(reading.problem).reach;
  NameGoal(reading.problem);
  if (!LocalGame::Make(reading.problem, KoRights::kNeither).ok()) return std::nullopt;
  return reading;
}

// All of the defender's stones that can be captured in the region, when there are more than the target.
PointSet AllAtStake(const Reading& reading) {
  const LocalGame game = *LocalGame::Make(reading.problem, KoRights::kNeither);
  PointSet stones;
  for (Spot spot : game.start().of(Role::kDefender)) stones.Insert(game.PointOf(spot));
  return stones;
}

struct Trial {
  // Whether the side to move reaches its goal when it plays, and when the other side does.
  std::optional<bool> first;
  std::optional<bool> second;
  int64_t num_nodes = 0;

  bool is_decided() const { return first == true && second == false; }
  bool is_idle() const { return first == false || second == true; }
};

Trial Try(const Problem& problem, const InferenceLimits& limits) {
  const LocalGame game = *LocalGame::Make(problem, KoRights::kNeither);
  ProofTable table(limits.table_bytes);
  ProofSearch search(game, table);
  Trial trial;
  const Role own = game.start().to_move;
  const auto run = [&](const LocalState& state) -> std::optional<bool> {
    const ProofResult result = search.Solve(state, {.max_nodes = limits.max_nodes});
    trial.num_nodes += result.num_nodes;
    if (!result.winner.has_value()) return std::nullopt;
    return *result.winner == own;
  };
  trial.first = run(game.start());
  LocalState passed = game.start();
  game.Play(passed, kPassSpot);
  trial.second = run(passed);
  return trial;
}

// How likely it is that a problem asks this: many stones, few points around them, and a first move that decides.
double ScoreOf(const Reading& reading, const Trial& trial) {
  const double size = std::min(12, reading.problem.target.size());
  double score = size + 2;
  if (trial.is_idle()) {
    score *= 0.1;
  } else if (!trial.is_decided()) {
    score *= 0.5;
    if (reading.reach > 12) score *= 12.0 / reading.reach;
  }
  return score;
}

}  // namespace

std::vector<Reading> PossibleReadings(const Board& board) {
  std::vector<Reading> readings;
  const auto add = [&](const std::optional<Reading>& reading) {
    if (!reading.has_value()) return;
    for (const Reading& other : readings) {
      if (other.problem.target == reading->problem.target) return;
    }
    readings.push_back(*reading);
  };
  for (Color color : {Color::kBlack, Color::kWhite}) {
    for (const PointSet& group : GroupsOf(board, color)) {
      const std::optional<Reading> reading = ReadingOf(board, color, group);
      if (reading.has_value()) add(ReadingOf(board, color, AllAtStake(*reading)));
      add(reading);
    }
  }
  const auto rank = [](const Reading& reading) { return reading.reach - 2 * reading.problem.target.size(); };
  std::ranges::stable_sort(readings, [&](const Reading& a, const Reading& b) { return rank(a) < rank(b); });
  return readings;
}

namespace {

// The groups that the target's points belong to, or its chains where it has not all of a group.
absl::StatusOr<PointSet> TargetOf(const Board& board, const PointSet& points) {
  PointSet target;
  const Color color = board.at(*points.begin());
  for (Point point : points) {
    if (board.at(point) == Color::kEmpty || board.at(point) != color) {
      return absl::InvalidArgumentError(absl::StrCat("the target should be stones of one side; ",
                                                     ToGtp(board.size(), point), " is ",
                                                     ColorName(board.at(point))));
    }
    target |= board.ChainAt(point);
  }
  return target;
}

// The problem as it was given, with what was left out filled in.
absl::StatusOr<Inference> FromHints(const Board& board, const ProblemHints& hints) {
  ABSL_ASSIGN_OR_RETURN(const PointSet target, TargetOf(board, hints.target));
  Inference inference{.problem = ProblemOf(board, board.at(*target.begin()), target)};
  Problem& problem = inference.problem;
  FindRegion(problem);
  if (!hints.region.empty()) {
    problem.region = hints.region;
    problem.walled = board.empty() - hints.region;
  }
  NameGoal(problem);
  if (hints.goal.has_value()) problem.goal = *hints.goal;
  ABSL_RETURN_IF_ERROR(LocalGame::Make(problem, KoRights::kNeither).status());
  return inference;
}

bool Fits(const Reading& reading, const ProblemHints& hints) {
  return !hints.goal.has_value() || IsAttack(*hints.goal) == reading.problem.attacker_to_move();
}

}  // namespace

absl::StatusOr<Inference> Infer(const Board& board, const ProblemHints& hints, const InferenceLimits& limits) {
  if ((board.stones(Color::kBlack) | board.stones(Color::kWhite)).empty()) {
    return absl::InvalidArgumentError("the problem has no stones");
  }
  if (!hints.target.empty()) return FromHints(board, hints);
  std::vector<Reading> readings = PossibleReadings(board);
  std::erase_if(readings, [&](const Reading& reading) { return !Fits(reading, hints); });
  if (readings.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("no group of ", hints.goal.has_value() ? "the side that the goal is about" : "either side",
                     " is enclosed; give the problem a target"));
  }
  Inference best{.problem = readings[0].problem};
  double best_score = -1;
  for (const Reading& reading : readings) {
    if (best.num_tried == limits.max_readings) break;
    const Trial trial = Try(reading.problem, limits);
    ++best.num_tried;
    best.num_nodes += trial.num_nodes;
    best.num_decided += trial.is_decided();
    const double score = ScoreOf(reading, trial);
    if (score <= best_score) continue;
    best_score = score;
    best.problem = reading.problem;
    best.is_decided = trial.is_decided();
  }
  if (hints.goal.has_value()) best.problem.goal = *hints.goal;
  return best;
}

}  // namespace tenuki
