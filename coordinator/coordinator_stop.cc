// How stop rules end cells: they are shown what is committed, in the order of units, one cell at a time.
#include <limits>
#include <utility>

#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "common/arrow_status.h"
#include "coordinator/coordinator.h"
#include "experiments/registry.h"

namespace tenuki {

void Coordinator::ApplyStopRules() {
  while (const std::optional<StopReading> reading = BeginStopReading()) {
    const absl::StatusOr<std::optional<int64_t>> last_unit = ReadForStop(*reading);
    EndStopReading(*reading, last_unit);
    if (!last_unit.ok()) return;  // the next call tries again
  }
}

std::optional<Coordinator::StopReading> Coordinator::BeginStopReading() {
  absl::MutexLock lock(mutex_);
  // Whoever waits for a result may rely on it that the rules have seen it.
  mutex_.Await(absl::Condition(+[](bool* is_reading) { return !*is_reading; }, &is_reading_for_stop_));
  while (!stop_news_.empty()) {
    const auto [id, index] = stop_news_.extract(stop_news_.begin()).value();
    const CatalogExperiment* experiment = catalog_.Find(id);
    if (experiment == nullptr || experiment->cells[index].IsStopUpToDate()) continue;
    const CatalogCell& cell = experiment->cells[index];
    const Interval units = {cell.stop->next_unit, cell.FirstUnsettled(cell.stop->next_unit)};
    is_reading_for_stop_ = true;
    return StopReading{.experiment = id,
                       .cell = index,
                       .stop = cell.stop,
                       .view = {.plan = experiment->plan,
                                .parts = {{.cell = index, .store = cell.store, .units = units}},
                                .version = std::numeric_limits<LedgerVersion>::max()}};
  }
  return std::nullopt;
}

absl::StatusOr<std::optional<int64_t>> Coordinator::ReadForStop(const StopReading& reading) {
  const Kind& kind = KindOf(reading.view.plan->experiment);
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatchReader> rows,
                        OpenTable(reading.view, kind.unit_tables().front().name));
  while (true) {
    ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatch> batch, FromArrow(rows->Next()));
    if (batch == nullptr) return std::nullopt;
    ABSL_ASSIGN_OR_RETURN(const std::optional<int64_t> last_unit, reading.stop->rule->Add(*batch));
    if (last_unit.has_value()) return last_unit;
  }
}

void Coordinator::EndStopReading(const StopReading& reading, const absl::StatusOr<std::optional<int64_t>>& last_unit) {
  const StoredView::Part& part = reading.view.parts.front();
  const bool stops = last_unit.ok() && last_unit->has_value();
  const absl::StatusOr<LedgerVersion> version =
      stops ? ledger_->VersionOfUnits(part.store, **last_unit + 1) : absl::StatusOr<LedgerVersion>(0);
  absl::MutexLock lock(mutex_);
  is_reading_for_stop_ = false;
  CatalogExperiment* experiment = catalog_.Find(reading.experiment);
  if (experiment == nullptr || experiment->cells[reading.cell].stop != reading.stop) return;  // it was replaced
  CatalogCell& cell = experiment->cells[reading.cell];
  if (!last_unit.ok() || !version.ok()) {
    LOG(ERROR) << "the stop rule of cell " << reading.cell << " of '" << experiment->row.name
               << "' could not be applied: " << (last_unit.ok() ? version.status() : last_unit.status());
    // It may have seen a part.
    cell.stop = experiment->NewStop(reading.cell);
    stop_news_.emplace(reading.experiment, reading.cell);
    return;
  }
  cell.stop->next_unit = part.units.end;
  if (!stops) {
    stop_news_.emplace(reading.experiment, reading.cell);  // more may have come meanwhile
    return;
  }
  cell.stop->stopped_at = *version;
  cell.num_units = **last_unit + 1;
  cell.committed.Remove(Interval{cell.num_units, INT64_MAX});
  cell.quarantined.erase(cell.quarantined.lower_bound(cell.num_units), cell.quarantined.end());
  scheduler_->EndCell(reading.experiment, reading.cell, cell.num_units);
  NoteReaped();
  LOG(INFO) << "cell " << reading.cell << " of '" << experiment->row.name << "' has stopped after " << cell.num_units
            << " units";
}

}  // namespace tenuki
