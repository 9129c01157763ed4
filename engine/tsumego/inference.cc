#include "engine/tsumego/inference.h"

#include <algorithm>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "engine/tsumego/local_game.h"
#include "engine/tsumego/proof_search.h"

namespace tenuki {
namespace {

// Chains with so few liberties may be in danger on the spot, and are out of it with so many more.
constexpr int kFewLiberties = 3;
constexpr int kLibertiesToGetOut = 2;
// A target that reaches so far is not shut in.
constexpr int kMaxReach = 45;
constexpr int kMaxLongTrials = 5;
constexpr int64_t kAtAGlance = 40;

Problem ProblemOf(const Board& board, Color defender, const PointSet& target) {
  Problem problem{.board = board, .defender = defender};
  problem.goal = problem.attacker_to_move() ? Goal::kKill : Goal::kLive;
  problem.target = target;
  return problem;
}

// A target that only has to get out is captured or connected, not killed or saved.
void NameGoal(Problem& problem) {
  if (problem.safe_liberties == 0) return;
  problem.goal = problem.attacker_to_move() ? Goal::kCapture : Goal::kConnect;
}

std::optional<Reading> ReadingOf(const Board& board, Color defender, const PointSet& target, int safe_liberties = 0) {
  if (board.stones(Opponent(defender)).empty()) return std::nullopt;
  Reading reading{.problem = ProblemOf(board, defender, target)};
  reading.problem.safe_liberties = safe_liberties;
  reading.reach = FindRegion(reading.problem, {.width = RegionWidth::kNarrow}).reach;
  NameGoal(reading.problem);
  if (reading.reach > kMaxReach) return std::nullopt;
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
  // Of two looks, this is the second.
  bool is_long = false;

  bool is_decided() const { return first == true && second == false; }
  bool is_idle() const { return first == false || second == true; }
};

Trial Try(const Problem& problem, int64_t max_nodes, int64_t table_bytes) {
  const LocalGame game = *LocalGame::Make(problem, KoRights::kNeither);
  ProofTable table(table_bytes);
  ProofSearch search(game, table);
  Trial trial;
  const Role own = game.start().to_move;
  const auto run = [&](const LocalState& state) -> std::optional<bool> {
    const ProofResult result = search.Solve(state, {.max_nodes = max_nodes});
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
  double score = std::min(12, reading.problem.target.size()) + 2;
  if (reading.problem.safe_liberties > 0) score *= 0.9;
  if (trial.is_idle()) return 0.1 * score;
  // What is seen at a glance is hardly what is asked.
  if (trial.is_decided()) return trial.num_nodes < kAtAGlance ? 0.7 * score : score;
  const double openness = std::max(12, reading.reach);
  return 0.65 * score * 12.0 / openness;
}

}  // namespace

std::vector<Reading> PossibleReadings(const Board& board) {
  std::vector<Reading> readings;
  const auto add = [&](const std::optional<Reading>& reading) {
    if (!reading.has_value()) return;
    for (const Reading& other : readings) {
      const bool is_same_sort = (other.problem.safe_liberties > 0) == (reading->problem.safe_liberties > 0);
      if (is_same_sort && other.problem.target == reading->problem.target) return;
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
  for (Color color : {Color::kBlack, Color::kWhite}) {
    PointSet rest = board.stones(color);
    while (!rest.empty()) {
      const PointSet chain = board.ChainAt(*rest.begin());
      const int liberties = board.LibertiesAt(*rest.begin()).size();
      rest -= chain;
      if (liberties <= kFewLiberties) add(ReadingOf(board, color, chain, liberties + kLibertiesToGetOut));
    }
  }
  // Those that are shut in first; of chains in danger, those with the fewest liberties.
  const auto rank = [](const Reading& reading) {
    const int safe_liberties = reading.problem.safe_liberties;
    const int room = safe_liberties > 0 ? 3 + 2 * safe_liberties : reading.reach;
    return room - 2 * reading.problem.target.size();
  };
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
                                                     ToGtp(board.size(), point), " is ", ColorName(board.at(point))));
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
  const int reach = FindRegion(problem).reach;
  if (hints.region.empty() && reach > kMaxReach) {
    return absl::InvalidArgumentError(
        "the target cannot be enclosed: it gets out into the open; give the problem a region");
  }
  if (!hints.region.empty()) {
    problem.region = hints.region;
    problem.walled = PointSet();
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
  if (std::ssize(readings) > limits.max_readings) readings.resize(limits.max_readings);
  struct Candidate {
    Trial trial;
    double score = 0;
  };
  std::vector<Candidate> candidates;
  Inference best;
  const auto run = [&](const Reading& reading, int64_t max_nodes) {
    const Trial trial = Try(reading.problem, max_nodes, limits.table_bytes);
    best.num_nodes += trial.num_nodes;
    return Candidate{trial, ScoreOf(reading, trial)};
  };
  for (const Reading& reading : readings) candidates.push_back(run(reading, limits.max_nodes / 10));
  // The most likely of those that a glance does not decide are looked at for longer.
  for (int round = 0; round < kMaxLongTrials; ++round) {
    const auto top = std::ranges::max_element(candidates, {}, &Candidate::score);
    if (top->trial.is_decided() || top->trial.is_idle() || top->trial.is_long) break;
    const Reading& reading = readings[top - candidates.begin()];
    *top = run(reading, limits.max_nodes);
    top->trial.is_long = true;
  }
  const auto top = std::ranges::max_element(candidates, {}, &Candidate::score);
  best.problem = readings[top - candidates.begin()].problem;
  best.is_decided = top->trial.is_decided();
  best.num_tried = static_cast<int>(candidates.size());
  for (const Candidate& candidate : candidates) best.num_decided += candidate.trial.is_decided();
  if (hints.goal.has_value()) best.problem.goal = *hints.goal;
  return best;
}

}  // namespace tenuki
