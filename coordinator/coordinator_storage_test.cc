// What a coordinator does when its disk is full, damaged, or claimed by another.
#include <filesystem>
#include <fstream>

#include "coordinator/coordinator_fixture.h"

namespace tenuki {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Says that files cannot be opened, as when a process has too many of them.
class NoReading final : public FileSystem {
 public:
  explicit NoReading(FileSystem& base) : base_(base) {}
  void Refuse(bool refused) { refused_ = refused; }

  absl::StatusOr<std::unique_ptr<ReadFile>> OpenForRead(const std::string& path) override {
    if (refused_) return absl::UnavailableError(absl::StrCat(path, ": too many open files"));
    return base_.OpenForRead(path);
  }
  absl::StatusOr<std::unique_ptr<AppendFile>> OpenForAppend(const std::string& path) override {
    return base_.OpenForAppend(path);
  }
  absl::Status Rename(const std::string& from, const std::string& to) override { return base_.Rename(from, to); }
  absl::Status Remove(const std::string& path) override { return base_.Remove(path); }
  absl::Status MakeFolder(const std::string& path) override { return base_.MakeFolder(path); }
  absl::Status SyncFolder(const std::string& path) override { return base_.SyncFolder(path); }
  absl::StatusOr<std::vector<std::string>> List(const std::string& path) override { return base_.List(path); }

 private:
  FileSystem& base_;
  std::atomic<bool> refused_ = false;
};

class StorageTest : public CoordinatorTest {
 protected:
  StorageTest() {
    EXPECT_THAT(Open(), IsOk());
    EXPECT_THAT(Submit(kSmallMatch), IsOk());
  }
  std::string Segment() {
    const std::string folder = folder_.Path("data/segments");
    const std::vector<std::string> names = files_.List(folder).value();
    CHECK_EQ(names.size(), 1u);
    return absl::StrCat(folder, "/", names.front());
  }
  // In the games of the job that was committed last.
  void DamageLastRows() {
    const std::string path = Segment();
    std::string bytes = ReadWholeFile(files_, path, 1 << 20).value();
    const size_t place = bytes.rfind("two_passes");
    ASSERT_NE(place, std::string::npos);
    bytes[place] ^= 0x40;
    std::ofstream(path, std::ios::binary) << bytes;
  }
};

TEST_F(StorageTest, RunsDamagedRowsAgain) {
  WorkAll("w");
  DamageLastRows();
  EXPECT_THAT(StatusOf(Rows("small", "games")).message(), HasSubstr("units 4 to 5 of cell 0 are damaged"));
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_RUNNING);
  EXPECT_EQ(Status().num_units_committed(), 4);
  EXPECT_EQ(WorkAll("w"), 2);
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, AVersionWithoutItsDamagedRowsCannotBeReadAnyMore) {
  WorkAll("w");
  const LedgerVersion version = coordinator_->ViewOf("small", 0)->version;
  DamageLastRows();
  EXPECT_THAT(Rows("small", "games"), testing::Not(IsOk()));
  EXPECT_THAT(coordinator_->ViewOf("small", version),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("were damaged and are being run again")));
  EXPECT_EQ(WorkAll("w"), 2);
  EXPECT_THAT(coordinator_->ViewOf("small", version), StatusIs(absl::StatusCode::kDataLoss));
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, FindsDamageThroughDerivedTables) {
  WorkAll("w");
  DamageLastRows();
  EXPECT_THAT(Rows("small", "summary"), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("run again")));
  EXPECT_EQ(WorkAll("w"), 2);
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, KeepsRowsThatWereRunAgainFromALateReader) {
  WorkAll("w");
  const auto late = coordinator_->OpenTable(coordinator_->ViewOf("small", 0).value(), "games");
  ASSERT_THAT(late, IsOk());
  ASSERT_TRUE((*late)->Next().ok());
  DamageLastRows();
  EXPECT_THAT(Rows("small", "games"), testing::Not(IsOk()));
  EXPECT_EQ(WorkAll("w"), 2);
  // It still goes by where the rows were.
  EXPECT_FALSE((*late)->ToTable().ok());
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, DoesNotTakeAFileThatCannotBeOpenedForDamage) {
  NoReading files(files_);
  coordinator_.reset();
  auto opened = Coordinator::Open(Options(), files, clock_);
  ASSERT_THAT(opened, IsOk());
  coordinator_ = *std::move(opened);
  WorkAll("w");
  files.Refuse(true);
  EXPECT_THAT(Rows("small", "games"), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("too many open files")));
  EXPECT_EQ(Status().num_units_committed(), 6);
  files.Refuse(false);
  ExpectComplete(kSmallMatch);
  coordinator_.reset();
}

TEST_F(StorageTest, RunsWhatASegmentLostAgainAfterAStart) {
  WorkAll("w");
  coordinator_.reset();
  const std::string path = Segment();
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 10);
  ASSERT_THAT(Open(), IsOk());
  EXPECT_EQ(Status().state(), v1::EXPERIMENT_STATE_RUNNING);
  EXPECT_EQ(Status().num_units_committed(), 4);
  EXPECT_EQ(WorkAll("w"), 2);
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, RunsAllAgainWhenASegmentIsGone) {
  WorkAll("w");
  coordinator_.reset();
  std::filesystem::remove(Segment());
  ASSERT_THAT(Open(), IsOk());
  EXPECT_EQ(Status().num_units_committed(), 0);
  EXPECT_EQ(WorkAll("w"), 6);
  ExpectComplete(kSmallMatch);
  ASSERT_THAT(Reopen(), IsOk());
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, UnitsCountWhenTheyAreDurable) {
  const v1::JobResult result = RunLease(LeaseOne("w"), "w");
  bool was_called = false;
  files_.SetBeforeSync([&](const std::string&) {
    if (std::exchange(was_called, true)) return;
    EXPECT_EQ(Status().num_units_committed(), 0);
    // It asks for the same units, and must not take for granted that they will be stored.
    ASSERT_THAT(Submit(kSmallMatch, {"name=twin"}), IsOk());
    EXPECT_EQ(Status("twin").num_units_committed(), 0);
  });
  ASSERT_THAT(Finish(result), IsOk());
  EXPECT_TRUE(was_called);
  EXPECT_EQ(Status().num_units_committed(), 2);
  EXPECT_EQ(Status("twin").num_units_committed(), 2);
  WorkAll("w");
  ExpectComplete(kSmallMatch);
  ExpectComplete(kSmallMatch, {"name=twin"});
  EXPECT_EQ(Status("twin").num_units_committed(), 6);
}

TEST_F(StorageTest, WaitsForSpace) {
  const v1::JobResult result = RunLease(LeaseOne("w"), "w");
  files_.SetSpaceLeft(100);
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("cannot be stored")));
  // Notes can be written meanwhile.
  LeaseOne("other");
  EXPECT_THAT(Status().storage_error(), HasSubstr("cannot be stored"));
  EXPECT_EQ(Status().num_units_committed(), 0);
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kUnavailable));
  files_.SetSpaceLeft(std::nullopt);
  EXPECT_THAT(Finish(result), IsOk());
  EXPECT_THAT(Status().storage_error(), IsEmpty());
  EXPECT_EQ(Status().num_units_committed(), 2);
}

TEST_F(StorageTest, KeepsAStagedTableForWhenThereIsSpace) {
  v1::JobResult result = RunLease(LeaseOne("w"), "w");
  const auto rows = TableOfIpc(result.tables(0).ipc());
  result.mutable_tables(0)->clear_ipc();
  result.mutable_tables(0)->set_staged(true);
  arrow::TableBatchReader first(*rows);
  files_.SetSpaceLeft(100);
  EXPECT_THAT(coordinator_->StageTable(result.attempt(), "games", first), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_THAT(files_.List(folder_.Path("data/staging")), IsOkAndHolds(IsEmpty()));
  files_.SetSpaceLeft(std::nullopt);
  arrow::TableBatchReader second(*rows);
  ASSERT_THAT(coordinator_->StageTable(result.attempt(), "games", second), IsOk());
  files_.FailSyncs(absl::UnavailableError("I/O error"));
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("I/O error")));
  files_.FailSyncs(absl::OkStatus());
  EXPECT_THAT(Finish(result), IsOk());
  WorkAll("w");
  ExpectComplete(kSmallMatch);
}

TEST_F(StorageTest, WritesNothingAfterAnotherCoordinatorClaimedTheFolder) {
  const v1::JobResult result = RunLease(LeaseOne("w"), "w");
  std::ofstream(folder_.Path("data/lock")) << "99 pid 1 on elsewhere\n";
  EXPECT_THAT(Finish(result), StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("pid 1 on elsewhere")));
  lost_.WaitForNotification();
  EXPECT_THAT(lost_status_, StatusIs(absl::StatusCode::kFailedPrecondition));
  EXPECT_THAT(Finish(result), testing::Not(IsOk()));
  ASSERT_THAT(Reopen(), IsOk());
  EXPECT_EQ(Status().num_units_committed(), 0);
  WorkAll("other");
}

}  // namespace
}  // namespace tenuki
