#include "coordinator/interval_set.h"

#include <algorithm>
#include <iterator>

namespace tenuki {

void IntervalSet::Add(Interval interval) {
  if (interval.empty()) return;
  // From the first interval that overlaps or touches it, all that do are swallowed.
  auto it = ends_.upper_bound(interval.first);
  if (it != ends_.begin() && std::prev(it)->second >= interval.first) --it;
  while (it != ends_.end() && it->first <= interval.end) {
    interval.first = std::min(interval.first, it->first);
    interval.end = std::max(interval.end, it->second);
    size_ -= it->second - it->first;
    it = ends_.erase(it);
  }
  ends_.emplace_hint(it, interval.first, interval.end);
  size_ += interval.size();
}

void IntervalSet::Remove(Interval interval) {
  if (interval.empty()) return;
  auto it = ends_.upper_bound(interval.first);
  if (it != ends_.begin() && std::prev(it)->second > interval.first) --it;
  while (it != ends_.end() && it->first < interval.end) {
    const Interval overlapped = {it->first, it->second};
    it = ends_.erase(it);
    size_ -= overlapped.size();
    const Interval before = {overlapped.first, interval.first};
    const Interval after = {interval.end, overlapped.end};
    if (!before.empty()) it = std::next(ends_.emplace_hint(it, before.first, before.end));
    if (!after.empty()) it = std::next(ends_.emplace_hint(it, after.first, after.end));
    size_ += std::max<int64_t>(before.size(), 0) + std::max<int64_t>(after.size(), 0);
  }
}

void IntervalSet::Remove(const IntervalSet& other) {
  if (&other == this) {
    *this = IntervalSet();
    return;
  }
  for (const auto& [first, end] : other.ends_) Remove({first, end});
}

bool IntervalSet::Contains(int64_t number) const { return Intersects({number, number + 1}); }

bool IntervalSet::ContainsAll(Interval interval) const {
  if (interval.empty()) return true;
  const auto it = ends_.upper_bound(interval.first);
  return it != ends_.begin() && std::prev(it)->second >= interval.end;
}

bool IntervalSet::Intersects(Interval interval) const {
  if (interval.empty()) return false;
  const auto it = ends_.lower_bound(interval.end);
  return it != ends_.begin() && std::prev(it)->second > interval.first;
}

int64_t IntervalSet::FirstMissing(int64_t from) const {
  const auto it = ends_.upper_bound(from);
  return it == ends_.begin() ? from : std::max(from, std::prev(it)->second);
}

std::optional<Interval> IntervalSet::TakeFront(int64_t max_size) {
  if (ends_.empty() || max_size <= 0) return std::nullopt;
  const auto it = ends_.begin();
  const Interval taken = {it->first, it->first + std::min(max_size, it->second - it->first)};
  Remove(taken);
  return taken;
}

std::vector<Interval> IntervalSet::intervals() const {
  std::vector<Interval> intervals;
  intervals.reserve(ends_.size());
  for (const auto& [first, end] : ends_) intervals.push_back({first, end});
  return intervals;
}

}  // namespace tenuki
