#include "coordinator/canonical_table.h"

#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <parquet/file_reader.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "common/testing/faulty_file_system.h"
#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"
#include "experiments/table_digest.h"

namespace tenuki {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int64_t kGroup = CanonicalTableWriter::kRowsPerGroup;

std::shared_ptr<arrow::Schema> TestSchema() {
  return arrow::schema({
      arrow::field("unit", arrow::int64(), /*nullable=*/false),
      arrow::field("winner", arrow::utf8()),
      arrow::field("unique", arrow::large_utf8(), /*nullable=*/false),
      arrow::field("score", arrow::float64()),
      arrow::field("forfeit", arrow::boolean()),
      arrow::field("plies", arrow::uint16()),
      arrow::field("moves", arrow::list(arrow::int16())),
      arrow::field("at", arrow::timestamp(arrow::TimeUnit::MICRO, "UTC")),
      arrow::field("pair", arrow::fixed_size_list(arrow::float32(), 2)),
  });
}

std::shared_ptr<arrow::RecordBatch> RandomRows(int64_t num_rows, uint64_t seed) {
  auto rows = arrow::RecordBatchBuilder::Make(TestSchema(), arrow::default_memory_pool()).ValueOrDie();
  auto& unit = *rows->GetFieldAs<arrow::Int64Builder>(0);
  auto& winner = *rows->GetFieldAs<arrow::StringBuilder>(1);
  auto& unique = *rows->GetFieldAs<arrow::LargeStringBuilder>(2);
  auto& score = *rows->GetFieldAs<arrow::DoubleBuilder>(3);
  auto& forfeit = *rows->GetFieldAs<arrow::BooleanBuilder>(4);
  auto& plies = *rows->GetFieldAs<arrow::UInt16Builder>(5);
  auto& moves = *rows->GetFieldAs<arrow::ListBuilder>(6);
  auto& move = static_cast<arrow::Int16Builder&>(*moves.value_builder());
  auto& at = *rows->GetFieldAs<arrow::TimestampBuilder>(7);
  auto& pair = *rows->GetFieldAs<arrow::FixedSizeListBuilder>(8);
  auto& half = static_cast<arrow::FloatBuilder&>(*pair.value_builder());
  arrow::Status status;
  for (int64_t i = 0; i < num_rows; ++i) {
    const uint64_t bits = Random64(seed, i);
    const auto maybe = [&](int bit) { return (bits >> bit & 3) != 0; };
    status &= unit.Append(i);
    status &= maybe(0) ? winner.Append(bits >> 20 & 1 ? "black" : "white") : winner.AppendNull();
    status &= unique.Append(absl::StrCat("game ", bits));
    status &= maybe(2) ? score.Append(static_cast<double>(bits >> 30 & 1023) / 2) : score.AppendNull();
    status &= maybe(4) ? forfeit.Append((bits >> 21 & 1) != 0) : forfeit.AppendNull();
    status &= plies.Append(static_cast<uint16_t>(bits >> 40));
    status &= maybe(6) ? moves.Append() : moves.AppendNull();
    for (uint64_t m = 0; maybe(6) && m < (bits >> 22 & 3); ++m) status &= move.Append(static_cast<int16_t>(bits >> m));
    status &= maybe(8) ? at.Append(static_cast<int64_t>(bits >> 24)) : at.AppendNull();
    status &= pair.Append();
    status &= half.Append(static_cast<float>(bits >> 50));
    status &= maybe(10) ? half.Append(1) : half.AppendNull();
  }
  EXPECT_TRUE(status.ok()) << status;
  return rows->Flush().ValueOrDie();
}

arrow::RecordBatchVector Cut(const std::shared_ptr<arrow::RecordBatch>& rows, uint32_t max_piece, uint64_t seed) {
  arrow::RecordBatchVector pieces;
  for (int64_t at = 0, i = 0; at < rows->num_rows(); ++i) {
    pieces.push_back(rows->Slice(at, UniformBelow(max_piece + 1, Random32(seed, i))));
    at += pieces.back()->num_rows();
  }
  return pieces;
}

class CanonicalTableTest : public testing::Test {
 protected:
  // The file's bytes; an error's text when there is one.
  std::string Write(const arrow::RecordBatchVector& batches, std::shared_ptr<arrow::Schema> schema = TestSchema()) {
    auto writer = CanonicalTableWriter::Open(path_, std::move(schema));
    if (!writer.ok()) return writer.status().ToString();
    for (const auto& batch : batches) EXPECT_THAT((*writer)->Append(batch), IsOk());
    auto digest = (*writer)->Close();
    if (!digest.ok()) return digest.status().ToString();
    digest_ = *digest;
    return ReadWholeFile(FileSystem::Real(), path_, 1 << 30).value_or("(cannot be read)");
  }

  std::vector<std::string> Files() {
    return FileSystem::Real().List(folder_.path()).value_or(std::vector<std::string>{"?"});
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.Path("games.parquet");
  Digest digest_;
};

class CanonicalRowsTest : public CanonicalTableTest, public testing::WithParamInterface<int64_t> {};

TEST_P(CanonicalRowsTest, BytesDoNotDependOnBatches) {
  const auto rows = RandomRows(GetParam(), 5);
  const std::string bytes = Write({rows});
  const Digest digest = digest_;
  for (const uint32_t max_piece : {97u, 5000u, 70'000u, 200'000u}) {
    EXPECT_TRUE(Write(Cut(rows, max_piece, max_piece)) == bytes) << "pieces of up to " << max_piece;
    EXPECT_EQ(digest_, digest);
  }
  EXPECT_TRUE(Write({RandomRows(GetParam() + 10, 5)->Slice(0, GetParam())}) == bytes)
      << "in memory with more behind it";
  EXPECT_TRUE(Write({rows}, TestSchema()->WithMetadata(arrow::key_value_metadata({"made"}, {"today"}))) == bytes);
}

TEST_P(CanonicalRowsTest, RowsComeBack) {
  const auto rows = RandomRows(GetParam(), 6);
  Write({rows});
  TableDigester expected(rows->schema());
  ASSERT_THAT(expected.Add(*rows), IsOk());
  EXPECT_EQ(digest_, expected.Finish());

  auto reader = OpenParquet(path_);
  ASSERT_THAT(reader, IsOk());
  EXPECT_TRUE((*reader)->schema()->Equals(*TestSchema(), /*check_metadata=*/false)) << (*reader)->schema()->ToString();
  TableDigester read((*reader)->schema());
  int64_t largest = 0;
  for (auto batch : **reader) {
    ASSERT_TRUE(batch.ok()) << batch.status();
    largest = std::max(largest, (*batch)->num_rows());
    ASSERT_THAT(read.Add(**batch), IsOk());
  }
  EXPECT_EQ(read.num_rows(), GetParam());
  EXPECT_LE(largest, kGroup);
  EXPECT_EQ(read.Finish(), digest_);
}

TEST_P(CanonicalRowsTest, HasFixedGroups) {
  Write(Cut(RandomRows(GetParam(), 7), 10'000, 1));
  const auto metadata = parquet::ParquetFileReader::OpenFile(path_)->metadata();
  ASSERT_EQ(metadata->num_rows(), GetParam());
  ASSERT_EQ(metadata->num_row_groups(), (GetParam() + kGroup - 1) / kGroup);
  for (int i = 0; i < metadata->num_row_groups(); ++i) {
    EXPECT_EQ(metadata->RowGroup(i)->num_rows(), std::min(kGroup, GetParam() - i * kGroup));
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, CanonicalRowsTest, testing::Values(0, 1, 1000, kGroup - 1, kGroup, kGroup + 1, 150'000));

// A null's presence must come from the rows, not from how an array happens to represent that it has none.
TEST_F(CanonicalTableTest, BytesDoNotDependOnTheMemoryOfNulls) {
  const auto schema = arrow::schema({arrow::field("x", arrow::int32())});
  const auto plain = arrow::json::ArrayFromJSONString(arrow::int32(), "[1, 2, 3]").ValueOrDie();
  auto data = plain->data()->Copy();
  data->buffers[0] = arrow::Buffer::FromString(std::string("\x07", 1));
  data->null_count = arrow::kUnknownNullCount;
  const std::string bytes = Write({arrow::RecordBatch::Make(schema, 3, {plain})}, schema);
  EXPECT_EQ(Write({arrow::RecordBatch::Make(schema, 3, {arrow::MakeArray(data)})}, schema), bytes);

  const auto with_null = arrow::json::ArrayFromJSONString(arrow::int32(), "[1, null, 3]").ValueOrDie();
  auto hidden = plain->data()->Copy();
  hidden->buffers[0] = arrow::Buffer::FromString(std::string("\x05", 1));
  hidden->null_count = 1;
  EXPECT_EQ(Write({arrow::RecordBatch::Make(schema, 3, {arrow::MakeArray(hidden)})}, schema),
            Write({arrow::RecordBatch::Make(schema, 3, {with_null})}, schema));
}

// 40 groups of half a megabyte each. Parquet's encoder has a few megabytes of its own, however long the table is.
TEST_F(CanonicalTableTest, MemoryHoldsAGroupNotTheTable) {
  constexpr int kGroups = 40;
  constexpr int64_t kMaxBytes = 10 << 20;
  const auto schema = arrow::schema({arrow::field("x", arrow::uint64())});
  const arrow::MemoryPool& pool = *arrow::default_memory_pool();
  const int64_t before = pool.bytes_allocated();
  auto writer = CanonicalTableWriter::Open(path_, schema);
  ASSERT_THAT(writer, IsOk());
  for (int group = 0; group < kGroups; ++group) {
    arrow::UInt64Builder builder;
    for (int64_t i = 0; i < kGroup; ++i) ASSERT_TRUE(builder.Append(Random64(group, i)).ok());
    ASSERT_THAT((*writer)->Append(arrow::RecordBatch::Make(schema, kGroup, {builder.Finish().ValueOrDie()})), IsOk());
    EXPECT_LT(pool.bytes_allocated() - before, kMaxBytes);
  }
  ASSERT_THAT((*writer)->Close(), IsOk());
  writer->reset();
  auto reader = OpenParquet(path_);
  ASSERT_THAT(reader, IsOk());
  int64_t num_rows = 0;
  for (auto batch : **reader) {
    num_rows += (*batch)->num_rows();
    EXPECT_LT(pool.bytes_allocated() - before, kMaxBytes);
  }
  EXPECT_EQ(num_rows, kGroups * kGroup);
}

TEST_F(CanonicalTableTest, TheFileIsThereAfterClose) {
  ASSERT_THAT(WriteWholeFile(FileSystem::Real(), path_, "the old one"), IsOk());
  auto writer = CanonicalTableWriter::Open(path_, TestSchema());
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Append(RandomRows(kGroup + 10, 1)), IsOk());
  EXPECT_THAT(ReadWholeFile(FileSystem::Real(), path_, 1000), IsOkAndHolds("the old one"));
  EXPECT_THAT((*writer)->Close(), IsOk());
  writer->reset();
  EXPECT_THAT(Files(), ElementsAre("games.parquet"));
  EXPECT_THAT(OpenParquet(path_), IsOk());
}

TEST_F(CanonicalTableTest, AWriterThatIsNotClosedLeavesNothing) {
  {
    auto writer = CanonicalTableWriter::Open(path_, TestSchema());
    ASSERT_THAT(writer, IsOk());
    ASSERT_THAT((*writer)->Append(RandomRows(kGroup + 10, 1)), IsOk());
    EXPECT_THAT(Files(), ElementsAre("games.parquet.tmp"));
  }
  EXPECT_THAT(Files(), IsEmpty());
}

TEST_F(CanonicalTableTest, WhatACrashLeftDoesNoHarm) {
  const auto rows = RandomRows(100, 1);
  const std::string bytes = Write({rows});
  ASSERT_THAT(WriteWholeFile(FileSystem::Real(), absl::StrCat(path_, ".tmp"), "a beginning"), IsOk());
  EXPECT_TRUE(Write({rows}) == bytes);
}

TEST_F(CanonicalTableTest, IsDurableAfterClose) {
  FaultyFileSystem files(FileSystem::Real());
  auto writer = CanonicalTableWriter::Open(path_, TestSchema(), files);
  ASSERT_THAT(writer, IsOk());
  ASSERT_THAT((*writer)->Append(RandomRows(100, 1)), IsOk());
  auto digest = (*writer)->Close();
  ASSERT_THAT(digest, IsOk());
  ASSERT_THAT(files.LosePower(), IsOk());
  auto reader = OpenParquet(path_);
  ASSERT_THAT(reader, IsOk());
  TableDigester read((*reader)->schema());
  for (auto batch : **reader) ASSERT_THAT(read.Add(**batch), IsOk());
  EXPECT_EQ(read.Finish(), *digest);
}

// Wherever the space ends: in the magic, in a group, in the footer.
TEST_F(CanonicalTableTest, AFullDiskIsToldAndLeavesTheOldFile) {
  const auto rows = RandomRows(2 * kGroup, 1);
  const int64_t size = static_cast<int64_t>(Write({rows}).size());
  ASSERT_THAT(WriteWholeFile(FileSystem::Real(), path_, "the old one"), IsOk());
  for (const int64_t space : {int64_t{0}, int64_t{3}, int64_t{1000}, size / 2, size - 100, size - 1}) {
    FaultyFileSystem files(FileSystem::Real());
    files.SetSpaceLeft(space);
    absl::Status status;
    auto writer = CanonicalTableWriter::Open(path_, TestSchema(), files);
    status.Update(writer.status());
    if (writer.ok()) {
      status.Update((*writer)->Append(rows));
      status.Update((*writer)->Close().status());
      writer->reset();
    }
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kResourceExhausted, AllOf(HasSubstr(path_), HasSubstr("No space"))))
        << space << " bytes";
    EXPECT_THAT(Files(), ElementsAre("games.parquet"));
    EXPECT_THAT(ReadWholeFile(FileSystem::Real(), path_, 1000), IsOkAndHolds("the old one"));
  }
}

TEST_F(CanonicalTableTest, AFailedSyncOrRenameIsTold) {
  FaultyFileSystem files(FileSystem::Real());
  for (const bool sync : {true, false}) {
    auto writer = CanonicalTableWriter::Open(path_, TestSchema(), files);
    ASSERT_THAT(writer, IsOk());
    files.FailSyncs(sync ? absl::UnavailableError("broken") : absl::OkStatus());
    files.FailRenames(sync ? absl::OkStatus() : absl::UnavailableError("broken"));
    EXPECT_THAT((*writer)->Close(), StatusIs(absl::StatusCode::kUnavailable, HasSubstr(path_)));
    EXPECT_THAT((*writer)->Close(), StatusIs(absl::StatusCode::kUnavailable)) << "and again";
    writer->reset();
    EXPECT_THAT(Files(), IsEmpty());
  }
}

TEST_F(CanonicalTableTest, AFolderThatCannotBeWrittenIsNamed) {
  EXPECT_THAT(CanonicalTableWriter::Open(folder_.Path("none/games.parquet"), TestSchema()),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("none/games.parquet")));
  if (geteuid() == 0) return;  // nothing is forbidden to root
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THAT(CanonicalTableWriter::Open(path_, TestSchema()),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr(path_)));
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::owner_all);
}

TEST_F(CanonicalTableTest, RefusesOtherColumnsAndTypesWithoutADigest) {
  auto writer = CanonicalTableWriter::Open(path_, TestSchema());
  ASSERT_THAT(writer, IsOk());
  const auto rows = RandomRows(3, 1);
  EXPECT_THAT((*writer)->Append(rows->RemoveColumn(4).ValueOrDie()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("forfeit")));
  EXPECT_THAT((*writer)->Append(rows), IsOk());
  EXPECT_THAT((*writer)->Close(), IsOk());
  const auto odd = arrow::struct_({arrow::field("a", arrow::int8())});
  EXPECT_THAT(CanonicalTableWriter::Open(path_, arrow::schema({arrow::field("odd", odd)})),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'odd'")));
}

TEST_F(CanonicalTableTest, OpenParquetSaysWhatIsWrong) {
  EXPECT_THAT(OpenParquet(path_), StatusIs(absl::StatusCode::kNotFound, HasSubstr(path_)));
  ASSERT_THAT(WriteWholeFile(FileSystem::Real(), path_, "this is not a Parquet file at all"), IsOk());
  EXPECT_THAT(OpenParquet(path_), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(path_)));

  const int64_t size = static_cast<int64_t>(Write({RandomRows(5000, 1)}).size());
  std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
  file.seekg(size / 2);
  const char byte = static_cast<char>(file.get());
  file.seekp(size / 2).put(static_cast<char>(byte ^ 1));
  file.close();
  auto reader = OpenParquet(path_);
  ASSERT_THAT(reader, IsOk());
  const auto rows = (*reader)->ToRecordBatches();
  ASSERT_FALSE(rows.ok());
  EXPECT_THAT(rows.status().message(), HasSubstr(path_));
}

}  // namespace
}  // namespace tenuki
