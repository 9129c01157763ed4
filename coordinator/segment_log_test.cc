#include "coordinator/segment_log.h"

#include <arrow/buffer.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include "absl/crc/crc32c.h"
#include "absl/strings/str_cat.h"
#include "common/testing/faulty_file_system.h"
#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"

namespace tenuki {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class SegmentLogTest : public testing::Test {
 protected:
  static constexpr int64_t kSmall = 1000;

  std::unique_ptr<SegmentLog> Open(const std::vector<Extent>& known = {}, int64_t max_segment_bytes = kSmall) {
    std::map<uint64_t, int64_t> ends;
    for (const Extent& extent : known) {
      ends[extent.segment] = std::max(ends[extent.segment], extent.offset + extent.length);
    }
    auto log = SegmentLog::Open(files_, folder_, ends, max_segment_bytes);
    EXPECT_THAT(log, IsOk());
    return log.ok() ? *std::move(log) : nullptr;
  }

  static Extent Append(SegmentLog& log, std::string_view bytes) {
    auto extent = log.Append(bytes);
    EXPECT_THAT(extent, IsOk());
    return extent.value_or(Extent{});
  }
  // As a commit does it: the ledger's transaction would be between Sync and Keep.
  static Extent AppendAndKeep(SegmentLog& log, std::string_view bytes) {
    const Extent extent = Append(log, bytes);
    EXPECT_THAT(log.Sync(), IsOk());
    log.Keep();
    return extent;
  }

  // All of it, in pieces of a few bytes; or the error's text.
  static std::string Read(const SegmentLog& log, const Extent& extent, int64_t piece_bytes = 7) {
    auto stream = log.Read(extent);
    if (!stream.ok()) return std::string(stream.status().message());
    std::string bytes;
    while (true) {
      const auto piece = (*stream)->Read(piece_bytes);
      if (!piece.ok()) return piece.status().ToString();
      if ((*piece)->size() == 0) return bytes;
      bytes += (*piece)->ToString();
    }
  }

  std::string Stage(std::string_view bytes) {
    const std::string path = temporary_.Path("staged");
    EXPECT_THAT(WriteWholeFile(FileSystem::Real(), path, bytes), IsOk());
    return path;
  }
  static uint32_t Crc(std::string_view bytes) { return static_cast<uint32_t>(absl::ComputeCrc32c(bytes)); }

  std::vector<std::string> Files() { return FileSystem::Real().List(folder_).value_or(std::vector<std::string>{"?"}); }
  std::string Path(std::string_view name) const { return absl::StrCat(folder_, "/", name); }

  const TemporaryFolder temporary_;
  const std::string folder_ = temporary_.Path("data/segments");
  FaultyFileSystem files_{FileSystem::Real()};
};

TEST_F(SegmentLogTest, GivesBackWhatWasAppended) {
  auto log = Open();
  const Extent first = Append(*log, "the first rows");
  const Extent second = Append(*log, std::string(300, 'x'));
  const Extent empty = Append(*log, "");
  EXPECT_EQ(Read(*log, first), "the first rows") << "also before Sync";
  EXPECT_THAT(log->Sync(), IsOk());
  log->Keep();
  EXPECT_EQ(Read(*log, second), std::string(300, 'x'));
  EXPECT_EQ(Read(*log, empty), "");
  log = Open({first, second, empty});
  EXPECT_EQ(Read(*log, first), "the first rows");
  EXPECT_EQ(Read(*log, second), std::string(300, 'x'));
  const Extent third = AppendAndKeep(*log, "third");
  EXPECT_EQ(third.segment, first.segment) << "the segment is appended to again";
  EXPECT_EQ(Read(*log, third), "third");
}

// Whoever has lost the ledger can still find the records: header after header.
TEST_F(SegmentLogTest, FilesDescribeThemselves) {
  const std::vector<std::string> payloads = {"one", "", "three"};
  {
    auto log = Open();
    for (const std::string& payload : payloads) Append(*log, payload);
  }
  std::string bytes = ReadWholeFile(FileSystem::Real(), Path("000001.log"), 1000).value_or("");
  std::string_view rest = bytes;
  ASSERT_EQ(rest.substr(0, 16), "tenuki segment\x01\n");
  rest.remove_prefix(16);
  for (const std::string& payload : payloads) {
    ASSERT_EQ(rest.substr(0, 4), "TREC");
    uint32_t crc32c;
    uint64_t length;
    std::memcpy(&crc32c, rest.data() + 4, 4);
    std::memcpy(&length, rest.data() + 8, 8);
    EXPECT_EQ(rest.substr(16, length), payload);
    EXPECT_EQ(crc32c, Crc(payload));
    rest.remove_prefix(16 + length);
  }
  EXPECT_EQ(rest, "");
}

TEST_F(SegmentLogTest, OpenCutsWhatTheLedgerDoesNotKnow) {
  Extent known;
  {
    auto log = Open();
    known = AppendAndKeep(*log, "known");
    Append(*log, "synchronised, but not in the ledger");
    ASSERT_THAT(log->Sync(), IsOk());
    Append(*log, std::string(kSmall, 'x'));
    Append(*log, "in the next segment");
    ASSERT_THAT(log->Sync(), IsOk());
  }
  ASSERT_THAT(Files(), ElementsAre("000001.log", "000002.log"));
  ASSERT_THAT(WriteWholeFile(files_, Path("notes.txt"), "not a segment"), IsOk());
  auto log = Open({known});
  EXPECT_THAT(Files(), ElementsAre("000001.log", "notes.txt"));
  EXPECT_EQ(std::filesystem::file_size(Path("000001.log")), known.offset + known.length);
  const Extent next = AppendAndKeep(*log, "next");
  EXPECT_EQ(next.segment, 1);
  log = Open({known, next});
  EXPECT_EQ(Read(*log, known), "known");
  EXPECT_EQ(Read(*log, next), "next");
  log = Open({});
  EXPECT_THAT(Files(), ElementsAre("notes.txt"));
}

TEST_F(SegmentLogTest, BeginsANewSegmentWhenOneHasGrown) {
  auto log = Open();
  std::vector<Extent> extents;
  for (int i = 0; i < 10; ++i) extents.push_back(AppendAndKeep(*log, std::string(400, static_cast<char>('a' + i))));
  EXPECT_THAT(Files(), ElementsAre("000001.log", "000002.log", "000003.log", "000004.log"));
  log = Open(extents);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(Read(*log, extents[i]), std::string(400, static_cast<char>('a' + i)));
  EXPECT_EQ(AppendAndKeep(*log, "x").segment, 4);
}

TEST_F(SegmentLogTest, AdoptsAStagedFile) {
  auto log = Open();
  const Extent before = AppendAndKeep(*log, "before");
  const std::string staged = Stage("a large table");
  auto adopted = log->Adopt(staged, 13, Crc("a large table"));
  ASSERT_THAT(adopted, IsOkAndHolds(Extent{.segment = 2, .offset = 0, .length = 13, .crc32c = Crc("a large table")}));
  EXPECT_FALSE(std::filesystem::exists(staged));
  const Extent after = AppendAndKeep(*log, "after");
  EXPECT_EQ(after.segment, before.segment);
  EXPECT_THAT(Files(), ElementsAre("000001.log", "000002.table"));
  log = Open({before, *adopted, after});
  EXPECT_EQ(Read(*log, *adopted), "a large table");
  EXPECT_EQ(AppendAndKeep(*log, "again").segment, before.segment);
}

TEST_F(SegmentLogTest, AFailedAdoptLeavesTheStagedFile) {
  auto log = Open();
  const std::string staged = Stage("a large table");
  EXPECT_THAT(log->Adopt(staged, 14, 0), StatusIs(absl::StatusCode::kDataLoss, HasSubstr(staged)));
  EXPECT_THAT(log->Adopt(temporary_.Path("none"), 14, 0), StatusIs(absl::StatusCode::kNotFound));
  files_.FailRenames(absl::UnavailableError("broken"));
  EXPECT_THAT(log->Adopt(staged, 13, 0), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_TRUE(std::filesystem::exists(staged));
  EXPECT_THAT(Files(), IsEmpty());
  AppendAndKeep(*log, "the log goes on without RollBack");
}

TEST_F(SegmentLogTest, RollBackForgetsWhatWasNotKept) {
  auto log = Open();
  const Extent kept = AppendAndKeep(*log, "kept");
  const std::string staged = Stage("a large table");
  const Extent large = Append(*log, std::string(kSmall, 'x'));
  const Extent rolled_over = Append(*log, "in the next segment");
  ASSERT_THAT(log->Adopt(staged, 13, Crc("a large table")), IsOk());
  ASSERT_THAT(log->Sync(), IsOk());
  EXPECT_THAT(log->RollBack(), IsOk());

  EXPECT_THAT(Files(), ElementsAre("000001.log"));
  EXPECT_EQ(std::filesystem::file_size(Path("000001.log")), kept.offset + kept.length);
  EXPECT_THAT(log->CheckExtent(kept), IsOk());
  EXPECT_THAT(log->CheckExtent(large), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(log->CheckExtent(rolled_over), StatusIs(absl::StatusCode::kDataLoss));

  auto adopted = log->Adopt(staged, 13, Crc("a large table"));
  ASSERT_THAT(adopted, IsOk()) << "the staged file is back";
  const Extent next = AppendAndKeep(*log, "next");
  EXPECT_EQ(next.segment, kept.segment);
  EXPECT_THAT(log->RollBack(), IsOk());
  EXPECT_EQ(Read(*log, kept), "kept");
  EXPECT_EQ(Read(*log, *adopted), "a large table");
  EXPECT_EQ(Read(*log, next), "next");
}

TEST_F(SegmentLogTest, KeepIsAboutTheLastSync) {
  auto log = Open();
  const Extent synced = Append(*log, "synced");
  ASSERT_THAT(log->Sync(), IsOk());
  const Extent later = Append(*log, "later");
  const std::string staged = Stage("a large table");
  ASSERT_THAT(log->Adopt(staged, 13, Crc("a large table")), IsOk());
  log->Keep();
  ASSERT_THAT(log->RollBack(), IsOk());
  EXPECT_EQ(Read(*log, synced), "synced");
  EXPECT_THAT(log->CheckExtent(later), StatusIs(absl::StatusCode::kDataLoss));
  EXPECT_THAT(Files(), ElementsAre("000001.log"));
}

TEST_F(SegmentLogTest, GoesOnAfterAFullDisk) {
  auto log = Open();
  const Extent kept = AppendAndKeep(*log, "kept");
  // Wherever the space ends: in the header, in the payload, in a new segment's header.
  for (const int64_t space : {0, 5, 16, 20, 1040, 1064, 1070}) {
    files_.SetSpaceLeft(space);
    absl::Status status;
    for (int i = 0; i < 3; ++i) status.Update(log->Append(std::string(kSmall, 'x')).status());
    EXPECT_THAT(status, StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(folder_)));
    EXPECT_THAT(log->Sync(), StatusIs(absl::StatusCode::kResourceExhausted)) << "nothing is promised meanwhile";
    EXPECT_THAT(log->RollBack(), IsOk());
    EXPECT_THAT(Files(), ElementsAre("000001.log"));
    EXPECT_EQ(std::filesystem::file_size(Path("000001.log")), kept.offset + kept.length);
  }
  files_.SetSpaceLeft(std::nullopt);
  const Extent next = AppendAndKeep(*log, "next");
  log = Open({kept, next});
  EXPECT_EQ(Read(*log, kept), "kept");
  EXPECT_EQ(Read(*log, next), "next");
}

TEST_F(SegmentLogTest, AFullDiskAtTheFirstAppendLeavesNothing) {
  auto log = Open();
  files_.SetSpaceLeft(3);
  EXPECT_THAT(log->Append("x"), StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_THAT(log->RollBack(), IsOk());
  EXPECT_THAT(Files(), IsEmpty());
  files_.SetSpaceLeft(std::nullopt);
  const Extent extent = AppendAndKeep(*log, "x");
  EXPECT_EQ(Read(*log, extent), "x");
}

TEST_F(SegmentLogTest, GoesOnInANewSegmentAfterAFailedSync) {
  auto log = Open();
  const Extent kept = AppendAndKeep(*log, "kept");
  files_.FailSyncs(absl::UnavailableError("broken"));
  for (int i = 0; i < 3; ++i) {
    Append(*log, "lost");
    EXPECT_THAT(log->Sync(), StatusIs(absl::StatusCode::kUnavailable));
    EXPECT_THAT(log->Append("lost"), StatusIs(absl::StatusCode::kUnavailable));
    EXPECT_THAT(log->RollBack(), IsOk());
  }
  files_.FailSyncs(absl::OkStatus());
  const Extent next = AppendAndKeep(*log, "next");
  EXPECT_GT(next.segment, kept.segment);
  log = Open({kept, next});
  EXPECT_EQ(Read(*log, kept), "kept");
  EXPECT_EQ(Read(*log, next), "next");
  EXPECT_EQ(Files().size(), 2);
}

TEST_F(SegmentLogTest, WhatSyncPromisedOutlivesAPowerFailure) {
  const std::string staged = Stage("a large table");
  std::vector<Extent> kept;
  {
    auto log = Open();
    for (const int size : {5, 2000, 7, 9}) kept.push_back(Append(*log, std::string(size, 'k')));
    auto adopted = log->Adopt(staged, 13, Crc("a large table"));
    ASSERT_THAT(adopted, IsOk());
    kept.push_back(*adopted);
    ASSERT_THAT(log->Sync(), IsOk());
    log->Keep();
    for (const int size : {5, 2000, 7}) Append(*log, std::string(size, 'l'));
  }
  ASSERT_THAT(files_.LosePower(), IsOk());
  auto log = Open(kept);
  for (const Extent& extent : kept) EXPECT_THAT(log->CheckExtent(extent), IsOk());
  EXPECT_EQ(Read(*log, kept[1], 1000), std::string(2000, 'k'));
  EXPECT_EQ(Read(*log, kept.back()), "a large table");
}

TEST_F(SegmentLogTest, ACorruptByteIsAnErrorOfTheLastRead) {
  auto log = Open();
  const Extent extent = AppendAndKeep(*log, "0123456789");
  const Extent other = AppendAndKeep(*log, "undamaged");
  std::fstream(Path("000001.log"), std::ios::in | std::ios::out | std::ios::binary).seekp(extent.offset + 3).put('x');
  auto stream = log->Read(extent);
  ASSERT_THAT(stream, IsOk());
  char bytes[10];
  EXPECT_TRUE((*stream)->Read(9, bytes).ok());
  for (int i = 0; i < 2; ++i) {
    const arrow::Status status = (*stream)->Read(9, bytes).status();
    EXPECT_TRUE(status.IsIOError());
    EXPECT_THAT(status.message(), AllOf(HasSubstr(Path("000001.log")), HasSubstr("10 bytes at offset 32")));
  }
  EXPECT_EQ(Read(*log, other), "undamaged");
}

TEST_F(SegmentLogTest, TellsWhatIsMissingAndGoesOn) {
  std::vector<Extent> known;
  {
    auto log = Open();
    for (int i = 0; i < 6; ++i) known.push_back(AppendAndKeep(*log, std::string(600, 'x')));
  }
  ASSERT_THAT(Files(), ElementsAre("000001.log", "000002.log", "000003.log"));
  std::filesystem::remove(Path("000001.log"));
  std::filesystem::resize_file(Path("000003.log"), known[5].offset + 599);
  auto log = Open(known);
  EXPECT_THAT(log->CheckExtent(known[0]), StatusIs(absl::StatusCode::kDataLoss, HasSubstr(Path("000001.log"))));
  EXPECT_THAT(log->Read(known[1]), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("missing")));
  EXPECT_THAT(log->CheckExtent(known[2]), IsOk());
  EXPECT_THAT(log->CheckExtent(known[4]), IsOk()) << "the end is missing, not the beginning";
  EXPECT_THAT(log->CheckExtent(known[5]),
              StatusIs(absl::StatusCode::kDataLoss, AllOf(HasSubstr(Path("000003.log")), HasSubstr("1 bytes"))));
  EXPECT_EQ(Read(*log, known[3]), std::string(600, 'x'));
  EXPECT_EQ(AppendAndKeep(*log, "next").segment, 4) << "a damaged segment is not appended to";
}

TEST_F(SegmentLogTest, AFileThatIsLostWhileTheLogIsOpenIsDataLoss) {
  auto log = Open();
  const Extent extent = AppendAndKeep(*log, "0123456789");
  auto stream = log->Read(extent);
  ASSERT_THAT(stream, IsOk());
  std::filesystem::resize_file(Path("000001.log"), extent.offset + 4);
  EXPECT_THAT(log->Read(extent), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("6 bytes are missing")));
  const arrow::Status status = (*stream)->Read(10).status();
  EXPECT_TRUE(status.IsIOError());
  EXPECT_THAT(status.message(), HasSubstr(Path("000001.log")));
  std::filesystem::remove(Path("000001.log"));
  EXPECT_THAT(log->Read(extent), StatusIs(absl::StatusCode::kDataLoss, HasSubstr(Path("000001.log"))));
}

TEST_F(SegmentLogTest, TwoFilesOfOneSegmentAreNotGuessedAbout) {
  const Extent known = AppendAndKeep(*Open(), "known");
  ASSERT_THAT(WriteWholeFile(files_, Path("000001.table"), "?"), IsOk());
  EXPECT_THAT(SegmentLog::Open(files_, folder_, {{1, known.offset + known.length}}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("000001.table")));
}

TEST_F(SegmentLogTest, ReadsWhileOthersAppend) {
  auto log = Open({}, 1 << 16);
  std::vector<Extent> extents;
  for (int i = 0; i < 50; ++i) extents.push_back(AppendAndKeep(*log, std::string(2000, static_cast<char>('A' + i))));
  std::atomic<bool> done = false;
  std::atomic<int> num_read = 0;
  std::vector<std::thread> readers;
  for (int r = 0; r < 2; ++r) {
    readers.emplace_back([&, r] {
      for (int i = r; !done || i < 100; ++i) {
        const int k = i % 50;
        EXPECT_EQ(Read(*log, extents[k], 300), std::string(2000, static_cast<char>('A' + k)));
        ++num_read;
      }
    });
  }
  for (int i = 0; i < 100; ++i) {
    Append(*log, std::string(3000, 'x'));
    ASSERT_THAT(log->Sync(), IsOk());
    if (i % 3 == 0) {
      ASSERT_THAT(log->RollBack(), IsOk());
    } else {
      log->Keep();
    }
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_GT(num_read, 100);
}

}  // namespace
}  // namespace tenuki
