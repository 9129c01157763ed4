// A kind of experiment: what its units are, how they are run, and what is made of their results.
//
//   const Kind& kind = KindOf(experiment);                        // registry.h
//   ABSL_RETURN_IF_ERROR(kind.Run(cell, {.first = 0, .count = 10}, context, sink));
//
// Data goes one way: plan (cells and their units) · run (a unit to rows) · derive (rows to small tables) · report
// (small tables to a document). README.md says how to add a kind; kind_conformance_test.cc holds all of them to these
// laws:
//
//   * A unit's rows depend on the cell, its inputs and the unit's number alone: not on the other units of a job, nor on
//   the machine.
//   * A run that ends early has given the rows of the units that it counted, and of no others.
//   * Derive and MakeReport do not depend on the order of rows.
//
// Kinds have no state: every method is const and thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "common/clock.h"
#include "common/cpu.h"
#include "common/digest.h"
#include "experiments/engine_host.h"
#include "experiments/inputs.h"
#include "experiments/tables.h"
#include "tenuki/v1/experiment.pb.h"
#include "tenuki/v1/report.pb.h"

namespace tenuki {

// One point of a sweep, of one pairing of a tournament.
struct Cell {
  // Its place in the plan, from 0; the column `cell` of stored tables.
  int32_t index = 0;
  // With the values of the sweep set, every default written out, and no sweep.
  v1::Experiment experiment;
  // What its results are stored under.
  Digest digest;
  // The numbers of its units are 0 … num_units − 1.
  int64_t num_units = 0;
  // Where it stands, one for each of Plan::fields.
  std::vector<std::string> values;
};

struct Plan {
  v1::Experiment experiment;
  // What tells cells apart: the fields of the kind's own axis, then those that are swept.
  std::vector<std::string> fields;
  std::vector<Cell> cells;
};

// Cells that a kind makes of an experiment before sweeps multiply them, e.g. who meets whom in a tournament.
struct KindAxis {
  struct Value {
    // One for each of `fields`, as reports and a paper's values name it.
    std::vector<std::string> values;
    // The experiment with the choice made.
    v1::Experiment experiment;
  };
  std::vector<std::string> fields;
  std::vector<Value> values;
};

// Consecutive units of one cell.
struct UnitRange {
  int64_t first = 0;
  int64_t count = 0;
};

// What a run has besides its cell, and how it is watched.
struct RunContext {
  // No result depends on it.
  CpuLevel cpu_level = BestCpuLevel();
  // Called after each unit with its number. When it returns false the run stops, with ABORTED.
  std::function<bool(int64_t unit)> unit_done = [](int64_t) { return true; };
  // Asked now and then by kinds whose units take long: when it returns true the run stops with ABORTED in the middle of
  // its units.
  std::function<bool()> should_stop = [] { return false; };
  Inputs& inputs = Inputs::None();
  EngineHost& engines = EngineHost::None();
  // While an engine thinks for one game, others go on: so many at most. No result depends on it.
  int max_games_at_once = 16;
  // Games without engines that are played at once, their searches together in the lanes of one kernel (performance.md).
  // No result depends on it.
  int max_games_in_lockstep = 64;
  // For `note_time`: no result depends on it.
  const Clock& clock = Clock::Real();
  // Told how long something took that is done again and again, by the name of what it is: for the table `timings`.
  std::function<void(std::string_view activity, absl::Duration time)> note_time = [](std::string_view, absl::Duration) {
  };
};

// Ends a cell before its last unit, by what its units gave: a sequential test. It sees them in their order, so where it
// stops is the same whenever results come in; a unit that cannot be run is left out.
class StopRule {
 public:
  virtual ~StopRule() = default;
  // The next rows of the kind's first unit table, as they are stored: whole units, in order. Gives the last unit that
  // counts, as soon as there is one; it is not called any more then.
  virtual absl::StatusOr<std::optional<int64_t>> Add(const arrow::RecordBatch& rows) = 0;
};

class Kind {
 public:
  virtual ~Kind() = default;

  // The name of its field in Experiment's oneof.
  virtual std::string_view name() const = 0;
  // Raised with every change that changes a result: it is part of each cell's digest.
  virtual int semantic_version() const = 0;

  // Plan. The kind's own axis of cells; most have none. INVALID_ARGUMENT with the field's path.
  virtual absl::StatusOr<KindAxis> Expand(const v1::Experiment& experiment) const {
    return KindAxis{.fields = {}, .values = {{.values = {}, .experiment = experiment}}};
  }

  // Checks what the rules of fields cannot say of a cell, and counts its units. INVALID_ARGUMENT with the field's
  // path; else an error of the inputs' source. It asks for every input of the cell.
  virtual absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const = 0;

  // Stop. Null: all units are run. REQUIRES: PlanCell is content with the cell.
  virtual std::unique_ptr<StopRule> MakeStopRule(const v1::Experiment&) const { return nullptr; }

  // Whether units always give the same rows. Of a cell where they need not, results are not compared.
  virtual bool IsDeterministic(const v1::Experiment&) const { return true; }

  // Run. Each table's rows of the range go to `sink` in the order of units, and the first table has a row or more of
  // every unit. When it stops early or fails, the rows of all units for which `unit_done` was called have been
  // appended, and no others: a worker delivers them. Only when the sink or memory fails that need not be so.
  virtual const std::vector<TableDefinition>& unit_tables() const = 0;
  virtual absl::Status Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const = 0;

  // Derive. From unit tables, which have the column `cell` in front, to the derived ones.
  virtual const std::vector<TableDefinition>& derived_tables() const = 0;
  virtual absl::Status Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const = 0;

  // Report. From the derived tables alone.
  virtual absl::StatusOr<v1::Report> MakeReport(const Plan& plan, TableSource& derived_tables) const = 0;

  // Export. Files for other programs, such as game records; most kinds have none. `write` takes a path from the
  // results' folder on, and what is to be there.
  using WriteFile = absl::FunctionRef<absl::Status(const std::string& path, std::string_view content)>;
  virtual absl::Status Export(const Plan&, Inputs&, TableSource& /*unit_tables*/, WriteFile) const {
    return absl::OkStatus();
  }
};

// The seed of all that is random in a unit (law 1).
uint64_t UnitSeed(const Digest& cell, int64_t unit);

}  // namespace tenuki
