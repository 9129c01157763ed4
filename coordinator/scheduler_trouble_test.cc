// Units that fail, and units at which workers vanish.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "coordinator/scheduler_fixture.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SchedulerTroubleTest : public SchedulerFixture {
 protected:
  // A worker takes the next job and is never heard of again.
  LeasedJob Vanish(const std::string& worker) {
    const LeasedJob job = GrantOne(worker);
    Advance(absl::Seconds(30));
    return job;
  }
};

TEST_F(SchedulerTroubleTest, AFailedUnitIsTriedAgainLaterAndAlone) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  EXPECT_EQ(Finish(GrantOne("a"), 4, "it broke"), std::nullopt);
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 4)), 1);
  EXPECT_EQ(Progress(1).num_missing, 16) << "it is missing, though not yet to be had";
  const LeasedJob others = GrantOne("a");
  EXPECT_EQ(others.job, Units(1, 0, 5, 15));
  Advance(absl::Seconds(1));
  EXPECT_EQ(GrantOne("a", {{others, 0}}).job, Unit(1, 0, 4));
}

TEST_F(SchedulerTroubleTest, BackoffsDouble) {
  Start({.max_unit_failures = 10});
  AddExperiment(1, {1}, {.units_per_job = 1});
  for (absl::Duration backoff = absl::Seconds(1); backoff <= absl::Seconds(16); backoff *= 2) {
    Finish(GrantOne("a"), 0, "it broke");
    Advance(backoff - absl::Milliseconds(1));
    EXPECT_TRUE(GetsNothing("a"));
    Advance(absl::Milliseconds(1));
  }
}

TEST_F(SchedulerTroubleTest, AfterThreeFailuresItIsQuarantined) {
  AddExperiment(1, {2}, {.units_per_job = 1});
  EXPECT_EQ(Finish(GrantOne("a"), 0, "it broke"), std::nullopt);
  Advance(absl::Seconds(10));
  EXPECT_EQ(Finish(GrantOne("a"), 0, "it broke"), std::nullopt);
  Advance(absl::Seconds(10));
  const LeasedJob last = GrantOne("a");
  const std::optional<QuarantineDecision> quarantine = Finish(last, 0, "it broke again");
  ASSERT_TRUE(quarantine.has_value());
  EXPECT_EQ(quarantine->job, Unit(1, 0, 0));
  EXPECT_EQ(quarantine->num_failures, 3);
  EXPECT_EQ(quarantine->reason, "it broke again");
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 0)), 3);

  Finish(GrantOne("a"), 1);
  EXPECT_TRUE(scheduler_->IsComplete(1)) << "the rest of the experiment finishes";
  LeasedJob late = last;
  late.attempt = 1;  // of epoch 0
  EXPECT_THAT(CheckFinish(late).message(), HasSubstr("unit 0 of cell 0 is quarantined"));
}

TEST_F(SchedulerTroubleTest, AQuarantinedUnitThatIsAskedForAgainStartsAfresh) {
  Start({.max_unit_failures = 1});
  AddExperiment(1, {1}, {.units_per_job = 1});
  ASSERT_TRUE(Finish(GrantOne("a"), 0, "it broke").has_value());
  scheduler_->AddMissing(Unit(1, 0, 0));
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 0)), 0);
  EXPECT_EQ(GrantOne("a").job, Unit(1, 0, 0));
}

TEST_F(SchedulerTroubleTest, ASuccessClearsTheCount) {
  AddExperiment(1, {1}, {.units_per_job = 1});
  Finish(GrantOne("a"), 0, "it broke");
  Advance(absl::Seconds(1));
  Finish(GrantOne("a"), 1);
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 0)), 0);
  EXPECT_TRUE(scheduler_->IsComplete(1));
}

TEST_F(SchedulerTroubleTest, TheUnitAtWhichAWorkerVanishedIsSuspect) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Renew("a", {{job, 6}});
  Advance(absl::Seconds(30));
  const Scheduler::Reaped reaped = scheduler_->ReapExpired(now_);
  EXPECT_THAT(reaped.attempts, ElementsAre(job.attempt));
  EXPECT_THAT(reaped.quarantined, IsEmpty());
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 6)), 0) << "losses are counted apart";
  Advance(absl::Seconds(1));
  EXPECT_EQ(GrantOne("b").job, Unit(1, 0, 6));
  EXPECT_EQ(GrantOne("c").job, Units(1, 0, 0, 6));
  EXPECT_EQ(GrantOne("d").job, Units(1, 0, 7, 10));
}

TEST_F(SchedulerTroubleTest, AWorkerThatVanishedWithAllUnitsDoneLeavesNoSuspect) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Renew("a", {{job, 10}});
  Advance(absl::Seconds(30));
  EXPECT_EQ(GrantOne("b").job, job.job);
}

TEST_F(SchedulerTroubleTest, AfterFiveLossesItIsQuarantined) {
  AddExperiment(1, {1}, {.units_per_job = 1});
  for (int i = 0; i < 4; ++i) {
    Vanish(absl::StrCat("a", i));
    EXPECT_THAT(scheduler_->ReapExpired(now_).quarantined, IsEmpty());
    Advance(absl::Seconds(30));
  }
  Vanish("b");
  const Scheduler::Reaped reaped = scheduler_->ReapExpired(now_);
  ASSERT_THAT(reaped.quarantined, SizeIs(1));
  EXPECT_EQ(reaped.quarantined[0].job, Unit(1, 0, 0));
  EXPECT_EQ(reaped.quarantined[0].num_failures, 5);
  EXPECT_EQ(reaped.quarantined[0].reason, "the worker 'b' vanished while running it (lease not renewed for 30s)");
  EXPECT_TRUE(scheduler_->IsComplete(1));
}

TEST_F(SchedulerTroubleTest, LossesOfADrainingWorkerCountTheSame) {
  Start({.max_unit_losses = 1});
  AddExperiment(1, {1}, {.units_per_job = 1});
  const LeasedJob job = GrantOne("a");
  WorkerReport report = Report("a", 0, {{job, 0}});
  report.draining = true;
  Synchronize(report);
  Advance(absl::Seconds(30));
  EXPECT_THAT(scheduler_->ReapExpired(now_).quarantined, SizeIs(1));
}

TEST_F(SchedulerTroubleTest, FailuresAreRememberedOverARestart) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  scheduler_->RestoreFailures(Unit(1, 0, 3), 2);
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 3)), 2);
  const LeasedJob retry = GrantOne("a");
  EXPECT_EQ(retry.job, Unit(1, 0, 3)) << "alone";
  EXPECT_TRUE(Finish(retry, 0, "it broke").has_value());
}

TEST_F(SchedulerTroubleTest, ARestoredLeaseMayHoldAUnitInTrouble) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = {.attempt = 5, .job = Units(1, 0, 0, 10), .worker = "a"};
  scheduler_->RestoreLease(job, now_);
  scheduler_->RestoreFailures(Unit(1, 0, 3), 2);
  EXPECT_EQ(Progress(1).num_leased, 10);
  Finish(job, 1);
  EXPECT_EQ(Progress(1).num_missing, 9);
  EXPECT_EQ(GrantOne("b").job, Unit(1, 0, 3));
}

}  // namespace
}  // namespace tenuki
