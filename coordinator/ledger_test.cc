#include "coordinator/ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"
#include "coordinator/data_lock.h"

namespace tenuki {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class LedgerTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path() const { return folder_ + "/ledger.sqlite"; }
  void Open() {
    ledger_.reset();
    ledger_ = Ledger::Open(path()).value();
  }
  StoreId Store(std::string_view content) { return ledger_->Stores({DigestOf(content)}).value().front(); }

  static LedgerCommit Commit(StoreId store, Interval units, Extent extent) {
    return {.store = store,
            .units = units,
            .tables = {{.extent = extent, .num_rows = units.size(), .digest = DigestOf("rows")}},
            .attempt = (uint64_t{1} << 63) + 7,
            .worker = "w",
            .run_time = absl::Milliseconds(1500),
            .committed_at = absl::FromUnixMillis(1'700'000'000'123)};
  }

  const std::string folder_ = absl::StrCat(testing::TempDir(), "/ledger_test.", getpid());
  std::unique_ptr<Ledger> ledger_;
};

TEST_F(LedgerTest, RemembersAnExperimentAndReplacesItByName) {
  Open();
  const std::string id = ledger_->id();
  EXPECT_THAT(id, SizeIs(16));
  const LedgerExperiment first = ledger_
                                     ->AddExperiment({.id = 0,
                                                      .name = "sweep",
                                                      .experiment = std::string("a\0b", 3),
                                                      .state = ExperimentState::kRunning,
                                                      .priority = -2,
                                                      .units_per_job = 5,
                                                      .num_units_reused = 9,
                                                      .submitted_at = absl::FromUnixMillis(42)})
                                     .value();
  ASSERT_TRUE(ledger_->Write({.states = {{first.id, ExperimentState::kPaused}}}).ok());
  Open();
  EXPECT_EQ(ledger_->id(), id);
  std::vector<LedgerExperiment> experiments = ledger_->Experiments().value();
  ASSERT_THAT(experiments, SizeIs(1));
  EXPECT_EQ(experiments[0].id, first.id);
  EXPECT_EQ(experiments[0].experiment, std::string("a\0b", 3));
  EXPECT_EQ(experiments[0].state, ExperimentState::kPaused);
  EXPECT_EQ(experiments[0].priority, -2);
  EXPECT_EQ(experiments[0].units_per_job, 5);
  EXPECT_EQ(experiments[0].num_units_reused, 9);
  EXPECT_EQ(experiments[0].submitted_at, absl::FromUnixMillis(42));

  const LedgerExperiment second = ledger_->AddExperiment({.name = "sweep", .experiment = "other"}).value();
  EXPECT_GT(second.id, first.id) << "ids are not used again";
  EXPECT_THAT(ledger_->Experiments().value(), SizeIs(1));
}

TEST_F(LedgerTest, CommitsAreFoundByUnitAndVersion) {
  Open();
  const StoreId store = Store("cell");
  EXPECT_EQ(Store("cell"), store);
  const StoreId other = Store("other cell");
  const Extent extent = {.segment = 3, .offset = 24, .length = 1000, .crc32c = 0xFFFFFFFF};
  ASSERT_TRUE(ledger_->Write({.commits = {Commit(store, {10, 20}, extent), Commit(other, {0, 5}, extent)}}).ok());
  const LedgerVersion before = ledger_->Versions()->current;
  ASSERT_TRUE(ledger_->Write({.commits = {Commit(store, {0, 10}, {.segment = 4, .offset = 0, .length = 7})}}).ok());
  Open();
  EXPECT_EQ(ledger_->Versions()->current, before + 1);

  EXPECT_THAT(ledger_->CommittedUnits(store).value().intervals(), ElementsAre(Interval{0, 20}));
  std::vector<LedgerCommit> commits = ledger_->Commits(store, before, 0, 100).value();
  ASSERT_THAT(commits, SizeIs(1));
  EXPECT_EQ(commits[0].units, (Interval{10, 20}));
  EXPECT_EQ(commits[0].attempt, (uint64_t{1} << 63) + 7);
  EXPECT_EQ(commits[0].worker, "w");
  EXPECT_EQ(commits[0].run_time, absl::Milliseconds(1500));
  EXPECT_EQ(commits[0].committed_at, absl::FromUnixMillis(1'700'000'000'123));
  ASSERT_THAT(commits[0].tables, SizeIs(1));
  EXPECT_EQ(commits[0].tables[0].extent, extent);
  EXPECT_EQ(commits[0].tables[0].digest, DigestOf("rows"));

  EXPECT_THAT(ledger_->Commits(store, before + 1, 0, 100).value(), SizeIs(2));
  EXPECT_THAT(ledger_->Commits(store, before + 1, 0, 1).value(), SizeIs(1));
  EXPECT_EQ(ledger_->FindCommit(store, 19).value()->units, (Interval{10, 20}));
  EXPECT_FALSE(ledger_->FindCommit(store, 20).value().has_value());

  EXPECT_THAT(ledger_->SegmentEnds().value(), ElementsAre(std::pair(3, 1024), std::pair(4, 7)));
  EXPECT_THAT(ledger_->CommitsBehind(3, 1023).value(), SizeIs(2));
  EXPECT_THAT(ledger_->CommitsBehind(3, 1024).value(), IsEmpty());
  ASSERT_TRUE(ledger_->RemoveCommit(store, 10).ok());
  EXPECT_THAT(ledger_->CommittedUnits(store).value().intervals(), ElementsAre(Interval{0, 10}));
  EXPECT_EQ(ledger_->Versions()->first, before + 2) << "earlier ones are not whole any more";
  EXPECT_EQ(ledger_->Versions()->current, before + 2);
}

TEST_F(LedgerTest, AGroupIsWrittenAsAWholeOrNotAtAll) {
  Open();
  const StoreId store = Store("cell");
  // The second one has the first unit of the first: against the key.
  EXPECT_FALSE(ledger_
                   ->Write({.commits = {Commit(store, {0, 5}, {}), Commit(store, {0, 9}, {})},
                            .quarantined = {{.store = store, .unit = 8, .num_failures = 3, .reason = "x"}}})
                   .ok());
  EXPECT_TRUE(ledger_->CommittedUnits(store).value().empty());
  EXPECT_THAT(ledger_->Quarantined(store).value(), IsEmpty());
  EXPECT_EQ(ledger_->Versions()->current, 0);
  EXPECT_TRUE(ledger_->Write({.commits = {Commit(store, {0, 5}, {})}}).ok()) << "and goes on working";
}

TEST_F(LedgerTest, RemembersLeasesQuarantineAndErrors) {
  Open();
  const StoreId store = Store("cell");
  const ExperimentId experiment = ledger_->AddExperiment({.name = "x"}).value().id;
  const LedgerLease lease = {
      .attempt = 77, .store = store, .experiment = experiment, .cell = 2, .units = {3, 9}, .worker = "w"};
  ASSERT_TRUE(ledger_
                  ->Write({.leases = {lease, {.attempt = 78, .store = store}},
                           .quarantined = {{.store = store, .unit = 4, .num_failures = 3, .reason = "it crashed"}},
                           .nondeterminism_errors = {{experiment, "unit 5 differs"}}})
                  .ok());
  ASSERT_TRUE(ledger_->Write({.ended_leases = {78}}).ok());
  Open();
  std::vector<LedgerLease> leases = ledger_->Leases().value();
  ASSERT_THAT(leases, SizeIs(1));
  EXPECT_EQ(leases[0].attempt, 77);
  EXPECT_EQ(leases[0].units, (Interval{3, 9}));
  EXPECT_EQ(leases[0].cell, 2);
  EXPECT_EQ(leases[0].worker, "w");
  ASSERT_THAT(ledger_->Quarantined(store).value(), SizeIs(1));
  EXPECT_EQ(ledger_->Quarantined(store).value()[0].reason, "it crashed");
  EXPECT_THAT(ledger_->NondeterminismErrors(experiment).value(), ElementsAre("unit 5 differs"));
  ASSERT_TRUE(ledger_->ClearQuarantine(store).ok());
  EXPECT_THAT(ledger_->Quarantined(store).value(), IsEmpty());
}

TEST_F(LedgerTest, AnOlderLedgerIsMigrated) {
  Open();
  const StoreId store = Store("cell");
  ASSERT_TRUE(ledger_->Write({.commits = {Commit(store, {0, 5}, {})}}).ok());
  ledger_.reset();
  // As version 1 had it.
  ASSERT_TRUE(Database::Open(path())
                  .value()
                  ->Execute("ALTER TABLE meta DROP COLUMN whole_since; ALTER TABLE commits DROP COLUMN timings; "
                            "PRAGMA user_version = 1")
                  .ok());
  Open();
  EXPECT_EQ(ledger_->Versions()->first, 0);
  EXPECT_EQ(ledger_->Versions()->current, 1);
  EXPECT_EQ(ledger_->CommittedUnits(store).value().size(), 5);
  ASSERT_TRUE(ledger_->RemoveCommit(store, 0).ok());
  EXPECT_EQ(ledger_->Versions()->first, 2);
}

TEST_F(LedgerTest, ANewerLedgerIsRefused) {
  Open();
  ledger_.reset();
  ASSERT_TRUE(Database::Open(path()).value()->Execute("PRAGMA user_version = 99").ok());
  const absl::Status status = Ledger::Open(path()).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("version 99, written by a newer tenuki"));
}

TEST_F(LedgerTest, SomethingElseIsRefused) {
  std::ofstream(path())
      << "this is not a database, but it is long enough to look at, surely, with a hundred bytes or so";
  EXPECT_EQ(Ledger::Open(path()).status().code(), absl::StatusCode::kDataLoss);
  std::filesystem::remove(path());
  ASSERT_TRUE(Database::Open(path()).value()->Execute("CREATE TABLE t (x)").ok());
  EXPECT_THAT(Ledger::Open(path()).status().message(), HasSubstr("not a ledger of tenuki"));
  EXPECT_EQ(Ledger::Open(folder_ + "/no/such/folder").status().code(), absl::StatusCode::kPermissionDenied);
}

TEST_F(LedgerTest, ASecondOneIsRefused) {
  Open();
  EXPECT_EQ(Ledger::Open(path()).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(LedgerTest, EveryClaimRaisesTheEpoch) {
  std::unique_ptr<DataLock> lock = DataLock::Claim(folder_).value();
  EXPECT_EQ(lock->epoch(), 1);
  EXPECT_TRUE(lock->Check().ok());
  const absl::Status refused = DataLock::Claim(folder_).status();
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(refused.message(), HasSubstr(absl::StrCat("in use by another tenuki (pid ", getpid())));
  lock.reset();
  EXPECT_EQ(DataLock::Claim(folder_).value()->epoch(), 2);
}

TEST_F(LedgerTest, AHigherEpochIsSeen) {
  std::unique_ptr<DataLock> lock = DataLock::Claim(folder_).value();
  // As another machine would, over a file system that does not pass locks on.
  std::ofstream(folder_ + "/lock") << "2 pid 1 on elsewhere\n";
  EXPECT_EQ(lock->Check().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(lock->Check().message(), HasSubstr("pid 1 on elsewhere, epoch 2 after our 1"));
}

}  // namespace
}  // namespace tenuki
