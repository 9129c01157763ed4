// What people are told.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coordinator/scheduler_fixture.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class SchedulerStatusTest : public SchedulerFixture {
 protected:
  std::vector<std::string> Obstacles() { return scheduler_->Obstacles(1, now_); }
};

TEST_F(SchedulerStatusTest, ProgressCountsUnitsOfEachCell) {
  AddExperiment(1, {10, 5}, {.units_per_job = 4});
  const LeasedJob job = GrantOne("a");
  Renew("a", {{job, 3}});
  EXPECT_EQ(Progress(1, 0).num_missing, 6);
  EXPECT_EQ(Progress(1, 0).num_leased, 4);
  EXPECT_EQ(Progress(1, 0).num_done_unreported, 3);
  EXPECT_EQ(Progress(1, 0).unit_time, std::nullopt);
  EXPECT_EQ(Progress(1, 1).num_missing, 5);
  Finish(job, 4, std::nullopt, absl::Seconds(8));
  EXPECT_EQ(Progress(1, 0).num_leased, 0);
  EXPECT_EQ(Progress(1, 0).unit_time, absl::Seconds(2));
  EXPECT_THAT(scheduler_->Progress(99), IsEmpty());
}

TEST_F(SchedulerStatusTest, WorkersAreForgottenAfterThreeTerms) {
  AddExperiment(1, {10}, {.units_per_job = 1});
  GrantOne("a");
  Advance(absl::Seconds(60));
  Synchronize(Report("b", 0));
  const std::vector<SchedulerWorker> workers = scheduler_->Workers();
  ASSERT_THAT(workers, SizeIs(2));
  EXPECT_EQ(workers[0].name, "a");
  EXPECT_EQ(workers[0].num_attempts, 0) << "lost by now";
  EXPECT_EQ(workers[0].last_seen, now_ - absl::Seconds(60));
  EXPECT_EQ(workers[0].num_slots, 1);
  Advance(absl::Seconds(30));
  scheduler_->ReapExpired(now_);
  ASSERT_THAT(scheduler_->Workers(), SizeIs(1));
  EXPECT_EQ(scheduler_->Workers()[0].name, "b");
}

TEST_F(SchedulerStatusTest, WorkersSayWhetherTheyDrainAndWhatTheyHold) {
  AddExperiment(1, {10}, {.units_per_job = 1});
  Synchronize(Report("a", 3));
  EXPECT_FALSE(scheduler_->Workers().at(0).draining);
  EXPECT_EQ(scheduler_->Workers().at(0).num_attempts, 3);
  ASSERT_EQ(scheduler_->DrainWorker("a"), absl::OkStatus());
  EXPECT_TRUE(scheduler_->Workers().at(0).draining);
}

TEST_F(SchedulerStatusTest, NoWorker) {
  AddExperiment(1, {10});
  EXPECT_THAT(Obstacles(), ElementsAre("no worker is connected"));
  Synchronize(Report("a", 0));
  EXPECT_THAT(Obstacles(), IsEmpty());
  Advance(absl::Seconds(90));
  EXPECT_THAT(Obstacles(), ElementsAre("no worker is connected"));
}

TEST_F(SchedulerStatusTest, NoWorkerOfTheVersion) {
  AddExperiment(1, {10}, {.kind = {"match", 2}});
  Synchronize(Report("a", 0));
  EXPECT_THAT(Obstacles(), ElementsAre("every worker has another version of 'match': 1, where 2 is needed"));
}

TEST_F(SchedulerStatusTest, NoWorkerKnowsTheKind) {
  AddExperiment(1, {10}, {.kind = {"tsumego", 1}});
  Synchronize(Report("a", 0));
  EXPECT_THAT(Obstacles(), ElementsAre("no worker knows the kind 'tsumego'"));
}

TEST_F(SchedulerStatusTest, EveryWorkerDrains) {
  AddExperiment(1, {10});
  Synchronize(Report("a", 0));
  ASSERT_EQ(scheduler_->DrainWorker("a"), absl::OkStatus());
  EXPECT_THAT(Obstacles(), ElementsAre("every worker is draining"));
}

TEST_F(SchedulerStatusTest, Paused) {
  AddExperiment(1, {10});
  Synchronize(Report("a", 0));
  scheduler_->SetPaused(1, true);
  EXPECT_THAT(Obstacles(), ElementsAre("it is paused"));
}

TEST_F(SchedulerStatusTest, WaitingForABackoff) {
  AddExperiment(1, {1});
  Finish(GrantOne("a"), 0, "it broke");
  EXPECT_THAT(Obstacles(), ElementsAre("only 1 unit that failed is left; the next try is in 1s"));
  Advance(absl::Seconds(1));
  EXPECT_THAT(Obstacles(), IsEmpty());
}

TEST_F(SchedulerStatusTest, NothingIsInTheWayOfWhatIsComplete) {
  AddExperiment(1, {0});
  EXPECT_THAT(Obstacles(), IsEmpty());
}

}  // namespace
}  // namespace tenuki
