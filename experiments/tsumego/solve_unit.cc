#include "experiments/tsumego/solve_unit.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/tsumego/inference.h"
#include "engine/tsumego/monte_carlo.h"
#include "engine/tsumego/widening.h"

namespace tenuki {
namespace {

std::string MoveText(int size, Move move) { return move == kPass ? "pass" : ToSgf(size, move); }

template <typename Moves>
std::string MoveTexts(int size, const Moves& moves) {
  return absl::StrJoin(moves, " ", [size](std::string* out, Move move) { absl::StrAppend(out, MoveText(size, move)); });
}

std::string PointTexts(int size, const PointSet& points) {
  std::string text;
  for (Point point : points) absl::StrAppend(&text, text.empty() ? "" : " ", ToSgf(size, point));
  return text;
}

ProblemRow DescriptionOf(const SuiteProblem& problem) {
  const Board& board = problem.board;
  return {.id = problem.id,
          .level = problem.level,
          .to_move = std::string(ColorName(board.to_move())),
          .is_graded = !problem.correct.empty(),
          .board_size = board.size(),
          .black = PointTexts(board.size(), board.stones(Color::kBlack)),
          .white = PointTexts(board.size(), board.stones(Color::kWhite)),
          .correct = MoveTexts(board.size(), problem.correct)};
}

void DescribeReading(const Inference& inference, ProblemRow& row) {
  const Goal goal = inference.problem.goal;
  row.goal = GoalName(goal);
  row.genre = goal == Goal::kKill || goal == Goal::kLive ? "life and death" : "tesuji";
  row.defender = ColorName(inference.problem.defender);
  row.readings = inference.num_tried;
  row.decided_readings = inference.num_decided;
}

void DescribeSolution(const SuiteProblem& problem, const Solution& solution, ProblemRow& row) {
  const int size = problem.board.size();
  row.empties = solution.num_empty;
  row.outcome = OutcomeName(solution.outcome);
  row.certainty = CertaintyName(solution.certainty);
  row.is_proven = solution.certainty == Certainty::kProven;
  if (solution.has_move) {
    row.answer = MoveText(size, solution.move);
    row.is_correct = problem.IsCorrect(solution.move);
    row.is_refuted = problem.IsRefuted(solution.move);
  }
  row.other_moves = MoveTexts(size, solution.other_moves);
  row.line = MoveTexts(size, solution.line);
  row.nodes = solution.num_nodes;
  row.playouts = solution.playouts;
  row.saved_playouts = solution.saved_playouts;
  row.states = solution.num_states;
  row.merged = solution.num_merged;
  row.depth = solution.max_depth;
  row.value = solution.value;
  row.half_width = solution.half_width;
}

std::vector<ExpansionRow> StudyExpansion(const Problem& problem, const v1::Tsumego& tsumego, uint64_t seed) {
  std::vector<ExpansionRow> rows;
  const absl::StatusOr<LocalGame> game = LocalGame::Make(problem, KoRights::kNeither);
  if (!game.ok()) return rows;
  for (int32_t threshold : tsumego.expansion().thresholds()) {
    ExpansionRow row{.threshold = threshold};
    MonteCarloParameters parameters = SolverOptionsOf(tsumego, seed).monte_carlo;
    parameters.expansion_threshold = threshold;
    parameters.playouts = tsumego.expansion().playouts();
    for (bool use_table : {false, true}) {
      parameters.use_table = use_table;
      const MonteCarloResult result = MonteCarloSolver(*game, parameters, seed).Run();
      (use_table ? row.states_with_table : row.states_without_table) = result.num_states;
      row.playouts += result.playouts;
    }
    rows.push_back(row);
  }
  return rows;
}

// In the region that the suite gives, or in those that are found.
absl::StatusOr<WideningSolution> SolveFound(const SuiteProblem& problem, const Inference& inference,
                                            const SolverOptions& options) {
  if (problem.hints.region.empty()) return SolveByWidening(inference.problem, options);
  ABSL_ASSIGN_OR_RETURN(Solution solution, Solve(inference.problem, options));
  return WideningSolution{std::move(solution), inference.problem, RegionWidth::kNarrow, /*is_given=*/true};
}

}  // namespace

SolverOptions SolverOptionsOf(const v1::Tsumego& tsumego, uint64_t seed) {
  SolverOptions options;
  switch (tsumego.method()) {
    case v1::MONTE_CARLO: options.method = Method::kMonteCarlo; break;
    case v1::PROOF: options.method = Method::kProof; break;
    case v1::HYBRID: options.method = Method::kHybrid; break;
  }
  options.max_nodes = tsumego.max_nodes();
  options.table_bytes = int64_t{tsumego.table_megabytes()} << 20;
  options.find_other_moves = tsumego.find_other_moves();
  options.seed = seed;
  const v1::MonteCarlo& given = tsumego.monte_carlo();
  options.monte_carlo = {.playouts = given.playouts(),
                         .exploration = given.exploration(),
                         .expansion_threshold = given.expansion_threshold(),
                         .use_table = given.transposition_table(),
                         .use_eye_shape = given.eye_shape(),
                         .use_urgency = given.urgency(),
                         .use_pruning = given.pruning(),
                         .segment_playouts = given.segment_playouts(),
                         .use_solver = given.solver(),
                         .confidence_z = given.confidence_z()};
  return options;
}

SolvedUnit SolveUnit(const SuiteProblem& problem, const v1::Tsumego& tsumego, uint64_t seed,
                     absl::FunctionRef<absl::Duration()> elapsed) {
  SolvedUnit unit{.problem = DescriptionOf(problem)};
  const absl::StatusOr<Inference> inference =
      Infer(problem.board, problem.hints,
            {.max_nodes = tsumego.target_search().max_nodes(), .max_readings = tsumego.target_search().max_readings()});
  if (!inference.ok()) {
    unit.problem.error = inference.status().message();
    return unit;
  }
  DescribeReading(*inference, unit.problem);
  SolverOptions options = SolverOptionsOf(tsumego, seed);
  if (tsumego.time_limit_seconds() > 0) {
    const absl::Duration limit = absl::Seconds(tsumego.time_limit_seconds());
    options.share_spent = [elapsed, limit] { return absl::FDivDuration(elapsed(), limit); };
  }
  const absl::StatusOr<WideningSolution> found = SolveFound(problem, *inference, options);
  if (!found.ok()) {
    unit.problem.error = found.status().message();
    return unit;
  }
  DescribeSolution(problem, found->solution, unit.problem);
  unit.problem.region_width = found->is_given ? "given" : RegionWidthName(found->width);
  if (!tsumego.expansion().thresholds().empty()) unit.expansion = StudyExpansion(found->problem, tsumego, seed);
  return unit;
}

}  // namespace tenuki
