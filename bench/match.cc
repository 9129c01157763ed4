// A match against GNU Go measured: what a game costs GNU Go itself, which nobody can save, and what our side adds to
// it: search, the referee, pipes, processes, rows. All in one process, on as many slots as there are cores.
//
//   ./dev bench match [PAIRS]          level 10, 16,000 playouts a move; four pairs on each core by default
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "common/file_system.h"
#include "experiments/config.h"
#include "experiments/engines.h"
#include "experiments/plan.h"
#include "experiments/registry.h"
#include "worker/engines/engine_registry.h"
#include "worker/engines/process_engine_host.h"

namespace tenuki::bench {
namespace {

constexpr std::string_view kExperiment = R"(name: "match"
  match {
    player { uct { playouts: 16000 resign_below: 0.05 } }
    opponent { engine { name: "gnugo" settings { name: "level" value: "10" } } }
  })";

class NoTables final : public TableSink {
 public:
  absl::Status Append(size_t, std::shared_ptr<arrow::RecordBatch>) override { return absl::OkStatus(); }
};

double CpuSeconds(int who) {
  rusage usage;
  CHECK_EQ(getrusage(who, &usage), 0);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

int Main(int pairs_per_slot) {
  const std::string path = TENUKI_CONFIGS "/engines.textproto";
  const std::string registry = ReadWholeFile(FileSystem::Real(), path, kMaxEngineRegistryBytes).value();
  const auto host = ProcessEngineHost::Make(ReadEngineRegistry(path, registry).value()).value();
  v1::Experiment experiment = ReadExperiment("match", kExperiment, {}).value();
  if (absl::Status status = PinEngines(*host, experiment); !status.ok()) {
    std::fprintf(stderr, "bench match: %s\n", std::string(status.message()).c_str());
    return 3;
  }
  const Plan plan = MakePlan(experiment).value();

  absl::Mutex mutex;
  std::map<std::string, absl::Duration> times;
  std::map<std::string, int64_t> counts;
  const auto num_slots = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const double children = CpuSeconds(RUSAGE_CHILDREN);
  const double self = CpuSeconds(RUSAGE_SELF);
  const absl::Time start = absl::Now();
  std::vector<std::thread> slots;
  for (int slot = 0; slot < num_slots; ++slot) {
    slots.emplace_back([&, slot] {
      NoTables tables;
      const RunContext context = {.engines = *host, .note_time = [&](std::string_view activity, absl::Duration time) {
                                    absl::MutexLock lock(mutex);
                                    times[std::string(activity)] += time;
                                    ++counts[std::string(activity)];
                                  }};
      CHECK_OK(KindOf(plan.experiment)
                   .Run(plan.cells[0], {.first = slot * pairs_per_slot, .count = pairs_per_slot}, context, tables));
    });
  }
  for (std::thread& slot : slots) slot.join();
  const double wall = absl::ToDoubleSeconds(absl::Now() - start);
  host->WaitForRetired();
  const double engines = CpuSeconds(RUSAGE_CHILDREN) - children;
  const double ours = CpuSeconds(RUSAGE_SELF) - self;
  const double games = 2.0 * num_slots * pairs_per_slot;
  const double search = absl::ToDoubleSeconds(times["player"]);
  std::printf("%.0f games against GNU Go level 10 on 9x9, 16,000 playouts a move, %d slots\n", games, num_slots);
  std::printf("%-44s %8.2f\n", "GNU Go's own CPU, s a game", engines / games);
  std::printf("%-44s %8.2f\n", "our CPU, s a game", ours / games);
  std::printf("%-44s %8.2f\n", "  of which search, s a game (wall)", search / games);
  std::printf("%-44s %8.1f\n", "our moves a game", static_cast<double>(counts["player"]) / games);
  std::printf("%-44s %8.1f   target <= 15\n", "ours on top of GNU Go's, %", 100 * ours / engines);
  std::printf("%-44s %8.1f   target >= 97\n", "cores busy, %", 100 * (ours + engines) / (wall * num_slots));
  std::printf("%-44s %8ld\n", "games played again after a crash", static_cast<long>(counts["void game: crash"]));
  return 0;
}

}  // namespace
}  // namespace tenuki::bench

int main(int argc, char** argv) { return tenuki::bench::Main(argc > 1 ? std::max(1, std::atoi(argv[1])) : 4); }
