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

struct CatalogCell {
  StoreId store = 0;
  int64_t num_units = 0;
  // Of its own units, not of all that the store has.
  IntervalSet committed;
  std::map<int64_t, LedgerQuarantine> quarantined;
  RateMeter rate;

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
