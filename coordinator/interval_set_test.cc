#include "coordinator/interval_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <random>
#include <set>

namespace tenuki {

void PrintTo(const Interval& interval, std::ostream* out) {
  *out << "[" << interval.first << ", " << interval.end << ")";
}

namespace {

using ::testing::ElementsAre;

TEST(IntervalSetTest, FirstMissingIsTheEndOfWhatIsThere) {
  IntervalSet set({3, 6});
  set.Add({8, 9});
  EXPECT_EQ(set.FirstMissing(0), 0);
  EXPECT_EQ(set.FirstMissing(3), 6);
  EXPECT_EQ(set.FirstMissing(5), 6);
  EXPECT_EQ(set.FirstMissing(6), 6);
  EXPECT_EQ(set.FirstMissing(8), 9);
  EXPECT_EQ(set.FirstMissing(100), 100);
}

TEST(IntervalSetTest, MergesWhatOverlapsAndWhatTouches) {
  IntervalSet set;
  set.Add({10, 20});
  set.Add({30, 40});
  EXPECT_THAT(set.intervals(), ElementsAre(Interval{10, 20}, Interval{30, 40}));
  set.Add({20, 25});
  EXPECT_THAT(set.intervals(), ElementsAre(Interval{10, 25}, Interval{30, 40}));
  set.Add({24, 30});
  EXPECT_THAT(set.intervals(), ElementsAre(Interval{10, 40}));
  EXPECT_EQ(set.size(), 30);
  EXPECT_EQ(set.num_intervals(), 1);
}

TEST(IntervalSetTest, RemovingFromTheMiddleLeavesBothEnds) {
  IntervalSet set({0, 1000});
  set.Remove(Interval{200, 300});
  EXPECT_THAT(set.intervals(), ElementsAre(Interval{0, 200}, Interval{300, 1000}));
  EXPECT_EQ(set.size(), 900);
  set.Remove(Interval{100, 400});
  EXPECT_THAT(set.intervals(), ElementsAre(Interval{0, 100}, Interval{400, 1000}));
}

TEST(IntervalSetTest, RemovesAnotherSetAndItself) {
  IntervalSet set({0, 10});
  IntervalSet other({2, 4});
  other.Add({8, 20});
  set.Remove(other);
  EXPECT_THAT(set.intervals(), ElementsAre(Interval{0, 2}, Interval{4, 8}));
  set.Remove(set);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.size(), 0);
}

TEST(IntervalSetTest, EmptyIntervalsChangeNothing) {
  IntervalSet set({0, 10});
  set.Add({50, 50});
  set.Remove(Interval{5, 5});
  set.Remove(Interval{7, 3});
  EXPECT_EQ(set, IntervalSet({0, 10}));
  EXPECT_TRUE(set.ContainsAll({99, 99}));
  EXPECT_FALSE(set.Intersects({5, 5}));
}

TEST(IntervalSetTest, TakesFromTheFrontWithoutAGap) {
  IntervalSet set({0, 3});
  set.Add({5, 100});
  EXPECT_EQ(set.TakeFront(0), std::nullopt);
  EXPECT_EQ(set.TakeFront(2), (Interval{0, 2}));
  EXPECT_EQ(set.TakeFront(50), (Interval{2, 3}));
  EXPECT_EQ(set.TakeFront(50), (Interval{5, 55}));
  EXPECT_EQ(set.TakeFront(50), (Interval{55, 100}));
  EXPECT_EQ(set.TakeFront(50), std::nullopt);
}

// Random operations, each done to a std::set of numbers too.
class IntervalSetModelTest : public testing::TestWithParam<unsigned> {};

TEST_P(IntervalSetModelTest, AgreesWithASetOfNumbers) {
  constexpr int64_t kUniverse = 60;
  std::mt19937 random(GetParam());
  const auto below = [&](int64_t n) { return std::uniform_int_distribution<int64_t>(0, n - 1)(random); };
  IntervalSet set;
  std::set<int64_t> model;
  for (int step = 0; step < 3000; ++step) {
    SCOPED_TRACE(testing::Message() << "seed " << GetParam() << ", step " << step);
    const int64_t first = below(kUniverse);
    const Interval interval = {first, first + below(12)};
    switch (below(4)) {
      case 0:
        set.Add(interval);
        for (int64_t i = interval.first; i < interval.end; ++i) model.insert(i);
        break;
      case 1:
        set.Remove(interval);
        for (int64_t i = interval.first; i < interval.end; ++i) model.erase(i);
        break;
      case 2: {
        IntervalSet other(interval);
        other.Add({first + 20, first + 23});
        set.Remove(other);
        for (const Interval& part : other.intervals()) {
          for (int64_t i = part.first; i < part.end; ++i) model.erase(i);
        }
        break;
      }
      default:
        if (const std::optional<Interval> taken = set.TakeFront(1 + below(5))) {
          ASSERT_EQ(taken->first, *model.begin());
          for (int64_t i = taken->first; i < taken->end; ++i) ASSERT_EQ(model.erase(i), 1u);
        } else {
          ASSERT_TRUE(model.empty());
        }
        break;
    }
    ASSERT_EQ(set.size(), static_cast<int64_t>(model.size()));
    ASSERT_EQ(set.empty(), model.empty());
    std::set<int64_t> numbers;
    int64_t previous_end = -1;
    for (const Interval& part : set.intervals()) {
      ASSERT_GT(part.first, previous_end) << "neighbours are merged";
      ASSERT_FALSE(part.empty());
      previous_end = part.end;
      for (int64_t i = part.first; i < part.end; ++i) numbers.insert(i);
    }
    ASSERT_EQ(numbers, model);
    ASSERT_EQ(set.num_intervals(), static_cast<int64_t>(set.intervals().size()));
    const Interval asked = {below(kUniverse), below(kUniverse)};
    int64_t num_inside = 0;
    for (int64_t i = asked.first; i < asked.end; ++i) num_inside += static_cast<int64_t>(model.count(i));
    ASSERT_EQ(set.Intersects(asked), num_inside > 0);
    ASSERT_EQ(set.ContainsAll(asked), asked.empty() || num_inside == asked.size());
    ASSERT_EQ(set.Contains(asked.first), model.contains(asked.first));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, IntervalSetModelTest, testing::Range(0u, 20u));

}  // namespace
}  // namespace tenuki
