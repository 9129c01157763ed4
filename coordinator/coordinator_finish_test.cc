// How a coordinator takes results: which it refuses, what it says, and who gets the units then.
#include <filesystem>

#include "coordinator/coordinator_fixture.h"

namespace tenuki {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FinishTest : public CoordinatorTest {
 protected:
  FinishTest() {
    EXPECT_THAT(Open(), IsOk());
    EXPECT_THAT(Submit(kSmallMatch), IsOk());
  }
  // After which units that failed may be tried again.
  void WaitForRetry() { clock_.Advance(absl::Seconds(10)); }
};

TEST_F(FinishTest, AnswersTheSameResultAsTheFirstTime) {
  const v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto first = Finish(result);
  ASSERT_THAT(first, IsOk());
  EXPECT_FALSE(first->already_committed());
  const auto second = Finish(result);
  ASSERT_THAT(second, IsOk());
  EXPECT_TRUE(second->already_committed());
  ASSERT_THAT(Reopen(), IsOk());
  const auto third = Finish(result);
  ASSERT_THAT(third, IsOk());
  EXPECT_TRUE(third->already_committed());
  EXPECT_EQ(Status().num_units_committed(), 2);
}

TEST_F(FinishTest, ReportsOtherRowsOfTheSameUnits) {
  const v1::Lease lease = LeaseOne("w");
  ASSERT_THAT(Finish(RunLease(lease, "w")), IsOk());
  v1::JobResult other = RunLease(lease, "odd");
  const auto rows = TableOfIpc(other.tables(0).ipc());
  // Every game of a pair is the first one's.
  const auto twice = arrow::ConcatenateTables({rows->Slice(0, 1), rows->Slice(0, 1), rows->Slice(2, 2)}).ValueOrDie();
  *other.mutable_tables(0) = UploadOf("games", *twice);
  EXPECT_THAT(Finish(other), StatusIs(absl::StatusCode::kFailedPrecondition,
                                      HasSubstr("units 0 to 1 of cell 0 gave other rows in 'games' when the worker "
                                                "'odd' ran them than when 'w' did")));
  EXPECT_THAT(Status().nondeterminism_errors(), ElementsAre(HasSubstr("'odd'")));
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_THAT(Status().nondeterminism_errors(), ElementsAre(HasSubstr("'odd'")));
  WorkAll("w");
  ExpectComplete(kSmallMatch);
}

TEST_F(FinishTest, RefusesUnknownExperimentsAndCells) {
  const v1::JobResult result = RunLease(LeaseOne("w"), "w");
  v1::JobResult unknown = result;
  unknown.mutable_job()->set_experiment("large");
  EXPECT_THAT(Finish(unknown), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("'large'")));
  for (const int cell : {-1, 1}) {
    v1::JobResult other = result;
    other.mutable_job()->set_cell_index(cell);
    EXPECT_THAT(Finish(other), StatusIs(absl::StatusCode::kAborted, HasSubstr("replaced")));
  }
  v1::JobResult replaced = result;
  replaced.mutable_job()->set_cell_digest(std::string(32, 'x'));
  EXPECT_THAT(Finish(replaced), StatusIs(absl::StatusCode::kAborted, HasSubstr("replaced")));
  v1::JobResult stranger = result;
  stranger.set_worker("stranger");
  EXPECT_THAT(Finish(stranger), StatusIs(absl::StatusCode::kAborted, HasSubstr("'stranger'")));
  EXPECT_THAT(Finish(result), IsOk());
}

TEST_F(FinishTest, RefusesUnitsThatCannotBe) {
  const v1::JobResult result = RunLease(LeaseOne("w"), "w");
  struct Units {
    int64_t first;
    int64_t count;
    int64_t done;
  };
  for (const Units& units : {Units{-1, 2, 2}, Units{0, -2, 0}, Units{0, 2, 3}, Units{0, 2, -1},
                             Units{INT64_MAX - 1, 2, 2}, Units{1, INT64_MAX, 2}}) {
    v1::JobResult bad = result;
    bad.mutable_job()->set_first_unit(units.first);
    bad.mutable_job()->set_num_units(units.count);
    bad.set_num_units_done(units.done);
    EXPECT_THAT(Finish(bad), StatusIs(absl::StatusCode::kInvalidArgument)) << units.first << ' ' << units.count;
    // And what a worker says that it has.
    v1::SynchronizeRequest request = SynchronizeRequestOf("w", 0);
    v1::AttemptState& state = *request.add_attempts();
    state.set_attempt(12345);
    *state.mutable_job() = bad.job();
    const auto response = coordinator_->Synchronize(request);
    ASSERT_THAT(response, IsOk());
    EXPECT_THAT(response->lost_attempts(), testing::Contains(12345));
  }
  EXPECT_THAT(Finish(result), IsOk());
}

TEST_F(FinishTest, FencesAnAttemptWhoseUnitsOthersHave) {
  const v1::Lease stale = LeaseOne("slow");
  clock_.Advance(absl::Seconds(31));
  Synchronize("w", 0);
  WaitForRetry();
  EXPECT_THAT(Lease("w", 10), testing::Not(IsEmpty()));
  EXPECT_THAT(Finish(RunLease(stale, "slow")), StatusIs(absl::StatusCode::kAborted));
  EXPECT_EQ(Status().num_units_committed(), 0);
}

TEST_F(FinishTest, TakesALateResultThatNobodyElseHas) {
  const v1::Lease late = LeaseOne("slow");
  clock_.Advance(absl::Seconds(31));
  Synchronize("w", 0);
  EXPECT_THAT(Finish(RunLease(late, "slow")), IsOk());
  WorkAll("w");
  ExpectComplete(kSmallMatch);
}

TEST_F(FinishTest, LeasesTheRestOfAPartialResultAgain) {
  EXPECT_THAT(Finish(RunLease(LeaseOne("w"), "w", 1)), IsOk());
  EXPECT_THAT(Finish(RunLease(LeaseOne("w"), "w", 0)), IsOk());
  EXPECT_EQ(Status().num_units_committed(), 1);
  EXPECT_EQ(WorkAll("w"), 5);
  ExpectComplete(kSmallMatch);
}

TEST_F(FinishTest, ForgetsAQuarantineWhenTheUnitIsRunForAnotherExperiment) {
  ASSERT_THAT(Submit(kSmallMatch, {"name=twin"}), IsOk());
  ASSERT_THAT(Control(v1::ControlExperimentRequest::ACTION_PAUSE, "twin"), IsOk());
  for (int i = 0; i < 3; ++i) {
    v1::JobResult result = RunLease(LeaseOne("w"), "w", 0);
    result.mutable_failure()->set_reason("out of luck");
    EXPECT_THAT(Finish(result), IsOk());
    WorkAll("w");
    WaitForRetry();
  }
  EXPECT_EQ(Status().num_units_quarantined(), 1);
  EXPECT_EQ(Status("twin").num_units_committed(), 5);
  ASSERT_THAT(Control(v1::ControlExperimentRequest::ACTION_RESUME, "twin"), IsOk());
  EXPECT_EQ(WorkAll("w"), 1);
  EXPECT_EQ(Status().num_units_quarantined(), 0);
  ExpectComplete(kSmallMatch);
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status().num_units_quarantined(), 0);
  ExpectComplete(kSmallMatch);
}

TEST_F(FinishTest, QuarantinesAUnitThatKeepsFailing) {
  const auto fail_unit_1 = [](const v1::Lease& lease) {
    const bool has_unit_1 = lease.job().first_unit() <= 1 && lease.job().first_unit() + lease.job().num_units() > 1;
    if (!has_unit_1) return RunLease(lease, "w");
    v1::JobResult result = RunLease(lease, "w", 1 - lease.job().first_unit());
    result.mutable_failure()->set_reason("the board caught fire");
    return result;
  };
  EXPECT_THAT(Finish(fail_unit_1(LeaseOne("w"))), IsOk());
  EXPECT_EQ(Status().num_units_committed(), 1);
  // It waits for its turn, alone.
  for (const v1::Lease& lease : Lease("w", 10)) EXPECT_THAT(Finish(fail_unit_1(lease)), IsOk());
  EXPECT_EQ(Status().num_units_committed(), 5);
  EXPECT_THAT(Lease("w", 10), IsEmpty());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_RUNNING);
  for (int i = 0; i < 2; ++i) {
    WaitForRetry();
    EXPECT_THAT(Finish(fail_unit_1(LeaseOne("w"))), IsOk());
  }
  for (const bool reopened : {false, true}) {
    if (reopened) {
      ASSERT_THAT(Reopen(), IsOk());
    }
    const v1::ExperimentStatus status = Status();
    EXPECT_EQ(status.state(), v1::EXPERIMENT_STATE_FINISHED);
    EXPECT_EQ(status.num_units_committed(), 5);
    ASSERT_EQ(status.quarantined_size(), 1);
    EXPECT_EQ(status.quarantined(0).unit(), 1);
    EXPECT_EQ(status.quarantined(0).num_failures(), 3);
    EXPECT_THAT(status.quarantined(0).reason(), HasSubstr("caught fire"));
  }
  // Submitting it again is another try.
  ASSERT_THAT(Submit(kSmallMatch), IsOk());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_RUNNING);
  EXPECT_EQ(WorkAll("w"), 1);
  ExpectComplete(kSmallMatch);
  EXPECT_EQ(Status().num_units_quarantined(), 0);
}

struct BadResult {
  const char* name;
  const char* message;
  void (*spoil)(const v1::Lease& lease, v1::JobResult& result);
};
void PrintTo(const BadResult& bad, std::ostream* out) { *out << bad.name; }

std::shared_ptr<arrow::Table> RowsIn(const v1::JobResult& result) { return TableOfIpc(result.tables(0).ipc()); }
void SetRows(v1::JobResult& result, const arrow::Table& rows) { *result.mutable_tables(0) = UploadOf("games", rows); }

constexpr BadResult kBadResults[] = {
    {"schema", "table 'games': the rows have the schema\n",
     [](const v1::Lease&, v1::JobResult& result) { SetRows(result, *RowsIn(result)->RemoveColumn(2).ValueOrDie()); }},
    {"digest", "table 'games': the rows have the digest",
     [](const v1::Lease&, v1::JobResult& result) { (*result.mutable_tables(0)->mutable_digest())[0] ^= 1; }},
    {"digest_length", "table 'games': the rows have the digest",
     [](const v1::Lease&, v1::JobResult& result) { result.mutable_tables(0)->clear_digest(); }},
    {"number_of_rows", "table 'games': 4 rows came, and 5 were promised",
     [](const v1::Lease&, v1::JobResult& result) { result.mutable_tables(0)->set_num_rows(5); }},
    {"other_units", "table 'games': there are rows of the units 1 to 2, outside of 0 to 1",
     [](const v1::Lease& lease, v1::JobResult& result) { SetRows(result, *RunUnits(lease, {1, 2}).Rows(0)); }},
    {"more_than_done", "table 'games': there are rows of the units 0 to 1, outside of 0 to 0",
     [](const v1::Lease&, v1::JobResult& result) { result.set_num_units_done(1); }},
    {"absurd_unit", "table 'games': there are rows of the units",
     [](const v1::Lease&, v1::JobResult& result) {
       const auto rows = RowsIn(result);
       arrow::Int64Builder units;
       ASSERT_TRUE(units.AppendValues({0, 0, INT64_MIN, INT64_MAX}).ok());
       const auto column = std::make_shared<arrow::ChunkedArray>(units.Finish().ValueOrDie());
       SetRows(result, *rows->SetColumn(0, UnitField(), column).ValueOrDie());
     }},
    {"order", "table 'games': the rows are not in the order of units",
     [](const v1::Lease&, v1::JobResult& result) {
       const auto rows = RowsIn(result);
       SetRows(result, *arrow::ConcatenateTables({rows->Slice(2, 2), rows->Slice(0, 2)}).ValueOrDie());
     }},
    {"unit_without_rows", "table 'games': there are rows of 1 units, and 2 were done",
     [](const v1::Lease&, v1::JobResult& result) { SetRows(result, *RowsIn(result)->Slice(2, 2)); }},
    {"no_rows", "table 'games': there are rows of 0 units, and 2 were done",
     [](const v1::Lease&, v1::JobResult& result) { SetRows(result, *RowsIn(result)->Slice(0, 0)); }},
    {"no_ipc", "table 'games' is no Arrow IPC stream: ",
     [](const v1::Lease&, v1::JobResult& result) { result.mutable_tables(0)->set_ipc("a table, honestly"); }},
    {"empty_ipc", "table 'games': there are rows of 0 units, and 2 were done",
     [](const v1::Lease&, v1::JobResult& result) { result.mutable_tables(0)->clear_ipc(); }},
    {"cut_ipc", "table 'games'",
     [](const v1::Lease&, v1::JobResult& result) {
       std::string& ipc = *result.mutable_tables(0)->mutable_ipc();
       ipc.resize(ipc.size() - 100);
     }},
    {"missing_table", "the result has 0 tables, but 'match' has 2",
     [](const v1::Lease&, v1::JobResult& result) { result.clear_tables(); }},
    {"table_name", "table 0 is named 'gmaes' and should be 'games'",
     [](const v1::Lease&, v1::JobResult& result) { result.mutable_tables(0)->set_name("gmaes"); }},
};

class BadResultTest : public FinishTest, public testing::WithParamInterface<BadResult> {};

TEST_P(BadResultTest, IsRefusedAndItsUnitsAreLeasedAgain) {
  const v1::Lease lease = LeaseOne("w");
  v1::JobResult result = RunLease(lease, "w");
  GetParam().spoil(lease, result);
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(GetParam().message)));
  EXPECT_EQ(Status().num_units_committed(), 0);
  EXPECT_EQ(Status().num_units_leased(), 0);
  WaitForRetry();
  EXPECT_EQ(WorkAll("other"), 6);
  ExpectComplete(kSmallMatch);
}

INSTANTIATE_TEST_SUITE_P(All, BadResultTest, testing::ValuesIn(kBadResults),
                         [](const auto& info) { return std::string(info.param.name); });

class StagedTest : public FinishTest {
 protected:
  // Takes the rows out of the message, to be staged instead.
  static std::shared_ptr<arrow::Table> TakeRows(v1::JobResult& result) {
    std::shared_ptr<arrow::Table> rows = RowsIn(result);
    result.mutable_tables(0)->clear_ipc();
    result.mutable_tables(0)->set_staged(true);
    return rows;
  }
  absl::Status Stage(uint64_t attempt, const arrow::Table& rows) {
    arrow::TableBatchReader reader(rows);
    reader.set_chunksize(1);
    return coordinator_->StageTable(attempt, "games", reader);
  }
  size_t NumStagedFiles() { return files_.List(folder_.Path("data/staging")).value().size(); }
};

TEST_F(StagedTest, IsCommittedByFinishJob) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(result);
  ASSERT_THAT(Stage(result.attempt(), *rows->Slice(0, 1)), IsOk());
  // Staging again replaces.
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  EXPECT_EQ(NumStagedFiles(), 1u);
  ASSERT_THAT(Finish(result), IsOk());
  EXPECT_EQ(NumStagedFiles(), 0u);
  WorkAll("w");
  ExpectComplete(kSmallMatch);
  ASSERT_THAT(Reopen(), IsOk());
  ExpectComplete(kSmallMatch);
}

TEST_F(StagedTest, MustBeThere) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(result);
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("'games' is not staged")));
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  // A restart removes it.
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(NumStagedFiles(), 0u);
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("'games' is not staged")));
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  EXPECT_THAT(Finish(result), IsOk());
}

TEST_F(StagedTest, MustBeWhatWasPromised) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(result);
  ASSERT_THAT(Stage(result.attempt(), *arrow::ConcatenateTables({rows->Slice(0, 3), rows->Slice(2, 1)}).ValueOrDie()),
              IsOk());
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("another was promised")));
  EXPECT_EQ(NumStagedFiles(), 0u);
  WaitForRetry();
  EXPECT_EQ(WorkAll("w"), 6);
  ExpectComplete(kSmallMatch);
}

TEST_F(StagedTest, IsRemovedWhenItsAttemptIsLost) {
  v1::JobResult result = RunLease(LeaseOne("gone"), "gone");
  ASSERT_THAT(Stage(result.attempt(), *TakeRows(result)), IsOk());
  clock_.Advance(absl::Seconds(31));
  Synchronize("w", 0);
  WaitForRetry();
  WorkAll("w");
  ExpectComplete(kSmallMatch);
  EXPECT_EQ(NumStagedFiles(), 0u);
}

TEST_F(StagedTest, MayBeRepeatedAfterItWasCommitted) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(result);
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  ASSERT_THAT(Finish(result), IsOk());
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  for (int i = 0; i < 2; ++i) {  // and the second time it is not staged
    const auto again = Finish(result);
    ASSERT_THAT(again, IsOk());
    EXPECT_TRUE(again->already_committed());
    EXPECT_EQ(NumStagedFiles(), 0u);
  }
  result.mutable_tables(0)->mutable_digest()->back() ^= 1;
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("other rows")));
}

TEST_F(StagedTest, BelongsToAnAttempt) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(result);
  EXPECT_THAT(Stage(result.attempt() + 1, *rows),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("there never was an attempt")));
  EXPECT_THAT(Stage(0, *rows), StatusIs(absl::StatusCode::kInvalidArgument));
  EXPECT_EQ(NumStagedFiles(), 0u);
}

TEST_F(StagedTest, DoesNotStayForEver) {
  v1::JobResult first = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(first);
  ASSERT_THAT(Finish(first), StatusIs(absl::StatusCode::kUnavailable));
  ASSERT_THAT(Stage(first.attempt(), *rows), IsOk());
  ASSERT_THAT(Finish(first), IsOk());
  // Nobody will ask for this one.
  ASSERT_THAT(Stage(first.attempt(), *rows), IsOk());
  EXPECT_EQ(NumStagedFiles(), 1u);
  clock_.Advance(Staging::kMaxAge + absl::Seconds(1));
  v1::JobResult second = RunLease(LeaseOne("w"), "w");
  ASSERT_THAT(Stage(second.attempt(), *TakeRows(second)), IsOk());
  EXPECT_EQ(NumStagedFiles(), 1u);
  ASSERT_THAT(Finish(second), IsOk());
  EXPECT_EQ(NumStagedFiles(), 0u);
}

TEST_F(StagedTest, AFileThatIsGoneIsAskedForAgain) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TakeRows(result);
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  std::filesystem::remove_all(folder_.Path("data/staging"));
  std::filesystem::create_directory(folder_.Path("data/staging"));
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("send the result again")));
  EXPECT_EQ(Status().storage_error(), "") << "it concerns this result alone";
  ASSERT_THAT(Stage(result.attempt(), *rows), IsOk());
  ASSERT_THAT(Finish(result), IsOk());
  WorkAll("w");
  ExpectComplete(kSmallMatch);
}

}  // namespace
}  // namespace tenuki
