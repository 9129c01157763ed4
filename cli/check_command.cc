#include "cli/check_command.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/experiment_files.h"
#include "cli/local_engines.h"
#include "cli/outcome.h"
#include "common/clock.h"
#include "coordinator/scheduler_messages.h"
#include "experiments/engines.h"
#include "experiments/registry.h"
#include "report/format.h"

namespace tenuki {
namespace {

// Cells that are tried, and for how long each.
constexpr size_t kMaxCellsTried = 4;
constexpr absl::Duration kTrialTime = absl::Milliseconds(250);

struct CheckOptions {
  std::vector<std::string> configs;
  std::vector<std::string> settings;
  std::string engines;
  int num_workers = 0;
  bool without_trial = false;
};

// Counts the bytes of rows.
class CountingSink final : public TableSink {
 public:
  absl::Status Append(size_t, std::shared_ptr<arrow::RecordBatch> batch) override {
    for (const auto& column : batch->columns()) {
      for (const auto& buffer : column->data()->buffers) num_bytes_ += buffer == nullptr ? 0 : buffer->size();
    }
    return absl::OkStatus();
  }
  int64_t num_bytes() const { return num_bytes_; }

 private:
  int64_t num_bytes_ = 0;
};

struct Trial {
  absl::Duration time_per_unit;
  double bytes_per_unit = 0;
};

// Runs a few units of the cell, and throws their rows away.
absl::StatusOr<Trial> Try(const Cell& cell, Inputs& inputs, EngineHost& engines) {
  const Clock& clock = Clock::Real();
  const absl::Time begin = clock.Now();
  int64_t num_units = 0;
  const RunContext context = {.unit_done =
                                  [&](int64_t) {
                                    ++num_units;
                                    return clock.Now() - begin < kTrialTime;
                                  },
                              .inputs = inputs,
                              .engines = engines};
  CountingSink sink;
  absl::Status status = KindOf(cell.experiment)
                            .Run(cell, {.first = 0, .count = std::min<int64_t>(cell.num_units, 10'000)}, context, sink);
  if (!status.ok() && !absl::IsAborted(status)) return status;
  if (num_units == 0) return absl::InternalError("no unit was run");
  return Trial{.time_per_unit = (clock.Now() - begin) / num_units,
               .bytes_per_unit = static_cast<double>(sink.num_bytes()) / static_cast<double>(num_units)};
}

std::string Roughly(absl::Duration time) {
  const double seconds = absl::ToDoubleSeconds(time);
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return absl::StrFormat("%.0f s", seconds);
  if (seconds < 5400) return absl::StrFormat("%.0f min", seconds / 60);
  if (seconds < 172800) return absl::StrFormat("%.1f h", seconds / 3600);
  return absl::StrFormat("%.1f days", seconds / 86400);
}

std::string Roughly(double bytes) {
  if (bytes < 1e6) return absl::StrFormat("%.0f kB", std::ceil(bytes / 1e3));
  if (bytes < 1e9) return absl::StrFormat("%.0f MB", bytes / 1e6);
  return absl::StrFormat("%.1f GB", bytes / 1e9);
}

// What is known without running anything.
void DescribeCells(const Plan& plan) {
  int64_t num_units = 0;
  for (const Cell& cell : plan.cells) num_units += cell.num_units;
  std::cout << plan.experiment.name() << ": " << FormatCount(static_cast<int64_t>(plan.cells.size())) << " cells, "
            << FormatCount(num_units) << " units\n";
  for (size_t i = 0; i < plan.fields.size(); ++i) {
    std::set<std::string> values;
    for (const Cell& cell : plan.cells) values.insert(cell.values[i]);
    std::cout << "  " << plan.fields[i] << " takes " << values.size()
              << (values.size() == 1 ? " value\n" : " values\n");
  }
  for (const v1::Input& input : plan.experiment.input()) {
    std::cout << "  reads " << input.path() << " (sha256 " << input.digest().substr(0, 12) << "…)\n";
  }
  for (const v1::PinnedEngine& engine : PinnedEngines(plan.experiment)) {
    std::cout << "  plays with " << engine.name() << ": " << engine.version() << " (" << engine.identity().substr(0, 12)
              << (engine.deterministic() ? "…)\n" : "…), which is not deterministic\n");
  }
}

// What it would take, from a trial.
absl::Status DescribeCost(const Plan& plan, Inputs& inputs, EngineHost& engines, int num_workers) {
  int64_t num_units = 0;
  for (const Cell& cell : plan.cells) num_units += cell.num_units;
  // Cells from all over the sweep: they may take very different times.
  const size_t num_tried = std::min(plan.cells.size(), kMaxCellsTried);
  absl::Duration time;
  double bytes = 0;
  for (size_t i = 0; i < num_tried; ++i) {
    const Cell& cell = plan.cells[num_tried == 1 ? 0 : i * (plan.cells.size() - 1) / (num_tried - 1)];
    const absl::StatusOr<Trial> trial = Try(cell, inputs, engines);
    if (!trial.ok()) return trial.status();
    time += trial->time_per_unit / static_cast<double>(num_tried);
    bytes += trial->bytes_per_unit / static_cast<double>(num_tried);
  }
  const absl::Duration total = time * static_cast<double>(num_units);
  const auto num_jobs = static_cast<int64_t>(std::ceil(total / SchedulerOptions().target_job_time)) +
                        static_cast<int64_t>(plan.cells.size());
  std::cout << "  about " << FormatCount(num_jobs) << " jobs, " << Roughly(total) << " of one CPU, "
            << Roughly(total / num_workers) << " on " << num_workers << ", "
            << Roughly(bytes * static_cast<double>(num_units)) << " of rows (by running a few units of " << num_tried
            << (num_tried == 1 ? " cell)\n" : " cells)\n");
  return absl::OkStatus();
}

ExitCode Run(const CheckOptions& options) {
  const absl::StatusOr<std::unique_ptr<ProcessEngineHost>> engines = OpenEngines(options.engines);
  if (!engines.ok()) return Fail("check", engines.status());
  MemoryInputs contents;
  const absl::StatusOr<std::vector<Plan>> plans = PlanFiles(options.configs, options.settings, **engines, contents);
  if (!plans.ok()) return Fail("check", plans.status());
  const int num_workers = options.num_workers > 0 ? options.num_workers
                                                  : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Inputs inputs(contents);
  for (const Plan& plan : *plans) {
    DescribeCells(plan);
    if (options.without_trial) continue;
    const absl::Status status = DescribeCost(plan, inputs, **engines, num_workers);
    if (!status.ok()) return Fail("check", status);
  }
  return kExitDone;
}

}  // namespace

Command AddCheckCommand(CLI::App& tenuki) {
  CLI::App* app = tenuki.add_subcommand("check", "Check experiment files, and estimate what running them takes");
  app->footer("Example:\n  tenuki check configs/quickstart.textproto --set stop.units=1000000 --workers 64");
  auto options = std::make_shared<CheckOptions>();
  app->add_option("CONFIG", options->configs, "Experiment files")->required();
  AddSettingsOption(*app, options->settings);
  app->add_option("--workers", options->num_workers, "CPUs to estimate for; 0 for those of this machine")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  app->add_flag("--no-trial", options->without_trial, "Run no units, and estimate nothing");
  AddEnginesOption(*app, options->engines);
  return {app, [options] { return Run(*options); }};
}

}  // namespace tenuki
