// A set of whole numbers as disjoint half-open intervals: which units are missing, leased, committed.
//
//   IntervalSet missing({0, 1000});
//   missing.Remove({200, 300});
//   missing.TakeFront(50);                        // [0, 50)
//
// Its size follows the number of intervals, never that of units. Neighbours are merged. A value, like std::map: one
// thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace tenuki {

// first, first + 1, …, end − 1.
struct Interval {
  int64_t first = 0;
  int64_t end = 0;

  int64_t size() const { return end - first; }
  bool empty() const { return end <= first; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

class IntervalSet {
 public:
  IntervalSet() = default;
  explicit IntervalSet(Interval interval) { Add(interval); }

  void Add(Interval interval);
  void Remove(Interval interval);
  void Remove(const IntervalSet& other);

  bool empty() const { return ends_.empty(); }
  // How many numbers.
  int64_t size() const { return size_; }
  int64_t num_intervals() const { return static_cast<int64_t>(ends_.size()); }
  bool Contains(int64_t number) const;
  bool ContainsAll(Interval interval) const;
  bool Intersects(Interval interval) const;
  // The first number from this one on that is not in the set.
  int64_t FirstMissing(int64_t from) const;

  // Removes and gives the first numbers, at most `max_size` of them and without a gap. Nothing when the set is empty.
  std::optional<Interval> TakeFront(int64_t max_size);
  // In rising order.
  std::vector<Interval> intervals() const;
  friend bool operator==(const IntervalSet&, const IntervalSet&) = default;

 private:
  // By first number: the end of its interval.
  std::map<int64_t, int64_t> ends_;
  int64_t size_ = 0;
};

}  // namespace tenuki
