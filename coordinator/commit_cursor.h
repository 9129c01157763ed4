// Walks through the commits of an experiment in canonical order, a page of the ledger at a time.
//
//   CommitCursor cursor(view, ledger);
//   ABSL_ASSIGN_OR_RETURN(const CommitCursor::Item* item, cursor.Next());    // null at the end
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "coordinator/ledger.h"
#include "coordinator/stored_tables.h"

namespace tenuki {

class CommitCursor {
 public:
  static constexpr int kPageSize = 256;

  struct Item {
    int32_t cell = 0;
    // Its units may reach past those of the cell: an experiment of the same cell wanted more.
    LedgerCommit commit;
    int64_t num_units_of_cell = 0;
  };

  // `view` and `ledger` must outlive it.
  CommitCursor(const StoredView& view, Ledger& ledger) : view_(view), ledger_(ledger) {}

  absl::StatusOr<const Item*> Next();

 private:
  const StoredView& view_;
  Ledger& ledger_;
  size_t cell_ = 0;
  int64_t next_unit_ = 0;
  std::vector<LedgerCommit> page_;
  size_t place_in_page_ = 0;
  Item item_;
};

}  // namespace tenuki
