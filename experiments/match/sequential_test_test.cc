#include "experiments/match/sequential_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/plan.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

v1::Sprt SprtOf(double elo0, double elo1) {
  v1::Sprt sprt;
  sprt.set_elo0(elo0);
  sprt.set_elo1(elo1);
  return sprt;
}

TEST(SequentialTestTest, CountsPairsInTheirOrderUpToTheOneThatDecides) {
  std::vector<std::pair<int64_t, int>> pairs;
  for (int64_t unit = 0; unit < 100; ++unit) {
    if (unit != 3) pairs.emplace_back(unit, unit < 50 ? 4 : 0);
  }
  const SequentialTest forward = RunSequentialTest(SprtOf(0, 50), pairs);
  EXPECT_EQ(forward.verdict, Sprt::Verdict::kAcceptElo1);
  EXPECT_LT(forward.num_pairs, 49);
  EXPECT_EQ(forward.num_left_out, 1);
  EXPECT_GE(forward.log_likelihood_ratio, forward.upper_bound);
  std::ranges::reverse(pairs);
  EXPECT_EQ(RunSequentialTest(SprtOf(0, 50), pairs).num_pairs, forward.num_pairs);
}

TEST(SequentialTestTest, WithoutPairsNothingIsDecided) {
  const SequentialTest test = RunSequentialTest(SprtOf(0, 5), {});
  EXPECT_EQ(test.verdict, Sprt::Verdict::kContinue);
  EXPECT_EQ(test.num_pairs, 0);
  EXPECT_EQ(test.num_left_out, 0);
}

// The rule that ends a cell, the derived table and the report look at the same pairs.
TEST(SequentialTestTest, TheRuleStopsWhereTheTableEnds) {
  const Plan plan = MakePlan(ReadExperiment("x", R"(name: "x"
      match { board_size: 5 komi: 0.5 player { uct { playouts: 12 } } opponent { uniform {} } }
      stop { units: 40 sprt { elo1: 100 min_pairs: 4 } })",
                                            {})
                                 .value())
                        .value();
  const MatchKind kind;
  MemoryTables stored = StoredRowsOf(plan);
  const std::unique_ptr<StopRule> rule = kind.MakeStopRule(plan.cells[0].experiment);
  std::optional<int64_t> last;
  const auto games = stored.Rows(0)->CombineChunksToBatch().ValueOrDie();
  for (int64_t row = 0; row < games->num_rows() && !last; row += 6) last = rule->Add(*games->Slice(row, 6)).value();
  ASSERT_TRUE(last.has_value());
  MemoryTables derived(kind.derived_tables());
  ASSERT_TRUE(kind.Derive(plan, stored, derived).ok());
  const std::vector<SequentialTest> tests = ReadSequentialTests(plan, derived).value();
  ASSERT_EQ(tests.size(), 1);
  EXPECT_EQ(tests[0].num_pairs, *last + 1);
  const std::string report = kind.MakeReport(plan, derived)->DebugString();
  EXPECT_THAT(report, HasSubstr("+100 Elo accepted"));
  EXPECT_THAT(report, HasSubstr("biased towards its verdict"));
}

TEST(SequentialTestTest, AHalfPairIsNoUnit) {
  const Plan plan = MakePlan(ReadExperiment("x", R"(name: "x"
      match { board_size: 3 player { uniform {} } opponent { uniform {} } } stop { units: 3 sprt {} })",
                                            {})
                                 .value())
                        .value();
  MemoryTables stored = StoredRowsOf(plan);
  const auto games = stored.Rows(0)->CombineChunksToBatch().ValueOrDie();
  const std::unique_ptr<StopRule> rule = MatchKind().MakeStopRule(plan.cells[0].experiment);
  EXPECT_EQ(rule->Add(*games->Slice(1)).status().code(), absl::StatusCode::kDataLoss);
}

}  // namespace
}  // namespace tenuki
