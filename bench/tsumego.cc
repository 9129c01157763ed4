// The tsumego solvers measured: the nodes a second of both searches, and the share of a suite that is solved within 1 s
// and 10 s a problem, of processor time, so that the shares hold on a machine that others use too.
//
//   ./dev bench tsumego                                              the shipped shapes
//   build/release/bin/bench_tsumego SUITE [SECONDS [EVERY]]          another suite, another limit, each EVERYth problem
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "engine/tsumego/monte_carlo.h"
#include "engine/tsumego/proof_search.h"
#include "experiments/tsumego/solve_unit.h"
#include "experiments/tsumego/suite.h"

namespace tenuki::bench {
namespace {

absl::Duration ProcessorTime() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return absl::DurationFromTimespec(time);
}

absl::StatusOr<Suite> ReadSuite(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return absl::NotFoundError(path + ": cannot be read");
  v1::InputFiles files;
  files.add_files()->set_path(path);
  files.mutable_files(0)->set_content(std::string(std::istreambuf_iterator<char>(in), {}));
  return Suite::Read(files);
}

struct Tally {
  int problems = 0;
  int correct = 0;
  int correct_in_1s = 0;
  int proven_correct = 0;
  int errors = 0;
  int64_t nodes = 0;
  int64_t playouts = 0;
  std::vector<double> seconds;
};

void Print(const std::string& name, Tally& tally) {
  std::ranges::sort(tally.seconds);
  std::printf("%-36s %8d %8.1f %8.1f %8.1f %7d %9.3f\n", name.c_str(), tally.problems,
              100.0 * tally.correct_in_1s / tally.problems, 100.0 * tally.correct / tally.problems,
              100.0 * tally.proven_correct / std::max(1, tally.correct), tally.errors,
              tally.seconds[tally.seconds.size() / 2]);
}

// Shares of a suite. What takes less than a second is the same with ten: limits are looked at by shares of the time, so
// a problem that ended early is counted for both.
void SolveSuite(const Suite& suite, double limit_seconds, size_t every) {
  std::map<std::string, Tally> tallies;
  v1::Tsumego tsumego;
  tsumego.set_max_nodes(int64_t{1} << 40);
  tsumego.set_table_megabytes(256);
  tsumego.set_time_limit_seconds(limit_seconds);
  tsumego.mutable_monte_carlo()->set_playouts(1'000'000);
  for (size_t i = 0; i < suite.problems.size(); i += every) {
    const absl::Duration start = ProcessorTime();
    const ProblemRow row = SolveUnit(suite.problems[i], tsumego, i, [&] { return ProcessorTime() - start; }).problem;
    const double seconds = absl::ToDoubleSeconds(ProcessorTime() - start);
    std::printf("  %-44s %-8s %-9s %-10s %-4s %6.2f s  %s\n", row.id.c_str(), row.is_correct ? "correct" : "wrong",
                row.certainty.c_str(), row.goal.c_str(), row.answer.c_str(), seconds, row.error.c_str());
    std::fflush(stdout);
    for (const std::string& name : {row.level, row.level + ", " + (row.genre.empty() ? "?" : row.genre)}) {
      Tally& tally = tallies[name];
      ++tally.problems;
      tally.correct += row.is_correct;
      tally.correct_in_1s += row.is_correct && seconds <= 1;
      tally.proven_correct += row.is_correct && row.is_proven;
      tally.errors += !row.error.empty();
      tally.seconds.push_back(seconds);
    }
  }
  std::printf("\nlimit %.0f s of processor time a problem\n%-36s %8s %8s %8s %8s %7s %9s\n", limit_seconds, "level",
              "problems", "% in 1 s", "% correct", "% proven", "errors", "median s");
  for (auto& [name, tally] : tallies) Print(name, tally);
}

void MeasureRates(const Suite& suite) {
  int64_t nodes = 0, playouts = 0;
  double proof_seconds = 0, playout_seconds = 0;
  for (size_t i = 0; i < suite.problems.size(); i += 8) {
    const SuiteProblem& problem = suite.problems[i];
    const absl::StatusOr<Inference> inference = Infer(problem.board, problem.hints, {});
    if (!inference.ok()) continue;
    const absl::StatusOr<LocalGame> game = LocalGame::Make(inference->problem, KoRights::kNeither);
    if (!game.ok()) continue;
    ProofTable table(16 << 20);
    absl::Duration start = ProcessorTime();
    nodes += ProofSearch(*game, table).Solve(game->start(), {.max_nodes = 50'000}).num_nodes;
    proof_seconds += absl::ToDoubleSeconds(ProcessorTime() - start);
    start = ProcessorTime();
    playouts += MonteCarloSolver(*game, {.playouts = 2'000, .use_solver = false}, 1).Run().playouts;
    playout_seconds += absl::ToDoubleSeconds(ProcessorTime() - start);
  }
  std::printf("proof-number search: %.0f nodes a second; Monte-Carlo tree search: %.0f playouts a second\n",
              static_cast<double>(nodes) / proof_seconds, static_cast<double>(playouts) / playout_seconds);
}

int Main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : TENUKI_CONFIGS "/data/tsumego_shapes.jsonl";
  const double limit_seconds = argc > 2 ? std::atof(argv[2]) : 10;
  const int every = argc > 3 ? std::atoi(argv[3]) : 1;
  if (limit_seconds <= 0 || every < 1) {
    std::fprintf(stderr, "bench_tsumego SUITE [SECONDS [EVERY]]: both should be above 0\n");
    return 2;
  }
  const absl::StatusOr<Suite> suite = ReadSuite(path);
  if (!suite.ok()) {
    std::fprintf(stderr, "%s\n", std::string(suite.status().message()).c_str());
    return 2;
  }
  MeasureRates(*suite);
  SolveSuite(*suite, limit_seconds, static_cast<size_t>(every));
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main(int argc, char** argv) { return tenuki::bench::Main(argc, argv); }
