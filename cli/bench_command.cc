#include "cli/bench_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "bench/races.h"
#include "common/cpu.h"

namespace tenuki {
namespace {

struct BenchOptions {
  std::vector<std::string> names;
  int rounds = 5;
};

struct NamedRace {
  const char* name;
  std::vector<bench::RaceRow> (*run)(int rounds);
};
constexpr NamedRace kRaces[] = {
    {"playouts", &bench::RacePlayouts}, {"at-once", &bench::RaceBatchSizes}, {"search", &bench::RaceSearches}};

ExitCode RunBench(const BenchOptions& options) {
  std::vector<bench::RaceRow> rows;
  for (const NamedRace& race : kRaces) {
    if (!options.names.empty() && std::ranges::find(options.names, race.name) == options.names.end()) continue;
    std::ranges::move(race.run(options.rounds), std::back_inserter(rows));
  }
  std::cout << "One core, " << CpuLevelName(BestCpuLevel()) << "; medians of " << options.rounds
            << " rounds, in CPU time. Compare ratios, within one run.\n"
            << bench::RaceTable(rows);
  return kExitDone;
}

}  // namespace

Command AddBenchCommand(CLI::App& tenuki) {
  CLI::App* const app = tenuki.add_subcommand("bench", "Measure playouts and searches on this machine");
  app->footer(
      "Example:\n"
      "  tenuki bench playouts\n\n"
      "  playouts   light playouts from the empty board, one by one and in lanes, at every CPU level this machine has\n"
      "  at-once    playouts in lanes, by how many are under way together\n"
      "  search     a UCT move of 16,000 playouts, alone and in lockstep with other games' searches\n\n"
      "The ratio is to the first line of each race. Other parts have benchmarks of their own: ./dev bench.");
  auto options = std::make_shared<BenchOptions>();
  std::vector<std::string> names;
  for (const NamedRace& race : kRaces) names.emplace_back(race.name);
  app->add_option("NAME", options->names, "What to measure; by default everything")->check(CLI::IsMember(names));
  app->add_option("--rounds", options->rounds, "How often each contestant runs")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  return {.app = app, .run = [options] { return RunBench(*options); }};
}

}  // namespace tenuki
