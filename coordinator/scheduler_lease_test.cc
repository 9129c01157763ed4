// What becomes of a lease: renewed, answered again, lost, taken back, finished.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coordinator/scheduler_fixture.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SchedulerLeaseTest : public SchedulerFixture {
 protected:
  // A new scheduler as after a crash of the coordinator: an experiment 1 with one cell of which `missing` is left.
  void Restart(IntervalSet missing) {
    Start({}, ++epoch_);
    ScheduledExperiment experiment;
    experiment.id = 1;
    experiment.kind = {"match", 1};
    experiment.units_per_job = 10;
    experiment.cells = {{.missing = std::move(missing)}};
    scheduler_->AddExperiment(std::move(experiment), now_);
  }

  uint32_t epoch_ = 1;
};

TEST_F(SchedulerLeaseTest, LivesAsLongAsItIsRenewed) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  for (int i = 0; i < 10; ++i) {
    Advance(absl::Seconds(29));
    EXPECT_THAT(Renew("a", {{job, i}}).lost, IsEmpty());
  }
  EXPECT_EQ(Progress(1).num_done_unreported, 9);
  Advance(absl::Seconds(30));
  EXPECT_THAT(Renew("a", {{job, 9}}).lost, ElementsAre(job.attempt));
  EXPECT_THAT(scheduler_->ReapExpired(now_).attempts, ElementsAre(job.attempt)) << "Synchronize kept it for the ledger";
  EXPECT_THAT(scheduler_->ReapExpired(now_).attempts, IsEmpty());
}

TEST_F(SchedulerLeaseTest, AttemptsOfOthersAndUnknownOnesAreLost) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  const LeasedJob of_a = GrantOne("a");
  LeasedJob unknown = of_a;
  unknown.attempt += 1000;
  EXPECT_THAT(Renew("b", {{of_a, 0}, {unknown, 0}}).lost, ElementsAre(of_a.attempt, unknown.attempt));
  EXPECT_EQ(CheckFinish(of_a), absl::OkStatus()) << "a has it still";
}

TEST_F(SchedulerLeaseTest, ALostAnswerIsGivenAgain) {
  AddExperiment(1, {100}, {.units_per_job = 10});
  const std::vector<LeasedJob> first = Synchronize(Report("a", 2)).leases;
  ASSERT_THAT(first, SizeIs(2));
  const SynchronizeDecision again = Synchronize(Report("a", 3));
  EXPECT_EQ(again.num_new_leases, 1u) << "two of the three are there";
  ASSERT_THAT(again.leases, SizeIs(3));
  EXPECT_EQ(again.leases[1].attempt, first[0].attempt);
  EXPECT_EQ(again.leases[1].job, first[0].job);
  EXPECT_EQ(again.leases[2].attempt, first[1].attempt);
}

TEST_F(SchedulerLeaseTest, AnAnswerIsGivenAgainEvenWhenNothingIsWanted) {
  AddExperiment(1, {100}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  const SynchronizeDecision again = Synchronize(Report("a", 0));
  EXPECT_EQ(again.num_new_leases, 0u);
  ASSERT_THAT(again.leases, SizeIs(1));
  EXPECT_EQ(again.leases[0].attempt, job.attempt);
}

TEST_F(SchedulerLeaseTest, WhatADrainingWorkerNeverHeardOfGoesBack) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  WorkerReport report = Report("a", 0);
  report.draining = true;
  EXPECT_THAT(Synchronize(report).leases, IsEmpty());
  EXPECT_THAT(scheduler_->ReapExpired(now_).attempts, ElementsAre(job.attempt));
  EXPECT_EQ(GrantOne("b").job, job.job) << "at once, and nothing in it is suspect";
}

TEST_F(SchedulerLeaseTest, FinishedUnitsAreCommittedAndTheRestGoesBack) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  EXPECT_EQ(Finish(job, 4), std::nullopt);
  EXPECT_EQ(Progress(1).num_missing, 16);
  EXPECT_EQ(Progress(1).num_leased, 0);
  EXPECT_EQ(GrantOne("a").job, Units(1, 0, 4, 14));
  EXPECT_THAT(CheckFinish(job).message(), HasSubstr("units 4 to 13 of cell 0 went to the worker 'a'"));
}

TEST_F(SchedulerLeaseTest, IsCompleteWhenNothingIsMissingAndNothingLeased) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  EXPECT_FALSE(scheduler_->IsComplete(1));
  const LeasedJob job = GrantOne("a");
  EXPECT_FALSE(scheduler_->IsComplete(1));
  Finish(job, 10);
  EXPECT_TRUE(scheduler_->IsComplete(1));
}

TEST_F(SchedulerLeaseTest, OnlyTheHolderMayFinishExactlyItsJob) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  LeasedJob of_other_worker = job;
  of_other_worker.worker = "b";
  EXPECT_THAT(CheckFinish(of_other_worker).message(), HasSubstr("to the worker 'a'"));
  EXPECT_TRUE(absl::IsAborted(CheckFinish(of_other_worker)));
  LeasedJob of_other_units = job;
  of_other_units.job = Units(1, 0, 0, 11);
  EXPECT_TRUE(absl::IsAborted(CheckFinish(of_other_units)));
  EXPECT_EQ(CheckFinish(job), absl::OkStatus());
}

TEST_F(SchedulerLeaseTest, CheckingRenews) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Advance(absl::Seconds(29));
  EXPECT_EQ(CheckFinish(job), absl::OkStatus());
  Advance(absl::Seconds(29));
  EXPECT_THAT(scheduler_->ReapExpired(now_).attempts, IsEmpty()) << "its rows are being stored";
}

TEST_F(SchedulerLeaseTest, AReapedAttemptMayFinishWhileNobodyHasItsUnits) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Renew("a", {{job, 3}});
  Advance(absl::Seconds(30));
  scheduler_->ReapExpired(now_);
  EXPECT_EQ(CheckFinish(job), absl::OkStatus());
  EXPECT_EQ(Progress(1).num_leased, 10);
  Finish(job, 10);
  EXPECT_TRUE(scheduler_->IsComplete(1));
  EXPECT_THAT(CheckFinish(job).message(), HasSubstr("units were committed by another attempt"));
}

TEST_F(SchedulerLeaseTest, AReapedAttemptIsAbortedWhenOthersHaveItsUnits) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Advance(absl::Seconds(30));
  const LeasedJob others = GrantOne("b");
  EXPECT_EQ(others.job, Units(1, 0, 1, 10)) << "the suspect is kept out";
  const absl::Status status = CheckFinish(job);
  EXPECT_TRUE(absl::IsAborted(status));
  EXPECT_THAT(status.message(), HasSubstr("units 1 to 9 of cell 0 went to the worker 'b'"));
  Finish(others, 9);
  EXPECT_THAT(CheckFinish(job).message(), HasSubstr("units were committed by another attempt"));
}

TEST_F(SchedulerLeaseTest, ReapedWhileItsRowsWereStored) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  const LeasedJob slow = GrantOne("a");
  ASSERT_EQ(CheckFinish(slow), absl::OkStatus());
  Advance(absl::Seconds(30));
  const LeasedJob other = GrantOne("b");
  EXPECT_EQ(other.job, Units(1, 0, 1, 11));
  scheduler_->ReapExpired(now_);
  scheduler_->Finish(slow.attempt, slow.job, 10, std::nullopt, absl::Seconds(1), now_);
  EXPECT_THAT(scheduler_->ReapExpired(now_).attempts, ElementsAre(other.attempt));
  EXPECT_THAT(Renew("b", {{other, 2}}).lost, ElementsAre(other.attempt));
  EXPECT_TRUE(absl::IsAborted(CheckFinish(other)));
  EXPECT_EQ(GrantOne("c").job, Units(1, 0, 10, 20)) << "what b had besides is back";
}

TEST_F(SchedulerLeaseTest, AFailureIsNotCountedTwiceWhenItsAnswerWasLost) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Finish(job, 0, "it broke");
  EXPECT_THAT(CheckFinish(job).message(), HasSubstr("is over"));
  EXPECT_EQ(scheduler_->NumFailures(Unit(1, 0, 0)), 1);
}

TEST_F(SchedulerLeaseTest, AFailureOfAReapedAttemptIsNotCountedTwiceEither) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Advance(absl::Seconds(30));
  scheduler_->ReapExpired(now_);
  Finish(job, 0, "it broke");
  EXPECT_THAT(CheckFinish(job).message(), HasSubstr("is over"));
}

TEST_F(SchedulerLeaseTest, AttemptsOfARemovedExperimentAreLost) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  scheduler_->RemoveExperiment(1);
  EXPECT_FALSE(scheduler_->HasExperiment(1));
  EXPECT_THAT(Renew("a", {{job, 0}}).lost, ElementsAre(job.attempt));
  EXPECT_EQ(CheckFinish(job), absl::AbortedError("the experiment was removed"));
  scheduler_->RemoveExperiment(1);
}

TEST_F(SchedulerLeaseTest, AfterARestartALeaseInTheLedgerGetsOneTerm) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Advance(absl::Seconds(1000));
  Restart(IntervalSet({0, 10}));
  scheduler_->RestoreLease(job, now_);
  EXPECT_TRUE(GetsNothing("b"));
  Advance(absl::Seconds(29));
  EXPECT_THAT(Renew("a", {{job, 5}}).lost, IsEmpty());
  Finish(job, 10);
  EXPECT_TRUE(scheduler_->IsComplete(1));
}

TEST_F(SchedulerLeaseTest, ALeaseInTheLedgerWhoseUnitsAreCommittedIsIgnored) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Restart(IntervalSet({5, 10}));
  scheduler_->RestoreLease(job, now_);
  EXPECT_THAT(Renew("a", {{job, 0}}).lost, ElementsAre(job.attempt));
  EXPECT_EQ(GrantOne("b").job, Units(1, 0, 5, 10));
}

TEST_F(SchedulerLeaseTest, AfterARestartAForgottenLeaseIsTakenBack) {
  AddExperiment(1, {20}, {.units_per_job = 10});
  const LeasedJob mentioned = GrantOne("a");
  const LeasedJob finished = GrantOne("b");
  Restart(IntervalSet({0, 20}));
  EXPECT_THAT(Renew("a", {{mentioned, 7}}).lost, IsEmpty());
  EXPECT_EQ(Progress(1).num_done_unreported, 7);
  EXPECT_EQ(CheckFinish(finished), absl::OkStatus());
  EXPECT_EQ(Progress(1).num_leased, 20);
}

TEST_F(SchedulerLeaseTest, AfterARestartAForgottenLeaseIsLostWhenOthersHaveItsUnits) {
  AddExperiment(1, {10}, {.units_per_job = 10});
  const LeasedJob job = GrantOne("a");
  Restart(IntervalSet({0, 10}));
  GrantOne("b");
  EXPECT_THAT(Renew("a", {{job, 7}}).lost, ElementsAre(job.attempt));
  EXPECT_THAT(CheckFinish(job).message(), HasSubstr("went to the worker 'b'"));
}

TEST_F(SchedulerLeaseTest, ClaimsOfUnitsThatDoNotExistAreAborted) {
  AddExperiment(1, {10});
  LeasedJob claim = {.attempt = 5, .job = Units(1, 7, 0, 10), .worker = "a"};
  EXPECT_TRUE(absl::IsAborted(CheckFinish(claim)));
  claim.job = Units(1, -1, 0, 10);
  EXPECT_TRUE(absl::IsAborted(CheckFinish(claim)));
  claim.job = Units(1, 0, 5, 5);
  EXPECT_TRUE(absl::IsAborted(CheckFinish(claim)));
  claim.job = Units(1, 0, 5, 11);
  EXPECT_TRUE(absl::IsAborted(CheckFinish(claim)));
  EXPECT_THAT(Renew("a", {{claim, 0}}).lost, ElementsAre(claim.attempt));
}

}  // namespace
}  // namespace tenuki
