#include "worker/job_output.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "common/testing/faulty_file_system.h"
#include "common/testing/temporary_folder.h"

namespace tenuki {
namespace {

const std::vector<TableDefinition>& Definitions() {
  static const auto& definitions = *new std::vector<TableDefinition>{
      {"games", arrow::schema({UnitField(), arrow::field("text", arrow::utf8())})},
      {"moves", arrow::schema({UnitField(), arrow::field("ply", arrow::int32())})},
  };
  return definitions;
}

std::shared_ptr<arrow::RecordBatch> Games(const std::vector<int64_t>& units, std::string_view text = "x") {
  arrow::Int64Builder unit;
  arrow::StringBuilder texts;
  for (int64_t u : units) {
    EXPECT_TRUE(unit.Append(u).ok());
    EXPECT_TRUE(texts.Append(text).ok());
  }
  return arrow::RecordBatch::Make(Definitions()[0].schema, static_cast<int64_t>(units.size()),
                                  {*unit.Finish(), *texts.Finish()});
}

std::shared_ptr<arrow::RecordBatch> Moves(int64_t unit, int32_t ply) {
  return arrow::RecordBatch::Make(Definitions()[1].schema, 1,
                                  {*arrow::MakeArrayFromScalar(*arrow::MakeScalar(unit), 1),
                                   *arrow::MakeArrayFromScalar(*arrow::MakeScalar(ply), 1)});
}

std::shared_ptr<arrow::Table> Decode(const std::string& ipc) {
  auto reader = arrow::ipc::RecordBatchStreamReader::Open(
      std::make_shared<arrow::io::BufferReader>(arrow::Buffer::FromString(ipc)));
  EXPECT_TRUE(reader.ok()) << reader.status();
  return *(*reader)->ToTable();
}

std::string DigestOfRows(const arrow::Table& table) {
  TableDigester digester(table.schema());
  arrow::TableBatchReader reader(table);
  std::shared_ptr<arrow::RecordBatch> batch;
  while (reader.ReadNext(&batch).ok() && batch != nullptr) EXPECT_TRUE(digester.Add(*batch).ok());
  return std::string(digester.Finish().bytes());
}

class JobOutputTest : public testing::Test {
 protected:
  JobOutput MakeOutput(UnitRange units) {
    return JobOutput(Definitions(), units, {.files = files_, .budget = budget_, .path_prefix = folder_.Path("a1")});
  }
  std::vector<std::string> Files() { return *FileSystem::Real().List(folder_.path()); }
  // More than fits inline, about a third of a megabyte at a time.
  absl::Status AppendMuch(JobOutput& output, int64_t num_units) {
    const std::string text(1000, 'x');
    for (int64_t unit = 0; unit < num_units; ++unit) {
      if (absl::Status status = output.Append(0, Games(std::vector<int64_t>(333, unit), text)); !status.ok()) {
        return status;
      }
      max_bytes_in_memory_ = std::max(max_bytes_in_memory_, output.num_bytes_in_memory());
    }
    return absl::OkStatus();
  }

  TemporaryFolder folder_;
  FaultyFileSystem files_{FileSystem::Real()};
  ByteBudget budget_{1 << 30};
  int64_t max_bytes_in_memory_ = 0;
};

TEST_F(JobOutputTest, SmallTablesRideInlineInTheOrderOfTheKind) {
  JobOutput output = MakeOutput({3, 2});
  ASSERT_TRUE(output.Append(1, Moves(3, 7)).ok());
  ASSERT_TRUE(output.Append(0, Games({3, 3})).ok());
  ASSERT_TRUE(output.Append(0, Games({4})).ok());
  const JobTables tables = output.Finish().value();
  ASSERT_EQ(tables.uploads.size(), 2);
  EXPECT_EQ(tables.uploads[0].name(), "games");
  EXPECT_EQ(tables.uploads[0].num_rows(), 3);
  EXPECT_FALSE(tables.uploads[0].staged());
  const auto games = Decode(tables.uploads[0].ipc());
  EXPECT_TRUE(games->CombineChunksToBatch().ValueOrDie()->Equals(*Games({3, 3, 4})));
  EXPECT_EQ(tables.uploads[0].digest(), DigestOfRows(*games));
  EXPECT_EQ(tables.uploads[1].name(), "moves");
  EXPECT_EQ(tables.uploads[1].num_rows(), 1);
  EXPECT_THAT(tables.spilled, testing::IsEmpty());
  EXPECT_THAT(Files(), testing::IsEmpty());
}

TEST_F(JobOutputTest, ATableWithoutRowsIsItsNameAndDigest) {
  const JobTables tables = MakeOutput({0, 1}).Finish().value();
  ASSERT_EQ(tables.uploads.size(), 2);
  EXPECT_EQ(tables.uploads[0].name(), "games");
  EXPECT_EQ(tables.uploads[0].num_rows(), 0);
  EXPECT_EQ(tables.uploads[0].ipc(), "");
  EXPECT_EQ(tables.uploads[0].digest(), DigestOfRows(*arrow::Table::MakeEmpty(Definitions()[0].schema).ValueOrDie()));
}

TEST_F(JobOutputTest, LargeTablesGoToFilesAndMemoryStaysBounded) {
  JobOutput output = MakeOutput({0, 100});
  ASSERT_TRUE(AppendMuch(output, 100).ok());
  EXPECT_LT(max_bytes_in_memory_, JobOutput::kMaxInlineBytes + (1 << 20));
  EXPECT_LT(output.num_bytes_in_memory(), 1 << 20);
  const JobTables tables = output.Finish().value();
  EXPECT_TRUE(tables.uploads[0].staged());
  EXPECT_EQ(tables.uploads[0].ipc(), "");
  EXPECT_FALSE(tables.uploads[1].staged()) << "it has no rows";
  EXPECT_EQ(tables.uploads[1].ipc(), "");
  ASSERT_EQ(tables.spilled.size(), 1);
  EXPECT_EQ(tables.spilled[0]->name(), "games");
  EXPECT_EQ(budget_.used(), tables.spilled[0]->num_bytes());
  EXPECT_TRUE(tables.spilled[0]->Verify().ok());
  const auto rows = tables.spilled[0]->Open().value()->ToTable().ValueOrDie();
  EXPECT_EQ(rows->num_rows(), 33'300);
  EXPECT_EQ(tables.uploads[0].num_rows(), 33'300);
  EXPECT_EQ(tables.uploads[0].digest(), DigestOfRows(*rows));
}

TEST_F(JobOutputTest, ATableWhoseFirstRowsComeLateIsSpilledToo) {
  JobOutput output = MakeOutput({0, 20});
  ASSERT_TRUE(AppendMuch(output, 20).ok());
  ASSERT_TRUE(output.Append(1, Moves(19, 1)).ok());
  const JobTables tables = output.Finish().value();
  ASSERT_EQ(tables.spilled.size(), 2);
  EXPECT_EQ(tables.spilled[1]->Open().value()->ToTable().ValueOrDie()->num_rows(), 1);
}

TEST_F(JobOutputTest, FilesGoWithTheirLastOwnerUnlessKept) {
  JobOutput output = MakeOutput({0, 20});
  ASSERT_TRUE(AppendMuch(output, 20).ok());
  {
    JobTables tables = output.Finish().value();
    const auto copy = tables.spilled[0];
    tables.spilled.clear();
    EXPECT_THAT(Files(), testing::ElementsAre("a1.games.rows"));
  }
  EXPECT_THAT(Files(), testing::IsEmpty());
  EXPECT_EQ(budget_.used(), 0);

  JobOutput kept = MakeOutput({0, 20});
  ASSERT_TRUE(AppendMuch(kept, 20).ok());
  kept.Finish().value().spilled[0]->Keep();
  EXPECT_THAT(Files(), testing::ElementsAre("a1.games.rows"));
}

TEST_F(JobOutputTest, AnUnfinishedOutputLeavesNothing) {
  {
    JobOutput output = MakeOutput({0, 20});
    ASSERT_TRUE(AppendMuch(output, 20).ok());
    EXPECT_THAT(Files(), testing::SizeIs(1));
  }
  EXPECT_THAT(Files(), testing::IsEmpty());
  EXPECT_EQ(budget_.used(), 0);
}

TEST_F(JobOutputTest, AFullDiskIsAnErrorThatStays) {
  files_.SetSpaceLeft(5 << 20);
  JobOutput output = MakeOutput({0, 100});
  const absl::Status status = AppendMuch(output, 100);
  EXPECT_THAT(status.message(), testing::HasSubstr("a1.games.rows"));
  files_.SetSpaceLeft(std::nullopt);
  EXPECT_EQ(output.Append(0, Games({99})), status);
  EXPECT_EQ(output.status(), status);
}

TEST_F(JobOutputTest, ASpoolThatIsFullIsAnError) {
  ByteBudget small(1 << 20);
  JobOutput output(Definitions(), {0, 100}, {.files = files_, .budget = small, .path_prefix = folder_.Path("a1")});
  EXPECT_EQ(AppendMuch(output, 100).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(small.used(), 0);
}

TEST_F(JobOutputTest, DamageToAFileIsFound) {
  JobOutput output = MakeOutput({0, 20});
  ASSERT_TRUE(AppendMuch(output, 20).ok());
  const JobTables tables = output.Finish().value();
  ASSERT_TRUE(FileSystem::Real().OpenForAppend(tables.spilled[0]->path()).value()->Append("x").ok());
  EXPECT_EQ(tables.spilled[0]->Verify().code(), absl::StatusCode::kDataLoss);
  std::filesystem::resize_file(tables.spilled[0]->path(), 1000);
  std::filesystem::resize_file(tables.spilled[0]->path(), tables.spilled[0]->num_bytes());
  const absl::Status zeros = tables.spilled[0]->Verify();
  EXPECT_EQ(zeros.code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(zeros.message(), testing::HasSubstr("checksum"));
}

TEST_F(JobOutputTest, RowsOfOtherUnitsOrOutOfOrderAreRefused) {
  EXPECT_EQ(MakeOutput({3, 2}).Append(0, Games({2})).code(), absl::StatusCode::kInternal);
  EXPECT_EQ(MakeOutput({3, 2}).Append(0, Games({5})).code(), absl::StatusCode::kInternal);
  EXPECT_EQ(MakeOutput({3, 2}).Append(0, Games({4, 3})).code(), absl::StatusCode::kInternal);
  EXPECT_EQ(MakeOutput({3, 2}).Append(0, Moves(3, 1)).code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(JobOutputTest, TheUnitsThatWereCountedAreThoseThatHaveRows) {
  JobOutput output = MakeOutput({3, 5});
  EXPECT_TRUE(output.CheckUnits(0).ok());
  ASSERT_TRUE(output.Append(0, Games({3, 4})).ok());
  EXPECT_TRUE(output.CheckUnits(2).ok());
  EXPECT_FALSE(output.CheckUnits(1).ok());
  EXPECT_FALSE(output.CheckUnits(3).ok());
  ASSERT_TRUE(output.Append(1, Moves(5, 1)).ok());
  EXPECT_FALSE(output.CheckUnits(2).ok()) << "the second table has a row of a unit that was not counted";
}

}  // namespace
}  // namespace tenuki
