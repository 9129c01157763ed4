// The units of one experiment that nobody has: what is missing, and what waits for another try.
//
// A unit that failed, or at which a worker vanished, is in *trouble*: until it is committed it is kept apart from the
// others, is not given out before its time, and then alone. A unit that is in trouble and neither here nor on lease is
// quarantined.
//
//   UnitPool pool({IntervalSet({0, 1000}), IntervalSet({0, 1000})});
//   Interval units = pool.Take(*pool.FirstCell(), 50);          // [0, 50) of cell 0
//   pool.Commit(0, {0, 20});
//   pool.AddTrouble(0, 20).num_failures;                        // 1: the caller decides what becomes of it
//   pool.RetryAt(0, 20, now + absl::Seconds(1));
//   pool.Return(0, {21, 50});
//
// Each operation costs O(log n) in cells and intervals. One thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "coordinator/interval_set.h"

namespace tenuki {

class UnitPool {
 public:
  struct Trouble {
    int num_failures = 0;
    // How often a worker vanished at it.
    int num_losses = 0;
    absl::Time retry_at = absl::InfinitePast();
    // It is here, not on lease and not quarantined.
    bool waiting = false;
  };
  enum class TroubleKind { kFailure, kLoss };
  struct Unit {
    int32_t cell = 0;
    int64_t unit = 0;
  };

  explicit UnitPool(std::vector<IntervalSet> missing);

  int32_t num_cells() const { return static_cast<int32_t>(cells_.size()); }
  // Of all cells, those in trouble included.
  int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int64_t NumUnits(int32_t cell) const { return cells_[cell].missing.size() + cells_[cell].num_waiting; }
  int64_t num_waiting() const { return static_cast<int64_t>(waiting_.size()); }
  // Whether all of the units are here. False for a cell that does not exist.
  bool ContainsAll(int32_t cell, Interval units) const;

  // The first cell with units that are not in trouble.
  std::optional<int32_t> FirstCell() const;
  // Its first units, at most `max_units`. REQUIRES: the cell has units that are not in trouble; max_units > 0.
  Interval Take(int32_t cell, int64_t max_units);
  // REQUIRES: ContainsAll.
  void TakeAll(int32_t cell, Interval units);
  // When the first of the units in trouble may be taken; never is InfiniteFuture.
  absl::Time NextRetry() const;
  // REQUIRES: NextRetry() <= now.
  Unit TakeRetry();

  // Units that were taken, and come back as they were.
  void Return(int32_t cell, Interval units);
  // They are done, wherever they were; their trouble is forgotten.
  void Commit(int32_t cell, Interval units);
  // They are missing after all, also those that were quarantined. REQUIRES: none of them are on lease.
  void AddMissing(int32_t cell, Interval units);

  // Counts it, for a unit that is not here.
  const Trouble& AddTrouble(int32_t cell, int64_t unit, TroubleKind kind);
  // Brings it back. REQUIRES: the unit is in trouble, and not here.
  void RetryAt(int32_t cell, int64_t unit, absl::Time retry_at);
  // A count from an earlier life, wherever the unit is; it may be retried at once.
  void RestoreFailures(int32_t cell, int64_t unit, int num_failures);
  // Nothing when it never was in trouble, or is committed.
  const Trouble* FindTrouble(int32_t cell, int64_t unit) const;
  // REQUIRES: none of the units are on lease.
  std::optional<int64_t> FirstQuarantined(int32_t cell, Interval units) const;

 private:
  using Key = std::pair<int32_t, int64_t>;  // cell, unit
  struct Cell {
    IntervalSet missing;
    int64_t num_waiting = 0;
  };

  void AddToMissing(int32_t cell, Interval units);
  void RemoveFromMissing(int32_t cell, Interval units);
  void StartWaiting(const Key& unit, Trouble& trouble);
  void StopWaiting(const Key& unit, Trouble& trouble);

  std::vector<Cell> cells_;
  std::set<int32_t> cells_with_missing_;
  int64_t size_ = 0;
  std::map<Key, Trouble> troubles_;
  std::set<std::tuple<absl::Time, int32_t, int64_t>> waiting_;
};

}  // namespace tenuki
