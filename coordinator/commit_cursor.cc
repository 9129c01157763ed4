#include "coordinator/commit_cursor.h"

#include <utility>

#include "absl/status/status_macros.h"

namespace tenuki {

absl::StatusOr<const CommitCursor::Item*> CommitCursor::Next() {
  while (part_ < view_.parts.size()) {
    const StoredView::Part& part = view_.parts[part_];
    if (place_in_page_ == page_.size()) {
      ABSL_ASSIGN_OR_RETURN(
          page_, ledger_.Commits(part.store, view_.version, next_unit_.value_or(part.units.first), kPageSize));
      place_in_page_ = 0;
    }
    if (place_in_page_ < page_.size() && page_[place_in_page_].units.first < part.units.end) {
      item_ = {.cell = part.cell, .commit = std::move(page_[place_in_page_++]), .end_unit = part.units.end};
      next_unit_ = item_.commit.units.end;
      return &item_;
    }
    ++part_;
    next_unit_.reset();
    page_.clear();
    place_in_page_ = 0;
  }
  return nullptr;
}

}  // namespace tenuki
