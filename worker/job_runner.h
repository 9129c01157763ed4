// Runs one lease: from a cell and a range of its units to the result that the coordinator is sent.
//
//   JobControl control;                                           // shared with whoever watches
//   FinishedJob job = RunJob(lease, surroundings, control);
//
// There is always a result. A unit that cannot be run is a failure in it, next to the rows of the units before (law 4);
// a job that is stopped has the rows of the units that it did.
//
// Pure functions apart from the files of rows; a JobControl is thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "common/cpu.h"
#include "common/file_system.h"
#include "experiments/registry.h"
#include "tenuki/v1/job.pb.h"
#include "worker/byte_budget.h"
#include "worker/spilled_table.h"

namespace tenuki {

// Of a UnitFailure: an external engine's last words may be many.
inline constexpr size_t kMaxFailureReasonBytes = 4096;

struct JobControl {
  // To be set by whoever wants it to end; seen after each unit.
  std::atomic<bool> stop = false;
  std::atomic<int64_t> num_units_done = 0;
};

// What all jobs of a worker share. What it refers to must outlive the finished jobs.
struct JobSurroundings {
  // The worker's name, for provenance.
  std::string worker;
  CpuLevel cpu_level = BestCpuLevel();
  std::span<const Kind* const> kinds = AllKinds();
  // Tables that are too large for memory become files in this folder.
  FileSystem& files;
  ByteBudget& budget;
  std::string folder;
  Inputs& inputs = Inputs::None();
  EngineHost& engines = EngineHost::None();
  // As in RunContext.
  int max_games_at_once = 16;
  int max_games_in_lockstep = 64;
};

struct FinishedJob {
  v1::JobResult result;
  // The rows of tables that are to be staged before it is delivered.
  std::vector<std::shared_ptr<SpilledTable>> spilled = {};
  // Not OK: this worker is at fault and no unit is, e.g. because its disk is full. The result gives the job back.
  absl::Status trouble = absl::OkStatus();
};

FinishedJob RunJob(const v1::Lease& lease, const JobSurroundings& surroundings, JobControl& control);

// The result of a job of which nothing was run: with a failure when there is a reason, to be leased again at once when
// there is none.
FinishedJob GiveBack(const v1::Lease& lease, const JobSurroundings& surroundings, std::string_view reason);

// The name of the files of an attempt, before the first dot.
std::string AttemptFileName(uint64_t attempt);

}  // namespace tenuki
