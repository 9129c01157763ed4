#include "worker/spool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "absl/strings/str_cat.h"
#include "common/testing/faulty_file_system.h"
#include "common/testing/temporary_folder.h"
#include "experiments/tables.h"
#include "worker/job_output.h"
#include "worker/spool_file.h"

namespace tenuki {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

FinishedJob SmallJob(uint64_t attempt) {
  FinishedJob job;
  job.result.set_attempt(attempt);
  job.result.mutable_job()->set_first_unit(40);
  job.result.mutable_job()->set_num_units(9);
  job.result.set_num_units_done(7);
  job.result.set_worker("w1");
  job.result.add_tables()->set_ipc("rows");
  return job;
}

const std::vector<TableDefinition>& Definitions() {
  static const auto& definitions =
      *new std::vector<TableDefinition>{{"games", arrow::schema({UnitField(), arrow::field("text", arrow::utf8())})}};
  return definitions;
}

class SpoolTest : public testing::Test {
 protected:
  std::unique_ptr<Spool> Open(const std::string& worker, int64_t max_bytes = Spool::kDefaultMaxBytes) {
    absl::StatusOr<std::unique_ptr<Spool>> spool = Spool::Open(files_, root_.path(), worker, max_bytes);
    EXPECT_TRUE(spool.ok()) << spool.status();
    return *std::move(spool);
  }
  // A job whose table is in a file.
  FinishedJob LargeJob(Spool& spool, uint64_t attempt) {
    FinishedJob job = SmallJob(attempt);
    JobOutput output(Definitions(), {0, 1},
                     {.files = files_,
                      .budget = spool.budget(),
                      .path_prefix = absl::StrCat(spool.folder(), "/", AttemptFileName(attempt))});
    const auto batch =
        arrow::RecordBatch::Make(Definitions()[0].schema, 1,
                                 {*arrow::MakeArrayFromScalar(*arrow::MakeScalar(int64_t{0}), 1),
                                  *arrow::MakeArrayFromScalar(*arrow::MakeScalar(std::string(5 << 20, 'x')), 1)});
    EXPECT_TRUE(output.Append(0, batch).ok());
    JobTables tables = output.Finish().value();
    *job.result.mutable_tables(0) = std::move(tables.uploads[0]);
    job.spilled = std::move(tables.spilled);
    return job;
  }
  std::vector<std::string> Files(const std::string& worker) {
    const auto names = FileSystem::Real().List(root_.Path(worker));
    return names.ok() ? *names : std::vector<std::string>{};
  }
  std::vector<uint64_t> TakeOver(Spool& spool, const std::string& ledger_id) {
    std::vector<uint64_t> attempts;
    for (const FoundResult& found : spool.TakeOver(ledger_id)) attempts.push_back(found.attempt);
    return attempts;
  }
  // Writes a result as a worker that then dies.
  std::string LeaveResult(const std::string& worker, uint64_t attempt) {
    EXPECT_TRUE(Open(worker)->Write("L", SmallJob(attempt)).ok());
    return root_.Path(absl::StrCat(worker, "/", AttemptFileName(attempt), ".result"));
  }
  void Damage(const std::string& path, size_t offset) {
    std::string bytes = ReadWholeFile(files_, path, 1 << 20).value();
    bytes.at(offset) ^= 1;
    ASSERT_TRUE(WriteWholeFile(files_, path, bytes).ok());
  }

  TemporaryFolder root_;
  FaultyFileSystem files_{FileSystem::Real()};
};

TEST_F(SpoolTest, WhatIsWrittenIsReadUntilItIsRemoved) {
  const auto spool = Open("w1");
  const FinishedJob job = SmallJob(0x12);
  ASSERT_TRUE(spool->Write("L", job).ok());
  EXPECT_THAT(Files("w1"), ElementsAre("0000000000000012.result", "lock"));
  EXPECT_GT(spool->budget().used(), 0);
  EXPECT_EQ(spool->Read(0x12)->result.DebugString(), job.result.DebugString());
  spool->Remove(0x12);
  EXPECT_EQ(spool->Read(0x12).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Files("w1"), ElementsAre("lock"));
  EXPECT_EQ(spool->budget().used(), 0);
  spool->Remove(0x12);
}

TEST_F(SpoolTest, RowsInFilesStayWithTheResult) {
  auto spool = Open("w1");
  ASSERT_TRUE(spool->Write("L", LargeJob(*spool, 0x12)).ok());
  EXPECT_THAT(Files("w1"), ElementsAre("0000000000000012.games.rows", "0000000000000012.result", "lock"));
  {
    const FinishedJob job = spool->Read(0x12).value();
    ASSERT_EQ(job.spilled.size(), 1);
    EXPECT_EQ(job.spilled[0]->Open().value()->ToTable().ValueOrDie()->num_rows(), 1);
  }
  spool->Remove(0x12);
  EXPECT_THAT(Files("w1"), ElementsAre("lock"));
  EXPECT_EQ(spool->budget().used(), 0);
  spool.reset();
  EXPECT_THAT(*FileSystem::Real().List(root_.path()), IsEmpty()) << "an empty folder goes with its worker";
}

TEST_F(SpoolTest, AWorkerThatDiedIsTakenOver) {
  {
    auto dead = Open("w1");
    ASSERT_TRUE(dead->Write("L", LargeJob(*dead, 0x12)).ok());
    ASSERT_TRUE(dead->Write("L", SmallJob(0x13)).ok());
  }
  const auto spool = Open("w2");
  const std::vector<FoundResult> found = spool->TakeOver("L");
  ASSERT_EQ(found.size(), 2);
  EXPECT_EQ(found[0].attempt, 0x12);
  EXPECT_EQ(found[0].job.first_unit(), 40);
  EXPECT_EQ(found[0].num_units_done, 7);
  EXPECT_EQ(found[1].attempt, 0x13);
  EXPECT_FALSE(std::filesystem::exists(root_.Path("w1")));
  const FinishedJob job = spool->Read(0x12).value();
  EXPECT_EQ(job.result.worker(), "w1");
  EXPECT_EQ(job.spilled.at(0)->Open().value()->ToTable().ValueOrDie()->num_rows(), 1);
  EXPECT_GT(spool->budget().used(), 5 << 20);
}

TEST_F(SpoolTest, AWorkerThatLivesIsLeftAlone) {
  const auto alive = Open("w1");
  ASSERT_TRUE(alive->Write("L", SmallJob(0x12)).ok());
  const auto spool = Open("w2");
  EXPECT_THAT(TakeOver(*spool, "L"), IsEmpty());
  EXPECT_TRUE(alive->Read(0x12).ok());
}

TEST_F(SpoolTest, AWorkerOfTheSameNameTakesAnotherFolder) {
  LeaveResult("w1", 0x12);
  const auto spool = Open("w1");
  EXPECT_EQ(spool->folder(), root_.Path("w1.1"));
  EXPECT_THAT(TakeOver(*spool, "L"), ElementsAre(0x12));
  EXPECT_FALSE(std::filesystem::exists(root_.Path("w1")));
}

TEST_F(SpoolTest, ResultsOfAnotherLedgerStay) {
  LeaveResult("w1", 0x12);
  EXPECT_THAT(TakeOver(*Open("w2"), "other"), IsEmpty());
  EXPECT_THAT(TakeOver(*Open("w3"), "L"), ElementsAre(0x12));
}

TEST_F(SpoolTest, ADamagedFileIsMovedAside) {
  const std::string cut = LeaveResult("w1", 0x12);
  std::filesystem::resize_file(cut, std::filesystem::file_size(cut) - 1);
  const std::string flipped = LeaveResult("w2", 0x13);
  Damage(flipped, 30);
  const std::string header = LeaveResult("w3", 0x14);
  std::filesystem::resize_file(header, 10);
  const std::string misnamed = LeaveResult("w4", 0x15);
  std::filesystem::rename(misnamed, root_.Path("w4/0000000000000099.result"));
  LeaveResult("w5", 0x16);
  EXPECT_THAT(TakeOver(*Open("w9"), "L"), ElementsAre(0x16)) << "damage does not stand in the way of others";
  EXPECT_TRUE(std::filesystem::exists(cut + ".damaged"));
  EXPECT_TRUE(std::filesystem::exists(flipped + ".damaged"));
  EXPECT_TRUE(std::filesystem::exists(header + ".damaged"));
  EXPECT_TRUE(std::filesystem::exists(root_.Path("w4/0000000000000099.result.damaged")));
}

TEST_F(SpoolTest, DamageAfterTakingOverIsFoundByReading) {
  {
    auto dead = Open("w1");
    ASSERT_TRUE(dead->Write("L", LargeJob(*dead, 0x12)).ok());
    ASSERT_TRUE(dead->Write("L", LargeJob(*dead, 0x13)).ok());
  }
  Damage(root_.Path("w1/0000000000000012.result"), 30);
  std::filesystem::resize_file(root_.Path("w1/0000000000000013.games.rows"), 1000);
  const auto spool = Open("w2");
  EXPECT_THAT(TakeOver(*spool, "L"), ElementsAre(0x13));
  EXPECT_EQ(spool->Read(0x13).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(spool->Read(0x13).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Files("w2"), ElementsAre("0000000000000013.result.damaged", "lock"));
}

TEST_F(SpoolTest, WhatADeadWorkerDidNotFinishIsRemoved) {
  LeaveResult("w1", 0x12);
  ASSERT_TRUE(WriteWholeFile(files_, root_.Path("w1/0000000000000077.games.rows"), "half").ok());
  ASSERT_TRUE(WriteWholeFile(files_, root_.Path("w1/0000000000000078.result.tmp"), "half").ok());
  EXPECT_THAT(TakeOver(*Open("w2"), "L"), ElementsAre(0x12));
  EXPECT_FALSE(std::filesystem::exists(root_.Path("w1")));
}

TEST_F(SpoolTest, AnythingElseInTheFolderIsLeftAlone) {
  ASSERT_TRUE(WriteWholeFile(files_, root_.Path("notes.txt"), "mine").ok());
  EXPECT_THAT(TakeOver(*Open("w1"), "L"), IsEmpty());
  EXPECT_TRUE(std::filesystem::exists(root_.Path("notes.txt")));
}

TEST_F(SpoolTest, AFullSpoolOrDiskIsAnErrorAndChangesNothing) {
  const auto small = Open("w1", /*max_bytes=*/100);
  ASSERT_TRUE(small->Write("L", SmallJob(1)).ok());
  EXPECT_EQ(small->Write("L", SmallJob(2)).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(small->Read(1).ok());
  EXPECT_EQ(small->Read(2).status().code(), absl::StatusCode::kNotFound);

  const auto spool = Open("w2");
  files_.SetSpaceLeft(10);
  EXPECT_EQ(spool->Write("L", SmallJob(1)).code(), absl::StatusCode::kResourceExhausted);
  files_.SetSpaceLeft(std::nullopt);
  EXPECT_THAT(Files("w2"), ElementsAre("lock"));
  EXPECT_EQ(spool->budget().used(), 0);
  EXPECT_TRUE(spool->Write("L", SmallJob(1)).ok());
}

TEST_F(SpoolTest, AFolderThatCannotBeMadeIsAnError) {
  ASSERT_TRUE(WriteWholeFile(files_, root_.Path("file"), "").ok());
  EXPECT_THAT(Spool::Open(files_, root_.Path("file"), "w1").status().message(), HasSubstr("file/w1"));
}

TEST(SpoolFileTest, EveryFlippedBitAndEveryCutIsFound) {
  v1::SpooledResult spooled;
  spooled.set_ledger_id("L");
  spooled.mutable_result()->set_attempt(7);
  const std::string bytes = EncodeSpoolFile(spooled);
  EXPECT_EQ(DecodeSpoolFile(bytes)->DebugString(), spooled.DebugString());
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(DecodeSpoolFile(bytes.substr(0, i)).status().code(), absl::StatusCode::kDataLoss) << i;
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = bytes;
      damaged[i] ^= static_cast<char>(1 << bit);
      EXPECT_EQ(DecodeSpoolFile(damaged).status().code(), absl::StatusCode::kDataLoss) << i << "." << bit;
    }
  }
  EXPECT_FALSE(DecodeSpoolFile(bytes + "x").ok());
}

}  // namespace
}  // namespace tenuki
