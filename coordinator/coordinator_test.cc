// The life of an experiment in a coordinator: submitting, leasing, committing, reading, control, and starting again.
#include "coordinator/coordinator.h"

#include "coordinator/coordinator_fixture.h"

namespace tenuki {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Action = v1::ControlExperimentRequest;

constexpr std::string_view kSwept = R"(name: "swept" seed: 5
  match { player { uniform {} } opponent { uniform {} } board_size: 3 }
  sweep { field: "match.komi" values: ["0.5", "7"] } stop { units: 3 })";

TEST_F(CoordinatorTest, RunsAnExperimentToItsEnd) {
  ASSERT_THAT(Open(), IsOk());
  const auto submitted = Submit(kSwept);
  ASSERT_THAT(submitted, IsOk());
  EXPECT_EQ(submitted->state(), v1::EXPERIMENT_STATE_RUNNING);
  EXPECT_EQ(submitted->num_units(), 6);
  EXPECT_EQ(WorkAll("w"), 6);
  ExpectComplete(kSwept);
  const v1::ExperimentStatus status = Status("swept");
  EXPECT_EQ(status.num_units_committed(), 6);
  EXPECT_EQ(status.num_units_reused(), 0);
  ASSERT_EQ(status.cells_size(), 2);
  EXPECT_THAT(status.cells(1).place(), HasSubstr("match.komi=7"));
}

TEST_F(CoordinatorTest, SaysWhoRanWhat) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  WorkAll("w");
  const auto rows = Rows("small", "provenance");
  ASSERT_THAT(rows, IsOk());
  ASSERT_EQ((*rows)->num_rows(), 3);
  EXPECT_EQ((*rows)->GetColumnByName("worker")->GetScalar(0).ValueOrDie()->ToString(), "w");
  EXPECT_EQ((*rows)->GetColumnByName("activity")->GetScalar(0).ValueOrDie()->ToString(), "job");
  EXPECT_EQ((*rows)->GetColumnByName("count")->GetScalar(0).ValueOrDie()->ToString(), "2");
  EXPECT_EQ((*rows)->GetColumnByName("time_us")->GetScalar(0).ValueOrDie()->ToString(), "1000000");
}

TEST_F(CoordinatorTest, KeepsWhatAJobsTimeWasSpentOn) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  v1::Timing& timing = *result.mutable_timings()->add_timings();
  timing.set_activity("player");
  timing.set_count(7);
  timing.mutable_total()->set_seconds(3);
  timing.mutable_longest()->set_nanos(5000);
  ASSERT_THAT(Finish(std::move(result)), IsOk());
  ASSERT_THAT(Reopen(), IsOk());
  const auto rows = Rows("small", "provenance");
  ASSERT_THAT(rows, IsOk());
  ASSERT_EQ((*rows)->num_rows(), 2);
  EXPECT_EQ((*rows)->GetColumnByName("activity")->GetScalar(1).ValueOrDie()->ToString(), "player");
  EXPECT_EQ((*rows)->GetColumnByName("count")->GetScalar(1).ValueOrDie()->ToString(), "7");
  EXPECT_EQ((*rows)->GetColumnByName("time_us")->GetScalar(1).ValueOrDie()->ToString(), "3000000");
  EXPECT_EQ((*rows)->GetColumnByName("longest_us")->GetScalar(1).ValueOrDie()->ToString(), "5");
}

TEST_F(CoordinatorTest, NamesTheTablesThereAre) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  EXPECT_THAT(
      Rows("small", "gmaes"),
      StatusIs(absl::StatusCode::kNotFound, HasSubstr("games, moves, summary, sequential_test, faults, provenance")));
  EXPECT_THAT(Rows("large", "games"), StatusIs(absl::StatusCode::kNotFound, HasSubstr("'large'")));
  EXPECT_THAT(Rows("small", "games", 1000), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not yet at 1000")));
  v1::GetExperimentRequest request;
  request.set_name("smal");
  EXPECT_THAT(coordinator_->GetExperiment(request), StatusIs(absl::StatusCode::kNotFound, HasSubstr("'small'")));
}

TEST_F(CoordinatorTest, KeepsEverythingOverARestart) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  ASSERT_THAT(Finish(RunLease(LeaseOne("w"), "w")), IsOk());
  const v1::Lease held = LeaseOne("w");
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status().num_units_committed(), 2);
  EXPECT_EQ(Status().num_units_leased(), 2);
  // The lease has its full term: another worker gets the rest alone.
  EXPECT_EQ(WorkAll("other"), 2);
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_RUNNING);
  ASSERT_THAT(Finish(RunLease(held, "w")), IsOk());
  ExpectComplete(kSmallMatch);
  ASSERT_THAT(Reopen(), IsOk());
  ExpectComplete(kSmallMatch);
}

TEST_F(CoordinatorTest, ForgetsALeaseThatNobodyRenewsAfterARestart) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  Lease("gone", 3);
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_THAT(Lease("w", 3), IsEmpty());
  clock_.Advance(absl::Seconds(31));
  Synchronize("w", 0);
  clock_.Advance(absl::Seconds(2));
  EXPECT_EQ(WorkAll("w"), 6);
  ExpectComplete(kSmallMatch);
}

TEST_F(CoordinatorTest, RefusesASecondCoordinatorOnTheFolder) {
  ASSERT_THAT(Open(), IsOk());
  EXPECT_THAT(Coordinator::Open(Options(), files_, clock_),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("is in use by another tenuki")));
}

TEST_F(CoordinatorTest, RefusesWhatCannotBePlanned) {
  ASSERT_THAT(Open(), IsOk());
  EXPECT_THAT(coordinator_->SubmitExperiment({}), StatusIs(absl::StatusCode::kInvalidArgument));
  v1::SubmitExperimentRequest request = SubmitRequest(kSmallMatch);
  request.mutable_experiment()->mutable_match()->set_board_size(1000);
  EXPECT_THAT(Submit(request), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("board_size")));
  EXPECT_THAT(coordinator_->Synchronize({}), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("name")));
}

TEST_F(CoordinatorTest, TakesTheSameExperimentAgain) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  const v1::Lease lease = LeaseOne("w");
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  // What is under way goes on.
  ASSERT_THAT(Finish(RunLease(lease, "w")), IsOk());
  const auto again = Submit(kSmallMatch);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->num_units_reused(), 2);
  WorkAll("w");
  ExpectComplete(kSmallMatch);
}

TEST_F(CoordinatorTest, AsksBeforeReplacingAnOpenExperiment) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSwept), IsOk());
  const v1::Lease lease = LeaseOne("w");
  ASSERT_THAT(Finish(RunLease(lease, "w")), IsOk());
  v1::SubmitExperimentRequest request = SubmitRequest(kSwept, {"stop.units=5"});
  EXPECT_THAT(Submit(request), StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("'swept'")));
  request.set_replace(true);
  const v1::Lease late = LeaseOne("w");
  const auto replaced = Submit(request);
  ASSERT_THAT(replaced, IsOk());
  EXPECT_EQ(replaced->num_units(), 10);
  EXPECT_EQ(replaced->num_units_reused(), 2);
  EXPECT_THAT(Synchronize("w", 0).lost_attempts(), ElementsAre(late.attempt()));
  EXPECT_EQ(WorkAll("w"), 8);
  ExpectComplete(kSwept, {"stop.units=5"});
}

TEST_F(CoordinatorTest, RemembersWhatWasReusedOverARestart) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  WorkAll("w");
  ASSERT_THAT(Submit(kSmallMatch, {"stop.units=9"}), IsOk());
  EXPECT_EQ(Status().num_units_reused(), 6);
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status().num_units_reused(), 6);
  EXPECT_EQ(WorkAll("w"), 3);
  ExpectComplete(kSmallMatch, {"stop.units=9"});
  // Fewer units are cut out of what is there.
  ASSERT_THAT(Submit(kSmallMatch, {"stop.units=3"}), IsOk());
  ExpectComplete(kSmallMatch, {"stop.units=3"});
}

TEST_F(CoordinatorTest, SharesCellsBetweenExperiments) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  const std::vector<v1::Lease> leases = Lease("w", 3);
  ASSERT_THAT(leases, SizeIs(3));
  ASSERT_THAT(Submit(kSmallMatch, {"name=shorter", "stop.units=3"}), IsOk());
  const std::vector<v1::Lease> shorter = Lease("other", 2);
  ASSERT_THAT(shorter, SizeIs(2));
  // From the back, so that a commit lies outside of the shorter one's units.
  for (const int i : {2, 1, 0}) EXPECT_THAT(Finish(RunLease(leases[i], "w")), IsOk());
  EXPECT_EQ(Status("shorter").num_units_committed(), 3);
  ExpectComplete(kSmallMatch);
  ExpectComplete(kSmallMatch, {"name=shorter", "stop.units=3"});
  EXPECT_THAT(Synchronize("other", 0).lost_attempts(), SizeIs(2));
  // The same units, with the same rows; and a part of what was committed as one.
  const auto same = Finish(RunLease(shorter[0], "other"));
  ASSERT_THAT(same, IsOk());
  EXPECT_TRUE(same->already_committed());
  EXPECT_THAT(Finish(RunLease(shorter[1], "other")), StatusIs(absl::StatusCode::kAborted));
}

TEST_F(CoordinatorTest, PausesResumesAndCancels) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  const v1::Lease first = LeaseOne("w");
  const v1::Lease second = LeaseOne("w");
  ASSERT_THAT(Control(Action::ACTION_PAUSE), IsOk());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_PAUSED);
  EXPECT_THAT(Lease("w", 1), IsEmpty());
  // What was leased before is welcome.
  EXPECT_THAT(Finish(RunLease(first, "w")), IsOk());
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_PAUSED);
  ASSERT_THAT(Control(Action::ACTION_RESUME), IsOk());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_RUNNING);
  LeaseOne("w");
  EXPECT_THAT(Control(Action::ACTION_UNSPECIFIED), StatusIs(absl::StatusCode::kInvalidArgument));

  ASSERT_THAT(Control(Action::ACTION_CANCEL), IsOk());
  EXPECT_THAT(Synchronize("w", 1).lost_attempts(), Contains(second.attempt()));
  EXPECT_THAT(Finish(RunLease(second, "w")), StatusIs(absl::StatusCode::kAborted));
  EXPECT_THAT(Control(Action::ACTION_RESUME), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("cancelled")));
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_CANCELLED);
  EXPECT_EQ(Status().num_units_committed(), 2);
  // Submitting it goes on with it.
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  EXPECT_EQ(WorkAll("w"), 4);
  ExpectComplete(kSmallMatch);
  EXPECT_THAT(Control(Action::ACTION_PAUSE), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("finished")));
  EXPECT_THAT(Control(Action::ACTION_PAUSE, "large"), StatusIs(absl::StatusCode::kNotFound));
}

TEST_F(CoordinatorTest, ReadsAVersionAsItWas) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  ASSERT_THAT(Finish(RunLease(LeaseOne("w"), "w")), IsOk());
  const auto view = coordinator_->ViewOf("small", 0);
  ASSERT_THAT(view, IsOk());
  const auto before = RowsOf(*view, "games");
  ASSERT_THAT(before, IsOk());
  EXPECT_EQ((*before)->num_rows(), 4);
  WorkAll("w");
  const auto after = RowsOf(*view, "games");
  ASSERT_THAT(after, IsOk());
  EXPECT_TRUE((*after)->Equals(**before));
  EXPECT_EQ((*Rows("small", "games"))->num_rows(), 12);
  EXPECT_EQ((*Rows("small", "games", view->version))->num_rows(), 4);
}

TEST_F(CoordinatorTest, KnowsItsWorkers) {
  ASSERT_THAT(Open(), IsOk());
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  LeaseOne("w");
  clock_.Advance(absl::Seconds(3));
  const auto workers = coordinator_->ListWorkers({});
  ASSERT_THAT(workers, IsOk());
  ASSERT_EQ(workers->workers_size(), 1);
  EXPECT_EQ(workers->workers(0).num_attempts(), 1);
  EXPECT_EQ(workers->workers(0).last_seen_ago().seconds(), 3);
  v1::DrainWorkerRequest request;
  request.set_name("w");
  ASSERT_THAT(coordinator_->DrainWorker(request), IsOk());
  const v1::SynchronizeResponse response = Synchronize("w", 1);
  EXPECT_TRUE(response.drain());
  EXPECT_THAT(response.leases(), IsEmpty());
  request.set_name("v");
  EXPECT_THAT(coordinator_->DrainWorker(request), StatusIs(absl::StatusCode::kNotFound));
}

}  // namespace
}  // namespace tenuki
