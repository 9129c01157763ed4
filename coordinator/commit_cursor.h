// Walks through the commits of a view in canonical order, a page of the ledger at a time.
//
//   CommitCursor cursor(view, ledger);
//   ABSL_ASSIGN_OR_RETURN(const CommitCursor::Item* item, cursor.Next());    // null at the end
//
// One thread at a time.
#pragma once

#include <cstdint>
#include <optional>
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
    // Its units may reach past the end: an experiment of the same cell wanted more.
    LedgerCommit commit;
    int64_t end_unit = 0;
  };

  // `view` and `ledger` must outlive it.
  CommitCursor(const StoredView& view, Ledger& ledger) : view_(view), ledger_(ledger) {}

  absl::StatusOr<const Item*> Next();

 private:
  const StoredView& view_;
  Ledger& ledger_;
  size_t part_ = 0;
  // Nothing: from the part's first one on.
  std::optional<int64_t> next_unit_;
  std::vector<LedgerCommit> page_;
  size_t place_in_page_ = 0;
  Item item_;
};

}  // namespace tenuki
