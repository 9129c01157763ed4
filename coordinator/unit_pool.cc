#include "coordinator/unit_pool.h"

#include "absl/log/check.h"

namespace tenuki {

UnitPool::UnitPool(std::vector<IntervalSet> missing) : cells_(missing.size()) {
  for (int32_t cell = 0; cell < num_cells(); ++cell) {
    cells_[cell].missing = std::move(missing[cell]);
    size_ += cells_[cell].missing.size();
    if (!cells_[cell].missing.empty()) cells_with_missing_.insert(cells_with_missing_.end(), cell);
  }
}

bool UnitPool::ContainsAll(int32_t cell, Interval units) const {
  if (cell < 0 || cell >= num_cells()) return false;
  const IntervalSet& missing = cells_[cell].missing;
  // What lies between those that wait must be missing.
  const auto end = troubles_.lower_bound({cell, units.end});
  for (auto it = troubles_.lower_bound({cell, units.first}); it != end && !units.empty(); ++it) {
    const int64_t unit = it->first.second;
    if (!it->second.waiting || !missing.ContainsAll({units.first, unit})) return false;
    units.first = unit + 1;
  }
  return missing.ContainsAll(units);
}

std::optional<int32_t> UnitPool::FirstCell() const {
  if (cells_with_missing_.empty()) return std::nullopt;
  return *cells_with_missing_.begin();
}

Interval UnitPool::Take(int32_t cell, int64_t max_units) {
  const std::optional<Interval> taken = cells_[cell].missing.TakeFront(max_units);
  CHECK(taken.has_value()) << "cell " << cell << " has nothing to take";
  size_ -= taken->size();
  if (cells_[cell].missing.empty()) cells_with_missing_.erase(cell);
  return *taken;
}

void UnitPool::TakeAll(int32_t cell, Interval units) {
  RemoveFromMissing(cell, units);
  const auto end = troubles_.lower_bound({cell, units.end});
  for (auto it = troubles_.lower_bound({cell, units.first}); it != end; ++it) StopWaiting(it->first, it->second);
}

absl::Time UnitPool::NextRetry() const {
  return waiting_.empty() ? absl::InfiniteFuture() : std::get<0>(*waiting_.begin());
}

UnitPool::Unit UnitPool::TakeRetry() {
  CHECK(!waiting_.empty());
  const auto [retry_at, cell, unit] = *waiting_.begin();
  StopWaiting({cell, unit}, troubles_.at({cell, unit}));
  return {cell, unit};
}

void UnitPool::Return(int32_t cell, Interval units) {
  const auto end = troubles_.lower_bound({cell, units.end});
  for (auto it = troubles_.lower_bound({cell, units.first}); it != end && !units.empty(); ++it) {
    const int64_t unit = it->first.second;
    AddToMissing(cell, {units.first, unit});
    StartWaiting(it->first, it->second);
    units.first = unit + 1;
  }
  AddToMissing(cell, units);
}

void UnitPool::Commit(int32_t cell, Interval units) {
  RemoveFromMissing(cell, units);
  auto it = troubles_.lower_bound({cell, units.first});
  while (it != troubles_.end() && it->first < Key(cell, units.end)) {
    StopWaiting(it->first, it->second);
    it = troubles_.erase(it);
  }
}

void UnitPool::AddMissing(int32_t cell, Interval units) {
  auto it = troubles_.lower_bound({cell, units.first});
  while (it != troubles_.end() && it->first < Key(cell, units.end)) {
    it = it->second.waiting ? std::next(it) : troubles_.erase(it);
  }
  Return(cell, units);
}

const UnitPool::Trouble& UnitPool::AddTrouble(int32_t cell, int64_t unit, TroubleKind kind) {
  Trouble& trouble = troubles_[{cell, unit}];
  ++(kind == TroubleKind::kFailure ? trouble.num_failures : trouble.num_losses);
  return trouble;
}

void UnitPool::RetryAt(int32_t cell, int64_t unit, absl::Time retry_at) {
  Trouble& trouble = troubles_.at({cell, unit});
  CHECK(!trouble.waiting);
  trouble.retry_at = retry_at;
  StartWaiting({cell, unit}, trouble);
}

void UnitPool::RestoreFailures(int32_t cell, int64_t unit, int num_failures) {
  Trouble& trouble = troubles_[{cell, unit}];
  trouble.num_failures = num_failures;
  if (!cells_[cell].missing.Contains(unit)) return;
  RemoveFromMissing(cell, {unit, unit + 1});
  StartWaiting({cell, unit}, trouble);
}

const UnitPool::Trouble* UnitPool::FindTrouble(int32_t cell, int64_t unit) const {
  const auto it = troubles_.find({cell, unit});
  return it == troubles_.end() ? nullptr : &it->second;
}

std::optional<int64_t> UnitPool::FirstQuarantined(int32_t cell, Interval units) const {
  auto it = troubles_.lower_bound({cell, units.first});
  for (; it != troubles_.end() && it->first < Key(cell, units.end); ++it) {
    if (!it->second.waiting) return it->first.second;
  }
  return std::nullopt;
}

void UnitPool::AddToMissing(int32_t cell, Interval units) {
  if (units.empty()) return;
  IntervalSet& missing = cells_[cell].missing;
  size_ -= missing.size();
  missing.Add(units);
  size_ += missing.size();
  cells_with_missing_.insert(cell);
}

void UnitPool::RemoveFromMissing(int32_t cell, Interval units) {
  IntervalSet& missing = cells_[cell].missing;
  size_ -= missing.size();
  missing.Remove(units);
  size_ += missing.size();
  if (missing.empty()) cells_with_missing_.erase(cell);
}

void UnitPool::StartWaiting(const Key& unit, Trouble& trouble) {
  if (trouble.waiting) return;
  trouble.waiting = true;
  waiting_.emplace(trouble.retry_at, unit.first, unit.second);
  ++cells_[unit.first].num_waiting;
  ++size_;
}

void UnitPool::StopWaiting(const Key& unit, Trouble& trouble) {
  if (!trouble.waiting) return;
  trouble.waiting = false;
  waiting_.erase({trouble.retry_at, unit.first, unit.second});
  --cells_[unit.first].num_waiting;
  --size_;
}

}  // namespace tenuki
