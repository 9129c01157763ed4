// Cells that a sequential test ends: where they end, and what becomes of the rest.
#include <algorithm>
#include <vector>

#include "coordinator/coordinator_fixture.h"
#include "experiments/match/sequential_test.h"

namespace tenuki {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Decided long before its 60 units are over: searching beats choosing at random.
constexpr std::string_view kTested = R"(name: "tested"
  match { board_size: 5 komi: 0.5 player { uct { playouts: 12 } } opponent { uniform {} } }
  stop { units: 60 sprt { elo0: 0 elo1: 100 min_pairs: 4 } })";

class CoordinatorStopTest : public CoordinatorTest {
 protected:
  CoordinatorStopTest() { EXPECT_THAT(Open(), IsOk()); }

  // Where the test ends when all units are there but these.
  static int64_t EndWithout(const std::vector<int64_t>& left_out) {
    const Plan plan = MakePlan(ReadExperiment("test", kTested, {}).value()).value();
    MemoryTables rows = StoredRowsOf(plan);
    const auto games = rows.Rows(0)->CombineChunksToBatch().ValueOrDie();
    std::map<int64_t, int> points;
    for (int64_t row = 0; row < games->num_rows(); ++row) {
      const GamePoints game = PointsOf(*games, row);
      points[game.unit] += game.points;
    }
    for (const int64_t unit : left_out) points.erase(unit);
    Sprt sprt(OptionsOf(plan.experiment.stop().sprt()));
    for (const auto& [unit, each] : points) {
      if (sprt.Add(each) != Sprt::Verdict::kContinue) return unit + 1;
    }
    return 60;
  }

  // Job by job, until there is nothing left. Says how many units it ran.
  int64_t Work(const std::string& worker) {
    int64_t num_units = 0;
    while (true) {
      const std::vector<v1::Lease> leases = Lease(worker, 1);
      if (leases.empty()) return num_units;
      EXPECT_THAT(Finish(RunLease(leases.front(), worker)), IsOk());
      num_units += leases.front().job().num_units();
    }
  }

  std::vector<int64_t> UnitsOf(std::string_view table, LedgerVersion version = 0) {
    const auto rows = Rows("tested", table, version).value()->CombineChunksToBatch().ValueOrDie();
    const auto& column = static_cast<const arrow::Int64Array&>(*rows->GetColumnByName("unit"));
    std::vector<int64_t> units(column.raw_values(), column.raw_values() + column.length());
    units.erase(std::unique(units.begin(), units.end()), units.end());
    return units;
  }
  static std::vector<int64_t> UnitsBelow(int64_t end) {
    std::vector<int64_t> units(end);
    for (int64_t i = 0; i < end; ++i) units[i] = i;
    return units;
  }
  std::string Verdict() {
    return Rows("tested", "sequential_test").value()->GetColumnByName("verdict")->GetScalar(0).ValueOrDie()->ToString();
  }
};

TEST_F(CoordinatorStopTest, EndsAtTheUnitThatDecidesInWhateverOrderResultsCome) {
  const int64_t end = EndWithout({});
  ASSERT_GE(end, 4);
  ASSERT_LT(end, 30);
  ASSERT_THAT(Submit(kTested), IsOk());
  std::vector<v1::Lease> leases = Lease("w", 100);
  ASSERT_GE(leases.size(), 8);
  std::ranges::reverse(leases);
  // All but the first: nothing can be decided yet.
  for (size_t i = 0; i + 1 < leases.size(); ++i) EXPECT_THAT(Finish(RunLease(leases[i], "w")), IsOk());
  EXPECT_EQ(Status("tested").state(), v1::EXPERIMENT_STATE_RUNNING);
  EXPECT_THAT(UnitsOf("games"), SizeIs(2 * (leases.size() - 1)));
  EXPECT_THAT(Finish(RunLease(leases.back(), "w")), IsOk());
  Work("w");
  const v1::ExperimentStatus status = Status("tested");
  EXPECT_EQ(status.state(), v1::EXPERIMENT_STATE_FINISHED);
  EXPECT_EQ(status.num_units(), end);
  EXPECT_EQ(status.num_units_committed(), end);
  EXPECT_TRUE(status.cells(0).stopped());
  EXPECT_EQ(UnitsOf("games"), UnitsBelow(end));
  EXPECT_EQ(Verdict(), "elo1");
}

TEST_F(CoordinatorStopTest, WhatWasSeenBeforeStaysAsItWas) {
  ASSERT_THAT(Submit(kTested), IsOk());
  std::vector<v1::Lease> leases = Lease("w", 8);
  for (size_t i = 1; i < leases.size(); ++i) EXPECT_THAT(Finish(RunLease(leases[i], "w")), IsOk());
  const LedgerVersion before = coordinator_->ViewOf("tested", 0)->version;
  const std::vector<int64_t> units = UnitsOf("games", before);
  Work("w");
  EXPECT_THAT(Finish(RunLease(leases[0], "w")), IsOk());
  Work("w");
  ASSERT_TRUE(Status("tested").cells(0).stopped());
  EXPECT_EQ(UnitsOf("games", before), units);
}

TEST_F(CoordinatorStopTest, LeasesBeyondTheEndAreLost) {
  ASSERT_THAT(Submit(kTested), IsOk());
  const std::vector<v1::Lease> of_slow = Lease("first", 8);
  const std::vector<v1::Lease> beyond = Lease("second", 8);
  ASSERT_THAT(beyond, Not(IsEmpty()));
  const int64_t end = EndWithout({});
  for (const v1::Lease& lease : of_slow) {
    if (lease.job().first_unit() >= end) continue;
    EXPECT_THAT(Finish(RunLease(lease, "first")), IsOk());
  }
  while (!Status("tested").cells(0).stopped()) ASSERT_GT(Work("third"), 0);
  EXPECT_THAT(Synchronize("second", 4).lost_attempts(), SizeIs(beyond.size()));
  EXPECT_THAT(Lease("second", 4), IsEmpty());
  EXPECT_THAT(Finish(RunLease(beyond.back(), "second")), StatusIs(absl::StatusCode::kAborted));
  EXPECT_EQ(Status("tested").num_units_leased(), 0);
}

TEST_F(CoordinatorStopTest, ARestartKnowsWhereItEnded) {
  ASSERT_THAT(Submit(kTested), IsOk());
  Work("w");
  const auto games = Rows("tested", "games").value();
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status("tested").state(), v1::EXPERIMENT_STATE_FINISHED);
  EXPECT_THAT(Lease("w", 1), IsEmpty());
  EXPECT_TRUE(Rows("tested", "games").value()->Equals(*games));
}

TEST_F(CoordinatorStopTest, AUnitThatCannotBeRunIsLeftOut) {
  const int64_t end = EndWithout({1});
  ASSERT_THAT(Submit(SubmitRequest(kTested, {}, /*units_per_job=*/1)), IsOk());
  for (int tries = 0; Status("tested").num_units_quarantined() == 0; ++tries) {
    ASSERT_LT(tries, 100);
    for (const v1::Lease& lease : Lease("w", 1)) {
      if (lease.job().first_unit() == 1) {
        v1::JobResult result = RunLease(lease, "w", 0);
        result.mutable_failure()->set_reason("the engine crashed");
        EXPECT_THAT(Finish(std::move(result)), IsOk());
        clock_.Advance(absl::Seconds(10));
      } else {
        EXPECT_THAT(Finish(RunLease(lease, "w")), IsOk());
      }
    }
  }
  Work("w");
  EXPECT_EQ(Status("tested").state(), v1::EXPERIMENT_STATE_FINISHED);
  EXPECT_EQ(Status("tested").num_units(), end);
  std::vector<int64_t> expected = UnitsBelow(end);
  std::erase(expected, 1);
  EXPECT_EQ(UnitsOf("games"), expected);
  EXPECT_EQ(
      Rows("tested", "sequential_test").value()->GetColumnByName("left_out")->GetScalar(0).ValueOrDie()->ToString(),
      "1");
}

TEST_F(CoordinatorStopTest, WhatWasRunBeyondTheEndIsThereForAnotherRule) {
  ASSERT_THAT(Submit(kTested), IsOk());
  const std::vector<v1::Lease> leases = Lease("w", 8);
  for (size_t i = leases.size(); i-- > 0;) EXPECT_THAT(Finish(RunLease(leases[i], "w")), IsOk());
  Work("w");
  const int64_t end = Status("tested").num_units();
  const auto stricter = Submit(kTested, {"stop.sprt.alpha=0.000001", "stop.sprt.beta=0.000001"});
  ASSERT_THAT(stricter, IsOk());
  EXPECT_GE(stricter->num_units_reused(), end);
  Work("w");
  EXPECT_GT(Status("tested").num_units(), end);
  ASSERT_THAT(Submit(kTested), IsOk());
  EXPECT_EQ(Status("tested").state(), v1::EXPERIMENT_STATE_FINISHED) << "all is there";
  EXPECT_EQ(Status("tested").num_units(), end);
}

TEST_F(CoordinatorStopTest, RulesThatCannotBeAreRefused) {
  EXPECT_THAT(Submit(kTested, {"stop.sprt.elo1=-5"}).status().message(),
              HasSubstr("stop.sprt.elo1: -5 should be above stop.sprt.elo0, which is 0"));
}

}  // namespace
}  // namespace tenuki
