// Who is given which job, of what size, and when to ask again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "coordinator/scheduler_fixture.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SchedulerGrantTest : public SchedulerFixture {
 protected:
  // The experiments of the next `count` jobs.
  std::vector<ExperimentId> NextExperiments(int count) {
    std::vector<ExperimentId> experiments;
    for (const LeasedJob& lease : Synchronize(Report(absl::StrCat("worker ", now_), count)).leases) {
      experiments.push_back(lease.job.experiment);
    }
    Advance(absl::Milliseconds(1));
    return experiments;
  }
};

TEST_F(SchedulerGrantTest, AttemptsCarryTheEpochAndCountFromOne) {
  Start({}, /*epoch=*/7);
  AddExperiment(1, {10}, {.units_per_job = 1});
  EXPECT_EQ(GrantOne("a").attempt, (uint64_t{7} << 40) | 1);
  EXPECT_EQ(GrantOne("b").attempt, (uint64_t{7} << 40) | 2);
}

TEST_F(SchedulerGrantTest, CellsGoInTheirOrder) {
  AddExperiment(1, {15, 0, 10}, {.units_per_job = 10});
  EXPECT_EQ(GrantOne("a").job, Units(1, 0, 0, 10));
  EXPECT_EQ(GrantOne("b").job, Units(1, 0, 10, 15));
  EXPECT_EQ(GrantOne("c").job, Units(1, 2, 0, 10));
  EXPECT_TRUE(GetsNothing("d"));
}

TEST_F(SchedulerGrantTest, HigherPriorityGoesFirst) {
  AddExperiment(1, {2}, {.units_per_job = 1, .priority = 0});
  AddExperiment(2, {2}, {.units_per_job = 1, .priority = 5});
  EXPECT_THAT(NextExperiments(10), ElementsAre(2, 2, 1, 1));
}

TEST_F(SchedulerGrantTest, EqualsShareTheSlots) {
  AddExperiment(1, {100}, {.units_per_job = 1});
  EXPECT_THAT(NextExperiments(2), ElementsAre(1, 1));
  AddExperiment(2, {100}, {.units_per_job = 1});
  EXPECT_THAT(NextExperiments(5), ElementsAre(2, 2, 1, 2, 1));
}

TEST_F(SchedulerGrantTest, PausedExperimentsAreLeftAlone) {
  AddExperiment(1, {100}, {.units_per_job = 1});
  const LeasedJob before = GrantOne("a");
  scheduler_->SetPaused(1, true);
  EXPECT_TRUE(GetsNothing("b"));
  EXPECT_THAT(Renew("a", {{before, 0}}).lost, IsEmpty()) << "what is leased goes on";
  scheduler_->SetPaused(1, false);
  EXPECT_EQ(GrantOne("b").job, Unit(1, 0, 1));
}

TEST_F(SchedulerGrantTest, AWorkerGetsOnlyKindsThatItKnows) {
  AddExperiment(1, {10}, {.units_per_job = 1, .priority = 9, .kind = {"tsumego", 1}});
  AddExperiment(2, {10}, {.units_per_job = 1, .priority = 5, .kind = {"match", 2}});
  AddExperiment(3, {10}, {.units_per_job = 1, .kind = {"match", 1}});
  const SynchronizeDecision decision = Synchronize(Report("a", 1));
  ASSERT_THAT(decision.leases, SizeIs(1));
  EXPECT_EQ(decision.leases[0].job.experiment, 3);
  EXPECT_EQ(decision.refusal, "");
}

TEST_F(SchedulerGrantTest, AWorkerOfAnotherVersionIsToldSo) {
  AddExperiment(1, {10}, {.kind = {"match", 2}});
  const SynchronizeDecision decision = Synchronize(Report("a", 1));
  EXPECT_THAT(decision.leases, IsEmpty());
  EXPECT_EQ(decision.refusal,
            "this worker runs version 1 of 'match', but the experiments here need version 2; update the worker");
  EXPECT_EQ(scheduler_->Workers().at(0).refusal, decision.refusal);

  scheduler_->RemoveExperiment(1);
  AddExperiment(2, {10}, {.kind = {"tsumego", 1}});
  EXPECT_EQ(Synchronize(Report("a", 1)).refusal, "") << "there may be work for it some day";
}

TEST_F(SchedulerGrantTest, ADrainingWorkerIsGivenNothing) {
  AddExperiment(1, {10}, {.units_per_job = 1});
  WorkerReport report = Report("a", 1);
  report.draining = true;
  const SynchronizeDecision by_itself = Synchronize(report);
  EXPECT_TRUE(by_itself.drain);
  EXPECT_THAT(by_itself.leases, IsEmpty());

  const LeasedJob job = GrantOne("b");
  EXPECT_EQ(scheduler_->DrainWorker("b"), absl::OkStatus());
  const SynchronizeDecision by_order = Synchronize(Report("b", 1, {{job, 0}}));
  EXPECT_TRUE(by_order.drain);
  EXPECT_THAT(by_order.leases, IsEmpty());
  EXPECT_THAT(by_order.lost, IsEmpty()) << "it finishes what it has";
  EXPECT_TRUE(absl::IsNotFound(scheduler_->DrainWorker("nobody")));
}

TEST_F(SchedulerGrantTest, OneAnswerHasABoundedNumberOfJobs) {
  Start({.max_leases_per_synchronize = 4});
  AddExperiment(1, {100}, {.units_per_job = 1});
  EXPECT_THAT(Synchronize(Report("a", 50)).leases, SizeIs(4));
}

TEST_F(SchedulerGrantTest, FixedSizesAreKept) {
  AddExperiment(1, {100}, {.units_per_job = 7});
  const LeasedJob job = GrantOne("a");
  EXPECT_EQ(job.job.units.size(), 7);
  Finish(job, 7, std::nullopt, absl::Hours(1));
  EXPECT_EQ(GrantOne("a").job.units.size(), 7);
}

TEST_F(SchedulerGrantTest, SizesFollowMeasuredTimes) {
  AddExperiment(1, {1'000'000'000});
  const LeasedJob probe = GrantOne("a");
  EXPECT_EQ(probe.job.units.size(), 1);
  Finish(probe, 1, std::nullopt, absl::Milliseconds(1));
  const LeasedJob second = GrantOne("a");
  EXPECT_EQ(second.job.units.size(), 64) << "no more than 64 times what was measured";
  Finish(second, 64, std::nullopt, absl::Milliseconds(64));
  const LeasedJob third = GrantOne("a");
  EXPECT_EQ(third.job.units.size(), 64 * 64);
  Finish(third, 64 * 64, std::nullopt, absl::Milliseconds(64 * 64));
  EXPECT_NEAR(GrantOne("a").job.units.size(), 10'000, 1) << "ten seconds";
  EXPECT_NEAR(absl::ToDoubleMilliseconds(*Progress(1).unit_time), 1, 1e-6);
}

TEST_F(SchedulerGrantTest, AJobIsNeverLargerThanTheLimit) {
  Start({.max_units_per_job = 20});
  AddExperiment(1, {1000});
  Finish(GrantOne("a"), 1, std::nullopt, absl::Nanoseconds(1));
  EXPECT_EQ(GrantOne("a").job.units.size(), 20);
}

TEST_F(SchedulerGrantTest, AnUnmeasuredCellStartsFromItsNeighbour) {
  AddExperiment(1, {1, 1'000'000});
  Finish(GrantOne("a"), 1, std::nullopt, absl::Milliseconds(500));
  EXPECT_EQ(GrantOne("a").job, Units(1, 1, 0, 20));
  EXPECT_EQ(Progress(1, 1).unit_time, std::nullopt);
}

TEST_F(SchedulerGrantTest, AMachineThatSleptDoesNotSpoilTheEstimate) {
  AddExperiment(1, {1'000'000'000});
  for (int i = 0; i < 5; ++i) {
    const LeasedJob job = GrantOne("a");
    Finish(job, job.job.units.size(), std::nullopt, job.job.units.size() * absl::Milliseconds(1));
  }
  const LeasedJob slept = GrantOne("a");
  Finish(slept, slept.job.units.size(), std::nullopt, absl::Hours(10));
  EXPECT_GT(GrantOne("a").job.units.size(), 1000);
}

TEST_F(SchedulerGrantTest, WithoutARunTimeTheTimeOnLeaseCounts) {
  AddExperiment(1, {1000});
  const LeasedJob probe = GrantOne("a");
  Advance(absl::Seconds(5));
  Finish(probe, 1, std::nullopt, absl::ZeroDuration());
  EXPECT_EQ(Progress(1).unit_time, absl::Seconds(5));
}

TEST_F(SchedulerGrantTest, JobsShrinkTowardsTheEnd) {
  AddExperiment(1, {1000});
  WorkerReport other = Report("others", 0);
  other.num_slots = 9;
  Synchronize(other);
  Finish(GrantOne("a"), 1, std::nullopt, absl::Milliseconds(100));
  std::vector<int64_t> sizes;
  while (!scheduler_->IsComplete(1)) {
    const LeasedJob job = GrantOne("a");
    sizes.push_back(job.job.units.size());
    Finish(job, sizes.back(), std::nullopt, sizes.back() * absl::Milliseconds(100));
  }
  EXPECT_EQ(sizes.front(), 49) << "half of a tenth of what is left";
  EXPECT_TRUE(std::is_sorted(sizes.rbegin(), sizes.rend()));
  EXPECT_EQ(sizes[sizes.size() - 2], 2) << "a quarter of a second is the least";
}

TEST_F(SchedulerGrantTest, UntilAUnitIsMeasuredFewJobsAreOut) {
  AddExperiment(1, {1000});
  const std::vector<LeasedJob> probes = Synchronize(Report("a", 100)).leases;
  ASSERT_THAT(probes, SizeIs(8));
  for (const LeasedJob& probe : probes) EXPECT_EQ(probe.job.units.size(), 1);
  Finish(probes[3], 1, std::nullopt, absl::Seconds(10));
  EXPECT_THAT(Synchronize(Report("b", 100)).leases, SizeIs(100));
}

TEST_F(SchedulerGrantTest, ManySlotsMayEachHaveAProbe) {
  AddExperiment(1, {1000});
  WorkerReport report = Report("a", 50);
  report.num_slots = 50;
  EXPECT_THAT(Synchronize(report).leases, SizeIs(50));
}

TEST_F(SchedulerGrantTest, WhoHoldsLeasesAsksAgainAtAThirdOfTheTerm) {
  AddExperiment(1, {10}, {.units_per_job = 1});
  EXPECT_EQ(Synchronize(Report("a", 1)).next_synchronization_in, absl::Seconds(10));
}

TEST_F(SchedulerGrantTest, TheIdleAskMoreSeldomTheMoreTheyAre) {
  Start({.max_idle_synchronizations_per_second = 10});
  EXPECT_EQ(Synchronize(Report("0", 1)).next_synchronization_in, absl::Milliseconds(250));
  for (int i = 1; i < 19; ++i) Synchronize(Report(absl::StrCat(i), 1));
  EXPECT_EQ(Synchronize(Report("19", 1)).next_synchronization_in, absl::Seconds(2));
  Advance(absl::Seconds(90));
  EXPECT_EQ(Synchronize(Report("0", 1)).next_synchronization_in, absl::Milliseconds(250)) << "the others are forgotten";
}

TEST_F(SchedulerGrantTest, WhoGetsLessThanWantedAsksAgainSoon) {
  AddExperiment(1, {1}, {.units_per_job = 1});
  EXPECT_EQ(Synchronize(Report("a", 2)).next_synchronization_in, absl::Milliseconds(250));
}

TEST_F(SchedulerGrantTest, ABackoffThatEndsSoonerIsWaitedFor) {
  Start({.failure_backoff = absl::Milliseconds(100)});
  AddExperiment(1, {1}, {.units_per_job = 1});
  Finish(GrantOne("a"), 0, "it broke");
  Advance(absl::Milliseconds(60));
  EXPECT_EQ(Synchronize(Report("a", 1)).next_synchronization_in, absl::Milliseconds(40));
}

TEST_F(SchedulerGrantTest, RemovedUnitsCanComeBack) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  Finish(GrantOne("a"), 10);
  const LeasedJob second = GrantOne("a");
  scheduler_->AddMissing(Units(1, 0, 5, 15));
  EXPECT_EQ(Progress(1).num_missing, 5) << "what is on lease stays so";
  EXPECT_EQ(GrantOne("b").job, Units(1, 0, 5, 10));
  EXPECT_EQ(CheckFinish(second), absl::OkStatus());
}

TEST_F(SchedulerGrantTest, OnlyWhoHasTheEnginesIsLeasedTheExperiment) {
  Start({});
  ScheduledExperiment experiment;
  experiment.id = 1;
  experiment.kind = {"match", 1};
  experiment.units_per_job = 10;
  experiment.engines = {{.identity = "abc", .name = "gnugo", .version = "GNU Go 3.9.1"}};
  experiment.cells.push_back({.missing = IntervalSet({0, 20})});
  scheduler_->AddExperiment(std::move(experiment), now_);
  WorkerReport without = Report("a", 1);
  WorkerReport with_another = Report("b", 1);
  with_another.engines = {{.identity = "xyz", .name = "gnugo", .version = "GNU Go 3.8"}};
  WorkerReport with_it = Report("c", 1);
  with_it.engines = {{.identity = "xyz", .name = "old"}, {.identity = "abc", .name = "gnugo"}};
  EXPECT_TRUE(Synchronize(without).leases.empty());
  EXPECT_TRUE(Synchronize(with_another).leases.empty());
  EXPECT_EQ(
      scheduler_->Obstacles(1, now_),
      std::vector<std::string>{"no worker has the engine 'gnugo' (GNU Go 3.9.1): it has to be the very same program "
                               "as when the experiment was planned"});
  EXPECT_EQ(Synchronize(with_it).leases.size(), 1u);
  EXPECT_TRUE(scheduler_->Obstacles(1, now_).empty());
}

}  // namespace
}  // namespace tenuki
