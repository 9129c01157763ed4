// The experiments that a coordinator works on, planned: their cells, which store each cell's results are in, and which
// units of it are there.
//
//   ABSL_ASSIGN_OR_RETURN(CatalogExperiment* experiment, catalog.Add(row, plan, ledger));
//   catalog.Find("quickstart")->cells[0].committed.size();
//
// One thread at a time.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "coordinator/interval_set.h"
#include "coordinator/ledger.h"
#include "coordinator/rate_meter.h"
#include "coordinator/scheduler_messages.h"
#include "coordinator/stored_tables.h"
#include "experiments/experiment.h"

namespace tenuki {

// How far the stop rule of a cell has come.
struct CellStop {
  std::unique_ptr<StopRule> rule;
  // It has seen all rows of the units below.
  int64_t next_unit = 0;
  // Of the ledger, from which on all that it needed to stop is there. Nothing: it has not stopped.
  std::optional<LedgerVersion> stopped_at = {};
};

struct CatalogCell {
  StoreId store = 0;
  // Those of the plan, until its stop rule has ended it.
  int64_t num_units = 0;
  // Of its own units, not of all that the store has.
  IntervalSet committed;
  std::map<int64_t, LedgerQuarantine> quarantined;
  RateMeter rate;
  // Null: it has no stop rule. Its rule is for the thread that reads for it (Coordinator::ApplyStopRules) alone.
  std::shared_ptr<CellStop> stop;

  // The first unit from this one on that is neither committed nor quarantined.
  int64_t FirstUnsettled(int64_t from) const;
  // Whether its stop rule has seen all that it could.
  bool IsStopUpToDate() const;
  // Neither committed nor quarantined.
  IntervalSet Missing() const;
};

struct CatalogExperiment {
  LedgerExperiment row;
  std::shared_ptr<const Plan> plan;
  const Kind* kind = nullptr;
  std::vector<CatalogCell> cells;
  RateMeter rate;
  std::vector<std::string> nondeterminism_errors;

  StoredView ViewAt(LedgerVersion version) const;
  // A stop rule that has seen nothing yet; null when the cell has none.
  std::shared_ptr<CellStop> NewStop(int32_t cell) const;
};

class Catalog {
 public:
  // Looks up in the ledger what is there of it. Takes the place of one of the same name.
  absl::StatusOr<CatalogExperiment*> Add(LedgerExperiment row, const std::shared_ptr<const Plan>& plan, Ledger& ledger);
  void Remove(ExperimentId id);

  // Null when there is none.
  CatalogExperiment* Find(const std::string& name);
  CatalogExperiment* Find(ExperimentId id);
  // Every cell that has its results there.
  const std::vector<std::pair<ExperimentId, int32_t>>& CellsOf(StoreId store) const;
  // By id, which is the order of submission.
  const std::map<ExperimentId, CatalogExperiment>& experiments() const { return experiments_; }

 private:
  std::map<ExperimentId, CatalogExperiment> experiments_;
  std::map<std::string, ExperimentId> ids_;
  absl::flat_hash_map<StoreId, std::vector<std::pair<ExperimentId, int32_t>>> cells_of_;
};

}  // namespace tenuki
