#include "coordinator/commit_cursor.h"

#include <utility>

#include "absl/status/status_macros.h"

namespace tenuki {

absl::StatusOr<const CommitCursor::Item*> CommitCursor::Next() {
  while (cell_ < view_.stores.size()) {
    const int64_t num_units = view_.plan->cells[cell_].num_units;
    if (place_in_page_ == page_.size()) {
      ABSL_ASSIGN_OR_RETURN(page_, ledger_.Commits(view_.stores[cell_], view_.version, next_unit_, kPageSize));
      place_in_page_ = 0;
    }
    if (place_in_page_ < page_.size() && page_[place_in_page_].units.first < num_units) {
      item_ = {.cell = static_cast<int32_t>(cell_),
               .commit = std::move(page_[place_in_page_++]),
               .num_units_of_cell = num_units};
      next_unit_ = item_.commit.units.end;
      return &item_;
    }
    ++cell_;
    next_unit_ = 0;
    page_.clear();
    place_in_page_ = 0;
  }
  return nullptr;
}

}  // namespace tenuki
