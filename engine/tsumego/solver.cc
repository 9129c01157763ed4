#include "engine/tsumego/solver.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/status/status_macros.h"
#include "engine/tsumego/move_knowledge.h"

namespace tenuki {
namespace {

// Of the budget, for the three rights to kos in their order; the rest is for Monte-Carlo search.
constexpr double kShares[] = {0.55, 0.75, 0.85};
// With proof alone.
constexpr double kProofShares[] = {0.65, 0.88, 1.0};
// Nodes for each first move in the first round, and how they grow.
constexpr int64_t kFirstCap = 60;
constexpr int64_t kCapGrowth = 6;
constexpr int64_t kBytesForOthers = 1 << 19;

KoRights RightsOf(Role role) { return role == Role::kAttacker ? KoRights::kAttacker : KoRights::kDefender; }

class ProblemSolver {
 public:
  ProblemSolver(const Problem& problem, const SolverOptions& options, LocalGame game)
      : problem_(problem), options_(options), game_(std::move(game)), mover_(game_.start().to_move) {
    solution_.num_empty = game_.Empty(game_.start()).size();
  }

  absl::StatusOr<Solution> Solve() {
    if (options_.method != Method::kMonteCarlo) {
      ABSL_RETURN_IF_ERROR(Prove());
    }
    if (solution_.certainty != Certainty::kProven && options_.method != Method::kProof) Estimate();
    return std::move(solution_);
  }

 private:
  struct Attempt {
    LocalGame game;
    ProofResult result;
  };

  absl::Status Prove() {
    const KoRights rights[] = {RightsOf(Other(mover_)), KoRights::kNeither, RightsOf(mover_)};
    const double* shares = options_.method == Method::kProof ? kProofShares : kShares;
    bool is_certain = true;
    ProofTable table(options_.table_bytes);
    for (int i = 0; i < 3; ++i) {
      ABSL_ASSIGN_OR_RETURN(const LocalGame game, LocalGame::Make(problem_, rights[i]));
      table.Clear();
      ProofSearch search(game, table);
      const ProofLimits limits = LimitsUntil(shares[i]);
      const ProofResult result = search.Solve(game.start(), limits);
      solution_.num_nodes += result.num_nodes;
      solution_.max_depth = std::max(solution_.max_depth, result.max_depth);
      if (!result.winner.has_value()) {
        is_certain = false;
        if (result.move != kNoMove && !solution_.has_move) SetMove(game, result.move);
        continue;
      }
      const bool wins = *result.winner == mover_;
      // Lost with every threat, it is lost for certain. So says the last attempt, and no other.
      if (!wins && i < 2) continue;
      // A ko that is won now may be won without one where an earlier attempt did not end.
      if (wins || is_certain || i == 2) Settle(game, search, result, i, is_certain || !wins || i == 0);
      return absl::OkStatus();
    }
    return absl::OkStatus();
  }

  void Settle(const LocalGame& game, ProofSearch& search, const ProofResult& result, int attempt, bool is_certain) {
    const bool wins = *result.winner == mover_;
    solution_.certainty = is_certain ? Certainty::kProven : Certainty::kEstimated;
    solution_.outcome = OutcomeOf(wins ? mover_ : Other(mover_), wins ? attempt : 0);
    solution_.value = wins ? 1 : -1;
    solution_.half_width = 0;
    solution_.line.clear();
    SetMove(game, result.move);
    const std::vector<Spot> line = search.PrincipalLine(game.start());
    for (Spot spot : line) solution_.line.push_back(game.PointOf(spot));
    if (is_certain && solution_.outcome == Outcome::kAlive && IsSeki(result.num_nodes)) {
      solution_.outcome = Outcome::kSeki;
    }
    if (wins && options_.find_other_moves) FindOtherMoves(game, result);
  }

  // Whether the target, which lives, would die where seki is death. False also when that is not found out.
  bool IsSeki(int64_t nodes_for_life) {
    const absl::StatusOr<LocalGame> game = LocalGame::Make(problem_, RightsOf(Role::kAttacker), LifeRule::kSekiDies);
    if (!game.ok()) return false;
    ProofTable table(kBytesForOthers);
    ProofLimits limits = LimitsUntil(1.0);
    limits.max_nodes = std::max(options_.min_nodes_for_others, nodes_for_life);
    const ProofResult result = ProofSearch(*game, table).Solve(game->start(), limits);
    solution_.num_nodes += result.num_nodes;
    return result.winner == Role::kAttacker;
  }

  Outcome OutcomeOf(Role winner, int attempt) const {
    if (attempt == 0) return winner == Role::kAttacker ? Outcome::kDead : Outcome::kAlive;
    // Without threats on either side the mover wins the ko in the second attempt, and loses it in the third.
    const Role favoured = attempt == 1 ? winner : Other(winner);
    return favoured == Role::kAttacker ? Outcome::kKoForAttacker : Outcome::kKoForDefender;
  }

  // Which first moves work, by searches of their own that get more nodes from round to round; the answer is the one
  // that is proven with the fewest, which people would call the solution.
  void FindOtherMoves(const LocalGame& game, const ProofResult& result) {
    int64_t nodes_left = std::max(options_.min_nodes_for_others, result.num_nodes);
    ProofTable table(kBytesForOthers);
    SpotSet open = MovesWorthTrying(game, game.start()).spots;
    std::vector<std::pair<int64_t, Spot>> solving;
    for (int64_t cap = kFirstCap; cap <= nodes_left && !open.empty() && solving.empty(); cap *= kCapGrowth) {
      for (Spot spot : open) {
        LocalState after = game.start();
        if (!game.Play(after, spot)) {
          open.Erase(spot);
          continue;
        }
        table.Clear();
        ProofLimits limits = LimitsUntil(1.0);
        limits.max_nodes = std::max<int64_t>(1, std::min(cap, nodes_left));
        const ProofResult other = ProofSearch(game, table).Solve(after, limits);
        nodes_left -= other.num_nodes;
        solution_.num_nodes += other.num_nodes;
        if (!other.winner.has_value()) continue;
        open.Erase(spot);
        if (other.winner == mover_) solving.emplace_back(other.num_nodes, spot);
      }
    }
    solution_.others_are_complete = open.empty();
    if (solving.empty()) return;
    std::ranges::sort(solving);
    SetMove(game, solving[0].second);
    for (size_t i = 1; i < solving.size(); ++i) solution_.other_moves.push_back(game.PointOf(solving[i].second));
    SetLine(game, solving[0].second);
  }

  // The line after a first move, searched again: a table of its own knows nothing else.
  void SetLine(const LocalGame& game, Spot first) {
    LocalState after = game.start();
    game.Play(after, first);
    ProofTable table(kBytesForOthers);
    ProofSearch search(game, table);
    ProofLimits limits = LimitsUntil(1.0);
    limits.max_nodes = std::max(options_.min_nodes_for_others, solution_.num_nodes);
    search.Solve(after, limits);
    solution_.line = {game.PointOf(first)};
    for (Spot spot : search.PrincipalLine(after)) solution_.line.push_back(game.PointOf(spot));
  }

  void Estimate() {
    MonteCarloParameters parameters = options_.monte_carlo;
    if (options_.share_spent) {
      parameters.should_stop = [this] { return options_.share_spent() >= 1.0; };
    }
    MonteCarloSolver search(game_, parameters, options_.seed);
    const MonteCarloResult result = search.Run();
    solution_.playouts = result.playouts;
    solution_.saved_playouts = result.saved_playouts;
    solution_.num_states = result.num_states;
    solution_.num_merged = result.num_merged;
    solution_.max_depth = std::max(solution_.max_depth, result.max_depth);
    solution_.value = result.value;
    solution_.half_width = result.half_width;
    // A ko that a proof has found is worth more than an estimate.
    if (solution_.certainty == Certainty::kEstimated) return;
    solution_.certainty = Certainty::kEstimated;
    const bool wins = result.winner.has_value() ? *result.winner == mover_ : result.value > 0;
    solution_.outcome = OutcomeOf(wins ? mover_ : Other(mover_), 0);
    if (result.visits.empty()) return;
    SetMove(game_, result.move);
    solution_.line = {solution_.move};
  }

  void SetMove(const LocalGame& game, int spot) {
    solution_.has_move = spot != kNoMove;
    if (spot != kNoMove) solution_.move = game.PointOf(spot);
  }

  ProofLimits LimitsUntil(double share) const {
    const auto nodes = static_cast<int64_t>(share * static_cast<double>(options_.max_nodes));
    ProofLimits limits{.max_nodes = std::max<int64_t>(1, nodes - solution_.num_nodes)};
    if (options_.share_spent) {
      limits.should_stop = [this, share] { return options_.share_spent() >= share; };
    }
    return limits;
  }

  const Problem& problem_;
  const SolverOptions& options_;
  // Under the plain rule of ko.
  const LocalGame game_;
  const Role mover_;
  Solution solution_;
};

}  // namespace

absl::StatusOr<Solution> Solve(const Problem& problem, const SolverOptions& options) {
  ABSL_ASSIGN_OR_RETURN(LocalGame game, LocalGame::Make(problem, KoRights::kNeither));
  return ProblemSolver(problem, options, std::move(game)).Solve();
}

}  // namespace tenuki
