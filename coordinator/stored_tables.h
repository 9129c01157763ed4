// The tables of an experiment as they stand at a version of the ledger, in canonical order: by cell, unit, and row
// within the unit. A reader that keeps to one version sees the same rows however long it takes, while results go on
// coming.
//
//   StoredTables tables(view, ledger, log);
//   ABSL_ASSIGN_OR_RETURN(auto games, tables.Open("games"));
//
// There are the kind's unit tables with the column `cell` in front, its derived tables, which are computed when they
// are opened, and `provenance` (provenance.h). Memory holds a batch, never a table.
//
// Reading rows that were damaged on the disk gives DATA_LOSS; `damaged` then says which commit it was. A file that
// cannot be opened at this moment is no damage.
//
// One thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/ledger.h"
#include "coordinator/segment_log.h"
#include "experiments/experiment.h"

namespace tenuki {

// What is read: it stays as it is when the experiment is replaced.
struct StoredView {
  struct Part {
    int32_t cell = 0;
    StoreId store = 0;
    // A commit begins with the first of them.
    Interval units;
  };
  std::shared_ptr<const Plan> plan;
  // By cell.
  std::vector<Part> parts;
  LedgerVersion version = 0;
};

// All tables that an experiment of the kind has: unit tables as they are stored, derived ones, `provenance`.
std::vector<TableDefinition> StoredTableDefinitions(const Kind& kind);

class StoredTables final : public TableSource {
 public:
  StoredTables(StoredView view, Ledger& ledger, const SegmentLog& log);

  // NOT_FOUND with the names that there are. The reader may outlive this object, but not ledger and log.
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Open(std::string_view table) override;

  // Where a commit's rows turned out to be damaged, if a read of any reader met one.
  struct Damage {
    StoreId store = 0;
    Interval units;
    // That ran them: they may be run again, and stored in the same place.
    AttemptId attempt = 0;
  };
  std::optional<Damage> damaged() const { return *damage_; }

 private:
  const StoredView view_;
  Ledger& ledger_;
  const SegmentLog& log_;
  std::shared_ptr<std::optional<Damage>> damage_;
};

}  // namespace tenuki
