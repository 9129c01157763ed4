#include "coordinator/catalog.h"

#include <utility>

#include "absl/status/status_macros.h"
#include "experiments/registry.h"

namespace tenuki {

IntervalSet CatalogCell::Missing() const {
  IntervalSet missing({0, num_units});
  missing.Remove(committed);
  for (const auto& [unit, quarantine] : quarantined) missing.Remove(Interval{unit, unit + 1});
  return missing;
}

int64_t CatalogCell::FirstUnsettled(int64_t from) const {
  while (true) {
    const int64_t next = committed.FirstMissing(from);
    if (!quarantined.contains(next)) return next;
    from = next + 1;
  }
}

bool CatalogCell::IsStopUpToDate() const {
  return stop == nullptr || stop->stopped_at.has_value() || FirstUnsettled(stop->next_unit) == stop->next_unit;
}

StoredView CatalogExperiment::ViewAt(LedgerVersion version) const {
  StoredView view{.plan = plan, .version = version};
  for (const Cell& planned : plan->cells) {
    const CatalogCell& cell = cells[planned.index];
    // What was there before the rule could stop is seen as it was then.
    const bool ends_early =
        cell.stop != nullptr && cell.stop->stopped_at.has_value() && *cell.stop->stopped_at <= version;
    const Interval units = {0, ends_early ? cell.num_units : planned.num_units};
    view.parts.push_back({.cell = planned.index, .store = cell.store, .units = units});
  }
  return view;
}

std::shared_ptr<CellStop> CatalogExperiment::NewStop(int32_t cell) const {
  std::unique_ptr<StopRule> rule = kind->MakeStopRule(plan->cells[cell].experiment);
  if (rule == nullptr) return nullptr;
  return std::make_shared<CellStop>(CellStop{.rule = std::move(rule)});
}

absl::StatusOr<CatalogExperiment*> Catalog::Add(LedgerExperiment row, const std::shared_ptr<const Plan>& plan,
                                                Ledger& ledger) {
  std::vector<Digest> digests;
  for (const Cell& cell : plan->cells) digests.push_back(cell.digest);
  ABSL_ASSIGN_OR_RETURN(const std::vector<StoreId> stores, ledger.Stores(digests));
  CatalogExperiment experiment{.row = std::move(row), .plan = plan, .kind = &KindOf(plan->experiment)};
  ABSL_ASSIGN_OR_RETURN(experiment.nondeterminism_errors, ledger.NondeterminismErrors(experiment.row.id));
  for (const Cell& planned : plan->cells) {
    CatalogCell cell{.store = stores[planned.index], .num_units = planned.num_units};
    cell.stop = experiment.NewStop(planned.index);
    ABSL_ASSIGN_OR_RETURN(cell.committed, ledger.CommittedUnits(cell.store));
    cell.committed.Remove(Interval{cell.num_units, INT64_MAX});
    ABSL_ASSIGN_OR_RETURN(std::vector<LedgerQuarantine> quarantined, ledger.Quarantined(cell.store));
    for (LedgerQuarantine& each : quarantined) {
      if (each.unit < cell.num_units && !cell.committed.Contains(each.unit))
        cell.quarantined.emplace(each.unit, std::move(each));
    }
    experiment.cells.push_back(std::move(cell));
  }

  if (const auto found = ids_.find(experiment.row.name); found != ids_.end()) Remove(found->second);
  const ExperimentId id = experiment.row.id;
  ids_[experiment.row.name] = id;
  for (size_t cell = 0; cell < experiment.cells.size(); ++cell) {
    cells_of_[experiment.cells[cell].store].emplace_back(id, static_cast<int32_t>(cell));
  }
  return &experiments_.emplace(id, std::move(experiment)).first->second;
}

void Catalog::Remove(ExperimentId id) {
  const auto found = experiments_.find(id);
  if (found == experiments_.end()) return;
  for (const CatalogCell& cell : found->second.cells) {
    const auto place = cells_of_.find(cell.store);
    if (place == cells_of_.end()) continue;
    std::erase_if(place->second, [&](const auto& each) { return each.first == id; });
    if (place->second.empty()) cells_of_.erase(place);
  }
  ids_.erase(found->second.row.name);
  experiments_.erase(found);
}

CatalogExperiment* Catalog::Find(const std::string& name) {
  const auto found = ids_.find(name);
  return found == ids_.end() ? nullptr : Find(found->second);
}

CatalogExperiment* Catalog::Find(ExperimentId id) {
  const auto found = experiments_.find(id);
  return found == experiments_.end() ? nullptr : &found->second;
}

const std::vector<std::pair<ExperimentId, int32_t>>& Catalog::CellsOf(StoreId store) const {
  static const std::vector<std::pair<ExperimentId, int32_t>> kNone;
  const auto found = cells_of_.find(store);
  return found == cells_of_.end() ? kNone : found->second;
}

}  // namespace tenuki
