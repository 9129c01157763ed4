// Each rule of the state machine, with time as steps.
#include "worker/worker_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace tenuki {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

constexpr absl::Duration kMillisecond = absl::Milliseconds(1);
const absl::Status kUnavailable = absl::UnavailableError("connection refused");

v1::Lease MakeLease(uint64_t attempt) {
  v1::Lease lease;
  lease.set_attempt(attempt);
  lease.mutable_job()->set_experiment("m");
  lease.mutable_job()->set_first_unit(static_cast<int64_t>(10 * attempt));
  lease.mutable_job()->set_num_units(10);
  return lease;
}

v1::SynchronizeResponse Grant(const std::vector<uint64_t>& attempts, absl::Duration next = absl::Seconds(1)) {
  v1::SynchronizeResponse response;
  for (uint64_t attempt : attempts) *response.add_leases() = MakeLease(attempt);
  response.set_ledger_id("L");
  response.mutable_next_synchronization_in()->set_seconds(absl::ToInt64Seconds(next));
  response.mutable_next_synchronization_in()->set_nanos(
      static_cast<int32_t>(absl::ToInt64Nanoseconds(next % absl::Seconds(1))));
  return response;
}

v1::SynchronizeResponse Lost(uint64_t attempt) {
  v1::SynchronizeResponse response = Grant({});
  response.add_lost_attempts(attempt);
  return response;
}

std::vector<uint64_t> Range(uint64_t first, int count) {
  std::vector<uint64_t> attempts(count);
  std::iota(attempts.begin(), attempts.end(), first);
  return attempts;
}

class WorkerStateTest : public testing::Test {
 protected:
  explicit WorkerStateTest(WorkerStateOptions options = {.worker = "w", .num_slots = 2})
      : state_(std::move(options), /*seed=*/1) {}

  v1::SynchronizeRequest Synchronize(const v1::SynchronizeResponse& response) {
    std::optional<v1::SynchronizeRequest> request = state_.NextSynchronize(now_);
    EXPECT_TRUE(request.has_value());
    state_.SynchronizeAnswered(response, now_);
    return request.value_or(v1::SynchronizeRequest());
  }
  std::vector<uint64_t> StartJobs() {
    std::vector<uint64_t> started;
    while (std::optional<v1::Lease> lease = state_.NextJob(now_)) started.push_back(lease->attempt());
    return started;
  }
  void Finish(uint64_t attempt, absl::Duration run_time = absl::Seconds(1)) {
    state_.JobFinished(attempt, {.num_units_done = 10, .num_bytes = 100, .run_time = run_time}, now_);
  }
  std::vector<uint64_t> StartDeliveries() {
    std::vector<uint64_t> started;
    while (std::optional<Delivery> delivery = state_.NextDelivery(now_)) started.push_back(delivery->attempt);
    return started;
  }
  std::vector<uint64_t> Spooling() {
    std::vector<uint64_t> attempts;
    while (std::optional<uint64_t> attempt = state_.NextToSpool()) attempts.push_back(*attempt);
    return attempts;
  }
  std::vector<uint64_t> Dropped() {
    std::vector<uint64_t> attempts;
    for (const DroppedResult& dropped : state_.TakeDropped()) attempts.push_back(dropped.attempt);
    return attempts;
  }
  std::string Notices() {
    std::string text;
    for (const Notice& notice : state_.TakeNotices()) text += notice.text + "\n";
    return text;
  }
  // Runs the clock to the next time at which something may change.
  absl::Duration Skip() {
    const absl::Time before = now_;
    now_ = state_.NextTime(now_);
    EXPECT_GT(now_, before);
    EXPECT_LT(now_, absl::InfiniteFuture());
    return now_ - before;
  }

  absl::Time now_ = absl::UnixEpoch() + absl::Hours(1);
  WorkerState state_;
};

std::vector<uint64_t> Mentioned(const v1::SynchronizeRequest& request) {
  std::vector<uint64_t> attempts;
  for (const v1::AttemptState& attempt : request.attempts()) attempts.push_back(attempt.attempt());
  return attempts;
}

TEST_F(WorkerStateTest, AsksForAsManyJobsAsThereAreSlots) {
  const v1::SynchronizeRequest request = Synchronize(Grant({1, 2}));
  EXPECT_EQ(request.worker(), "w");
  EXPECT_EQ(request.num_slots(), 2);
  EXPECT_EQ(request.num_jobs_wanted(), 2);
  EXPECT_FALSE(request.draining());
  EXPECT_THAT(StartJobs(), ElementsAre(1, 2));
  EXPECT_FALSE(state_.NextSynchronize(now_).has_value()) << "nothing is wanted";
  EXPECT_EQ(state_.NextTime(now_), now_ + absl::Seconds(1));
}

TEST_F(WorkerStateTest, OnlyOneSynchronizeIsUnderWay) {
  EXPECT_TRUE(state_.NextSynchronize(now_).has_value());
  EXPECT_FALSE(state_.NextSynchronize(now_).has_value());
  now_ += absl::Hours(1);
  EXPECT_FALSE(state_.NextSynchronize(now_).has_value());
  state_.SynchronizeAnswered(Grant({}), now_);
}

TEST_F(WorkerStateTest, MentionsEveryAttemptWithItsJobAndProgress) {
  Synchronize(Grant({1, 2, 3}));
  StartJobs();
  state_.Progress(1, 4);
  Finish(2);
  now_ += absl::Seconds(1);
  const v1::SynchronizeRequest request = Synchronize(Grant({}));
  EXPECT_THAT(Mentioned(request), UnorderedElementsAre(1, 2, 3));
  for (const v1::AttemptState& attempt : request.attempts()) {
    EXPECT_EQ(attempt.job().first_unit(), static_cast<int64_t>(10 * attempt.attempt()));
    const int64_t done[] = {-1, 4, 10, 0};
    EXPECT_EQ(attempt.num_units_done(), done[attempt.attempt()]);
  }
}

TEST_F(WorkerStateTest, AsksAtOnceWhenASlotIsFreeUnlessItWasLeftShort) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  Finish(1);
  EXPECT_EQ(Synchronize(Grant({}, absl::Milliseconds(250))).num_jobs_wanted(), 1);
  EXPECT_FALSE(state_.NextSynchronize(now_).has_value());
  Finish(2);
  EXPECT_FALSE(state_.NextSynchronize(now_).has_value()) << "there was not enough a moment ago";
  EXPECT_EQ(Skip(), absl::Milliseconds(250));
  EXPECT_EQ(Synchronize(Grant({3, 4})).num_jobs_wanted(), 2);
}

TEST_F(WorkerStateTest, RenewsLeasesInTimeWhateverTheCoordinatorSays) {
  v1::SynchronizeResponse response = Grant({1, 2}, absl::Hours(9));
  response.mutable_leases(0)->mutable_term()->set_seconds(30);
  response.mutable_leases(1)->mutable_term()->set_seconds(30);
  Synchronize(response);
  EXPECT_EQ(state_.NextTime(now_), now_ + absl::Seconds(10));
}

TEST_F(WorkerStateTest, DoesNotAskInATightLoop) {
  Synchronize(Grant({}, absl::ZeroDuration()));
  EXPECT_FALSE(state_.NextSynchronize(now_).has_value());
  EXPECT_EQ(Skip(), WorkerState::kMinSynchronizationInterval);
  EXPECT_TRUE(state_.NextSynchronize(now_).has_value());
}

TEST_F(WorkerStateTest, ALeaseThatIsKnownIsNotTakenTwice) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  Finish(1);
  Synchronize(Grant({1, 2, 3}));
  EXPECT_THAT(StartJobs(), ElementsAre(3));
}

TEST_F(WorkerStateTest, ShortJobsAreFetchedAhead) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  Finish(1, kMillisecond);
  Finish(2, kMillisecond);
  EXPECT_EQ(Synchronize(Grant(Range(3, 12))).num_jobs_wanted(), 12) << "two slots, and 5 ms for each of them";
  EXPECT_THAT(StartJobs(), ElementsAre(3, 4));
  EXPECT_FALSE(state_.WantsSynchronize(now_));
  for (uint64_t attempt = 3; attempt < 7; ++attempt) {
    Finish(attempt, kMillisecond);
    StartJobs();
    EXPECT_FALSE(state_.WantsSynchronize(now_)) << "more than half of them are there";
  }
  Finish(7, kMillisecond);
  StartJobs();
  EXPECT_EQ(Synchronize(Grant(Range(20, 5))).num_jobs_wanted(), 5);
}

TEST_F(WorkerStateTest, VeryShortJobsAreFetchedAheadUpToALimit) {
  Synchronize(Grant({1}));
  StartJobs();
  Finish(1, absl::ZeroDuration());
  now_ += absl::Seconds(1);
  EXPECT_EQ(Synchronize(Grant({})).num_jobs_wanted(), 2 + 64);
}

TEST_F(WorkerStateTest, WhenDeliveriesHoldUpItDoesNotAskForAJobAtATime) {
  uint64_t next = 1;
  for (const int num_jobs : {2, 66, 66, 66, 56}) {
    ASSERT_EQ(Synchronize(Grant(Range(next, num_jobs))).num_jobs_wanted(), num_jobs);
    next += num_jobs;
    for (std::vector<uint64_t> started = StartJobs(); !started.empty(); started = StartJobs()) {
      for (uint64_t attempt : started) Finish(attempt, absl::ZeroDuration());
    }
  }
  ASSERT_THAT(StartDeliveries(), SizeIs(32));
  for (uint64_t attempt = 1; attempt < 32; ++attempt) {
    state_.Delivered(attempt);
    EXPECT_FALSE(state_.WantsSynchronize(now_)) << "225 results or more wait";
  }
  state_.Delivered(32);
  EXPECT_EQ(Synchronize(Grant(Range(next, 32))).num_jobs_wanted(), 32);
}

TEST_F(WorkerStateTest, LongJobsAreNotFetchedAhead) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  Finish(1, absl::Milliseconds(101));
  EXPECT_EQ(Synchronize(Grant({})).num_jobs_wanted(), 1);
}

TEST_F(WorkerStateTest, FailedCallsAreRepeatedWithGrowingPauses) {
  absl::Duration longest;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(state_.NextSynchronize(now_).has_value());
    state_.SynchronizeFailed(kUnavailable, now_);
    EXPECT_FALSE(state_.WantsSynchronize(now_));
    const absl::Duration pause = Skip();
    EXPECT_GE(pause, absl::Milliseconds(100));
    EXPECT_LE(pause, i == 0 ? absl::Milliseconds(200) : absl::Seconds(10));
    longest = std::max(longest, pause);
  }
  EXPECT_GT(longest, absl::Seconds(5));
  EXPECT_THAT(Notices(), HasSubstr("connection refused"));
  Synchronize(Grant({1, 2}));
  EXPECT_EQ(Notices(), "connected to the coordinator\n") << "failures are told once";
  now_ += absl::Seconds(1);
  ASSERT_TRUE(state_.NextSynchronize(now_).has_value());
  state_.SynchronizeFailed(kUnavailable, now_);
  EXPECT_LE(Skip(), absl::Milliseconds(200)) << "the pauses start anew";
}

TEST_F(WorkerStateTest, WhatIsFinishedIsDelivered) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  EXPECT_THAT(StartDeliveries(), IsEmpty());
  Finish(2);
  Finish(1);
  EXPECT_THAT(StartDeliveries(), ElementsAre(2, 1));
  EXPECT_THAT(StartDeliveries(), IsEmpty());
  state_.Delivered(2);
  EXPECT_THAT(Mentioned(Synchronize(Grant({}))), ElementsAre(1));
}

TEST_F(WorkerStateTest, LostAttemptsAreStoppedOrDropped) {
  Synchronize(Grant({1, 2, 3, 4}));
  StartJobs();
  now_ += absl::Seconds(1);
  Synchronize(Lost(3));  // queued
  now_ += absl::Seconds(1);
  Synchronize(Lost(1));  // running
  EXPECT_THAT(state_.TakeStops(now_), ElementsAre(1));
  EXPECT_THAT(state_.TakeStops(now_), IsEmpty());
  EXPECT_THAT(Dropped(), IsEmpty());
  Finish(1);
  EXPECT_THAT(Dropped(), ElementsAre(1));
  Finish(2);
  Synchronize(Lost(2));  // undelivered
  EXPECT_THAT(Dropped(), ElementsAre(2));
  EXPECT_THAT(StartDeliveries(), IsEmpty());
  EXPECT_THAT(StartJobs(), ElementsAre(4));
  Finish(4);
  EXPECT_THAT(StartDeliveries(), ElementsAre(4));
  now_ += absl::Seconds(1);
  Synchronize(Lost(4));  // in delivery
  state_.DeliveryFailed(4, kUnavailable, now_);
  EXPECT_THAT(Dropped(), ElementsAre(4));
  now_ += absl::Seconds(1);
  EXPECT_THAT(Mentioned(Synchronize(Grant({}))), IsEmpty());
}

TEST_F(WorkerStateTest, AbortedResultsAreDropped) {
  Synchronize(Grant({1}));
  StartJobs();
  Finish(1);
  StartDeliveries();
  state_.DeliveryFailed(1, absl::AbortedError("leased to another"), now_);
  EXPECT_THAT(Dropped(), ElementsAre(1));
  now_ += absl::Seconds(1);
  EXPECT_THAT(Mentioned(Synchronize(Grant({}))), IsEmpty());
}

TEST_F(WorkerStateTest, RefusedResultsAreDroppedLoudlyAndNotComputedAgain) {
  for (const absl::Status& status :
       {absl::InvalidArgumentError("wrong schema"), absl::FailedPreconditionError("other rows were committed")}) {
    const uint64_t attempt = static_cast<uint64_t>(status.code()) + 100;
    now_ += absl::Seconds(1);
    Synchronize(Grant({attempt}));
    StartJobs();
    Finish(attempt);
    StartDeliveries();
    Notices();
    state_.DeliveryFailed(attempt, status, now_);
    EXPECT_THAT(Dropped(), ElementsAre(attempt));
    const std::vector<Notice> notices = state_.TakeNotices();
    ASSERT_THAT(notices, SizeIs(1));
    EXPECT_EQ(notices[0].severity, absl::LogSeverity::kError);
    EXPECT_THAT(notices[0].text, HasSubstr(status.message()));

    now_ += absl::Seconds(1);
    EXPECT_THAT(Mentioned(Synchronize(Grant({attempt}))), IsEmpty());
    EXPECT_THAT(StartJobs(), IsEmpty()) << "it would come to the same";
    const std::optional<Delivery> delivery = state_.NextDelivery(now_);
    ASSERT_TRUE(delivery.has_value());
    EXPECT_TRUE(delivery->unrun.has_value());
    EXPECT_THAT(delivery->reason, HasSubstr(status.message()));
    state_.Delivered(attempt);
  }
}

TEST_F(WorkerStateTest, AnUnreachableCoordinatorIsTriedWithOneDeliveryAtATime) {
  Synchronize(Grant({1, 2, 3}));
  StartJobs();
  Finish(1);
  Finish(2);
  EXPECT_THAT(StartDeliveries(), SizeIs(2));
  Notices();
  state_.DeliveryFailed(1, kUnavailable, now_);
  state_.DeliveryFailed(2, absl::DeadlineExceededError("10 s"), now_);
  EXPECT_THAT(Notices(), HasSubstr("connection refused"));
  EXPECT_THAT(Spooling(), UnorderedElementsAre(1, 2)) << "what failed goes to disk";
  state_.Spooled(1, absl::OkStatus(), now_);
  state_.Spooled(2, absl::OkStatus(), now_);
  StartJobs();
  Finish(3);
  EXPECT_THAT(Spooling(), IsEmpty()) << "not at the first failure";
  EXPECT_THAT(StartDeliveries(), IsEmpty());
  const absl::Duration pause = Skip();
  EXPECT_GE(pause, absl::Milliseconds(100));
  EXPECT_LE(pause, absl::Milliseconds(200)) << "two at once were one failure";
  ASSERT_THAT(StartDeliveries(), ElementsAre(1)) << "one to try";
  state_.DeliveryFailed(1, kUnavailable, now_);
  EXPECT_THAT(Spooling(), ElementsAre(3)) << "an outage: all go to disk";
  state_.Spooled(3, absl::OkStatus(), now_);
  Skip();
  ASSERT_THAT(StartDeliveries(), SizeIs(1));
  Notices();
  state_.Delivered(2);
  EXPECT_EQ(Notices(), "results are delivered again\n");
  EXPECT_THAT(StartDeliveries(), UnorderedElementsAre(1, 3));
}

TEST_F(WorkerStateTest, ACoordinatorThatAnswersAgainIsDeliveredToAtOnce) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  Finish(1);
  ASSERT_TRUE(state_.NextSynchronize(now_).has_value());
  state_.SynchronizeFailed(kUnavailable, now_);
  for (int i = 0; i < 10; ++i) {
    if (StartDeliveries().empty())
      Skip();
    else
      state_.DeliveryFailed(1, kUnavailable, now_);
    for (uint64_t attempt : Spooling()) state_.Spooled(attempt, absl::OkStatus(), now_);
  }
  now_ += absl::Milliseconds(300);
  Synchronize(Grant({}));
  EXPECT_THAT(StartDeliveries(), ElementsAre(1));
}

TEST_F(WorkerStateTest, AResultThatCannotBeDeliveredForAnotherReasonDoesNotHoldUpOthers) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  Finish(1);
  Finish(2);
  StartDeliveries();
  state_.DeliveryFailed(1, absl::InternalError("oops"), now_);
  state_.Delivered(2);
  EXPECT_THAT(StartDeliveries(), IsEmpty());
  EXPECT_GE(Skip(), absl::Milliseconds(100));
  EXPECT_THAT(StartDeliveries(), ElementsAre(1));
}

TEST_F(WorkerStateTest, AResultThatCannotGoToDiskStaysInMemory) {
  Synchronize(Grant({1}));
  StartJobs();
  Finish(1);
  StartDeliveries();
  state_.DeliveryFailed(1, kUnavailable, now_);
  ASSERT_THAT(Spooling(), ElementsAre(1));
  Notices();
  state_.Spooled(1, absl::ResourceExhaustedError("disk full"), now_);
  EXPECT_THAT(Notices(), HasSubstr("disk full"));
  Skip();
  EXPECT_FALSE(state_.NextDelivery(now_)->is_spooled);
  state_.DeliveryFailed(1, kUnavailable, now_);
  EXPECT_THAT(Spooling(), IsEmpty());
}

TEST_F(WorkerStateTest, ADamagedFileIsGoneAndItsLeaseComesAgain) {
  Synchronize(Grant({1}));
  StartJobs();
  Finish(1);
  StartDeliveries();
  state_.ResultGone(1);
  now_ += absl::Seconds(1);
  EXPECT_THAT(Mentioned(Synchronize(Grant({1}))), IsEmpty());
  EXPECT_THAT(StartJobs(), ElementsAre(1));
}

TEST_F(WorkerStateTest, ARefusalIsToldOnceAndNothingIsAskedForUntilItIsGone) {
  v1::SynchronizeResponse refusal = Grant({});
  refusal.set_refusal("another version of 'match'");
  Synchronize(refusal);
  EXPECT_THAT(Notices(), HasSubstr("another version of 'match'"));
  now_ += absl::Seconds(1);
  EXPECT_EQ(Synchronize(refusal).num_jobs_wanted(), 0);
  EXPECT_EQ(Notices(), "");
  now_ += absl::Seconds(1);
  EXPECT_EQ(Synchronize(Grant({})).num_jobs_wanted(), 0);
  EXPECT_THAT(Notices(), HasSubstr("again"));
  EXPECT_EQ(Synchronize(Grant({})).num_jobs_wanted(), 2);
}

TEST_F(WorkerStateTest, AfterTroubleItTakesNoJobsForAWhile) {
  Synchronize(Grant({1, 2, 3}));
  StartJobs();
  Notices();
  state_.JobFinished(1, {.trouble = absl::ResourceExhaustedError("disk full")}, now_);
  EXPECT_THAT(Notices(), HasSubstr("disk full"));
  EXPECT_THAT(StartDeliveries(), ElementsAre(1));
  EXPECT_THAT(StartJobs(), IsEmpty());
  EXPECT_FALSE(state_.WantsSynchronize(now_));
  EXPECT_LE(Skip(), absl::Milliseconds(200));
  EXPECT_THAT(StartJobs(), ElementsAre(3));
}

TEST_F(WorkerStateTest, AnotherLedgerKnowsNothingOfOldWork) {
  Synchronize(Grant({1, 2, 3}));
  StartJobs();
  Finish(1);
  EXPECT_EQ(state_.ledger_id(), "L");
  v1::SynchronizeResponse other = Grant({});
  other.set_ledger_id("M");
  now_ += absl::Seconds(1);
  Synchronize(other);
  EXPECT_EQ(state_.ledger_id(), "M");
  EXPECT_THAT(state_.TakeStops(now_), ElementsAre(2));
  const std::vector<DroppedResult> dropped = state_.TakeDropped();
  ASSERT_THAT(dropped, SizeIs(1));
  EXPECT_EQ(dropped[0].attempt, 1);
  EXPECT_TRUE(dropped[0].keep_file);
  EXPECT_THAT(StartJobs(), IsEmpty());
}

TEST_F(WorkerStateTest, FoundResultsAreOfferedButNotMentioned) {
  Synchronize(Grant({1, 2}));
  EXPECT_TRUE(state_.ResultFound(7, MakeLease(7).job(), 10, now_));
  EXPECT_FALSE(state_.ResultFound(7, MakeLease(7).job(), 10, now_));
  now_ += absl::Seconds(1);
  EXPECT_THAT(Mentioned(Synchronize(Grant({}))), ElementsAre(1, 2));
  const std::optional<Delivery> delivery = state_.NextDelivery(now_);
  ASSERT_TRUE(delivery.has_value());
  EXPECT_EQ(delivery->attempt, 7);
  EXPECT_TRUE(delivery->is_spooled);
}

TEST_F(WorkerStateTest, DrainingGivesBackWhatIsQueuedAndLetsTheRestEnd) {
  Synchronize(Grant({1, 2, 3}));
  StartJobs();
  state_.DrainRequested(absl::Seconds(60), now_);
  const std::optional<Delivery> delivery = state_.NextDelivery(now_);
  ASSERT_TRUE(delivery.has_value());
  EXPECT_EQ(delivery->attempt, 3);
  EXPECT_EQ(delivery->unrun->job().first_unit(), 30);
  EXPECT_EQ(delivery->reason, "");
  const v1::SynchronizeRequest request = Synchronize(Grant({9}));
  EXPECT_TRUE(request.draining()) << "the coordinator is told at once";
  EXPECT_EQ(request.num_jobs_wanted(), 0);
  EXPECT_EQ(state_.NextDelivery(now_)->attempt, 9) << "what comes all the same is given back";
  state_.Delivered(3);
  state_.Delivered(9);
  EXPECT_THAT(state_.TakeStops(now_), IsEmpty());
  Finish(1);
  EXPECT_FALSE(state_.IsDone(now_));
  now_ += absl::Seconds(60);
  EXPECT_THAT(state_.TakeStops(now_), ElementsAre(2));
  Finish(2);
  EXPECT_FALSE(state_.IsDone(now_));
  for (uint64_t attempt : StartDeliveries()) state_.Delivered(attempt);
  EXPECT_TRUE(state_.IsDone(now_));
}

TEST_F(WorkerStateTest, DrainingEndsWithoutACoordinatorWhenTheGraceIsOver) {
  Synchronize(Grant({1}));
  StartJobs();
  Finish(1);
  state_.DrainRequested(absl::Seconds(5), now_);
  ASSERT_THAT(StartDeliveries(), ElementsAre(1));
  state_.DeliveryFailed(1, kUnavailable, now_);
  EXPECT_FALSE(state_.IsDone(now_));
  now_ += absl::Seconds(5);
  EXPECT_TRUE(state_.IsDone(now_));
}

TEST_F(WorkerStateTest, TheGraceCanOnlyBecomeShorter) {
  Synchronize(Grant({1}));
  StartJobs();
  state_.DrainRequested(absl::Seconds(5), now_);
  state_.DrainRequested(absl::Hours(1), now_);
  now_ += absl::Seconds(4);
  EXPECT_THAT(state_.TakeStops(now_), IsEmpty());
  state_.DrainRequested(absl::ZeroDuration(), now_);
  EXPECT_THAT(state_.TakeStops(now_), ElementsAre(1));
}

TEST_F(WorkerStateTest, TheCoordinatorMayDrainIt) {
  v1::SynchronizeResponse response = Grant({1});
  response.set_drain(true);
  Synchronize(response);
  EXPECT_THAT(StartJobs(), IsEmpty());
  EXPECT_TRUE(state_.NextDelivery(now_)->unrun.has_value());
  state_.Delivered(1);
  EXPECT_TRUE(state_.IsDone(now_));
}

TEST_F(WorkerStateTest, AWorkerThatNeverReachedItsCoordinatorCanEnd) {
  ASSERT_TRUE(state_.NextSynchronize(now_).has_value());
  state_.DrainRequested(absl::ZeroDuration(), now_);
  EXPECT_FALSE(state_.IsDone(now_)) << "the answer may bring leases";
  state_.SynchronizeFailed(kUnavailable, now_);
  EXPECT_TRUE(state_.IsDone(now_));
}

class FullWorkerStateTest : public WorkerStateTest {
 protected:
  FullWorkerStateTest()
      : WorkerStateTest({.worker = "w",
                         .num_slots = 2,
                         .delivery = {.max_deliveries = 3},
                         .max_attempts = 5,
                         .max_undelivered_bytes = 1000}) {}

  void FinishFour() {
    Synchronize(Grant({1, 2, 3, 4, 5}));
    for (uint64_t attempt : {1, 2, 3, 4}) {
      StartJobs();
      Finish(attempt);
    }
  }
};

TEST_F(FullWorkerStateTest, DeliveriesUnderWayAreLimited) {
  FinishFour();
  EXPECT_THAT(StartDeliveries(), ElementsAre(1, 2, 3));
  state_.Delivered(2);
  EXPECT_THAT(StartDeliveries(), ElementsAre(4));
}

TEST_F(FullWorkerStateTest, NoJobIsStartedWhenTooManyResultsWait) {
  FinishFour();
  Finish(5);
  now_ += absl::Seconds(1);
  EXPECT_EQ(Synchronize(Grant({6})).num_jobs_wanted(), 0);
  EXPECT_THAT(StartJobs(), IsEmpty());
  StartDeliveries();
  state_.Delivered(1);
  EXPECT_THAT(StartJobs(), ElementsAre(6));
}

TEST_F(FullWorkerStateTest, NoJobIsStartedWhenResultsTakeTooMuchMemory) {
  Synchronize(Grant({1, 2}));
  StartJobs();
  state_.JobFinished(1, {.num_units_done = 10, .num_bytes = 1000, .run_time = absl::Seconds(1)}, now_);
  EXPECT_FALSE(state_.WantsSynchronize(now_));
  StartDeliveries();
  state_.DeliveryFailed(1, kUnavailable, now_);
  ASSERT_THAT(Spooling(), ElementsAre(1));
  state_.Spooled(1, absl::OkStatus(), now_);
  EXPECT_EQ(Synchronize(Grant({3})).num_jobs_wanted(), 1) << "on disk it takes no memory";
}

}  // namespace
}  // namespace tenuki
