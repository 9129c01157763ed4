#include "common/file_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "common/testing/faulty_file_system.h"
#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"

namespace tenuki {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class FileSystemTest : public testing::Test {
 protected:
  std::string Path(std::string_view name) const { return folder_.Path(name); }
  std::string ContentOf(std::string_view name) {
    return ReadWholeFile(files_, Path(name), 1 << 20).value_or("(cannot be read)");
  }

  const TemporaryFolder folder_;
  FileSystem& files_ = FileSystem::Real();
};

TEST_F(FileSystemTest, AppendsWhereTheFileEnds) {
  {
    auto file = files_.OpenForAppend(Path("a"));
    ASSERT_THAT(file, IsOk());
    EXPECT_EQ((*file)->size(), 0);
    EXPECT_THAT((*file)->Append("one"), IsOk());
  }
  auto file = files_.OpenForAppend(Path("a"));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ((*file)->size(), 3);
  EXPECT_THAT((*file)->Append(" two"), IsOk());
  EXPECT_THAT((*file)->Sync(), IsOk());
  EXPECT_EQ(ContentOf("a"), "one two");
  EXPECT_THAT((*file)->Truncate(2), IsOk());
  EXPECT_EQ((*file)->size(), 2);
  EXPECT_THAT((*file)->Append("!"), IsOk());
  EXPECT_EQ(ContentOf("a"), "on!");
}

TEST_F(FileSystemTest, ReadsPiecesAndStopsAtTheEnd) {
  ASSERT_THAT(WriteWholeFile(files_, Path("a"), "0123456789"), IsOk());
  auto file = files_.OpenForRead(Path("a"));
  ASSERT_THAT(file, IsOk());
  EXPECT_EQ((*file)->size(), 10);
  std::string piece(4, ' ');
  EXPECT_THAT((*file)->ReadAt(3, 4, piece.data()), IsOkAndHolds(4));
  EXPECT_EQ(piece, "3456");
  EXPECT_THAT((*file)->ReadAt(8, 4, piece.data()), IsOkAndHolds(2));
  EXPECT_EQ(piece, "8956");
  EXPECT_THAT((*file)->ReadAt(11, 4, piece.data()), IsOkAndHolds(0));
}

TEST_F(FileSystemTest, MakesFoldersListsRenamesAndRemoves) {
  EXPECT_THAT(files_.MakeFolder(Path("x/y/z")), IsOk());
  EXPECT_THAT(files_.MakeFolder(Path("x/y/z")), IsOk());
  EXPECT_THAT(WriteWholeFile(files_, Path("b"), "b"), IsOk());
  EXPECT_THAT(WriteWholeFile(files_, Path("a"), "a"), IsOk());
  EXPECT_THAT(files_.List(folder_.path()), IsOkAndHolds(ElementsAre("a", "b", "x")));
  EXPECT_THAT(files_.Rename(Path("a"), Path("b")), IsOk());
  EXPECT_THAT(files_.SyncFolder(folder_.path()), IsOk());
  EXPECT_EQ(ContentOf("b"), "a");
  EXPECT_THAT(files_.Remove(Path("b")), IsOk());
  EXPECT_THAT(files_.Remove(Path("b")), IsOk()) << "there is none any more";
  EXPECT_THAT(files_.List(folder_.path()), IsOkAndHolds(ElementsAre("x")));
}

TEST_F(FileSystemTest, ErrorsNamePathAndReason) {
  EXPECT_THAT(files_.OpenForRead(Path("none")),
              StatusIs(absl::StatusCode::kNotFound,
                       absl::StrCat(Path("none"), ": No such file or directory (opening to read)")));
  EXPECT_THAT(files_.OpenForAppend(Path("none/a")), StatusIs(absl::StatusCode::kNotFound, HasSubstr("none/a: ")));
  EXPECT_THAT(files_.List(Path("none")), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(files_.SyncFolder(Path("none")), StatusIs(absl::StatusCode::kNotFound));
  EXPECT_THAT(files_.Rename(Path("none"), Path("a")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(absl::StrCat("(renaming to ", Path("a"), ")"))));
  ASSERT_THAT(WriteWholeFile(files_, Path("a"), ""), IsOk());
  EXPECT_THAT(files_.MakeFolder(Path("a")), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("File exists")));
  EXPECT_THAT(files_.MakeFolder(Path("a/b")), StatusIs(absl::StatusCode::kUnavailable, HasSubstr("Not a directory")));
}

TEST_F(FileSystemTest, AFullDiskIsResourceExhausted) {
  auto full = files_.OpenForAppend("/dev/full");
  ASSERT_THAT(full, IsOk());
  EXPECT_THAT((*full)->Append("0123456789"),
              StatusIs(absl::StatusCode::kResourceExhausted, "/dev/full: No space left on device (writing 10 bytes)"));
}

TEST_F(FileSystemTest, AForbiddenFolderIsPermissionDenied) {
  if (geteuid() == 0) GTEST_SKIP() << "nothing is forbidden to root";
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_THAT(files_.OpenForAppend(Path("a")), StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr(Path("a"))));
  std::filesystem::permissions(folder_.path(), std::filesystem::perms::owner_all);
}

TEST_F(FileSystemTest, WholeFilesHaveALimit) {
  ASSERT_THAT(WriteWholeFile(files_, Path("a"), "0123456789"), IsOk());
  EXPECT_THAT(ReadWholeFile(files_, Path("a"), 10), IsOkAndHolds("0123456789"));
  EXPECT_THAT(ReadWholeFile(files_, Path("a"), 9),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(Path("a"))));
}

TEST_F(FileSystemTest, AWholeFileIsReplacedOrLeftAlone) {
  FaultyFileSystem faulty(files_);
  ASSERT_THAT(WriteWholeFile(faulty, Path("a"), "old"), IsOk());
  faulty.FailAppend(1, absl::UnavailableError("broken"), 2);
  EXPECT_THAT(WriteWholeFile(faulty, Path("a"), "new"), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_EQ(ContentOf("a"), "old");
  faulty.FailSyncs(absl::UnavailableError("broken"));
  EXPECT_THAT(WriteWholeFile(faulty, Path("a"), "new"), StatusIs(absl::StatusCode::kUnavailable));
  EXPECT_EQ(ContentOf("a"), "old");
  EXPECT_THAT(files_.List(folder_.path()), IsOkAndHolds(ElementsAre("a"))) << "no temporary file is left";
  faulty.FailSyncs(absl::OkStatus());
  // A temporary file that a crash left does no harm.
  ASSERT_THAT((*files_.OpenForAppend(Path("a.tmp")))->Append("longer than the content"), IsOk());
  EXPECT_THAT(WriteWholeFile(faulty, Path("a"), "new"), IsOk());
  EXPECT_THAT(faulty.LosePower(), IsOk());
  EXPECT_EQ(ContentOf("a"), "new");
}

TEST_F(FileSystemTest, FolderOfAPath) {
  EXPECT_EQ(FolderOf("a/b/c"), "a/b");
  EXPECT_EQ(FolderOf("a/b/"), "a");
  EXPECT_EQ(FolderOf("c"), ".");
  EXPECT_EQ(FolderOf("/c"), "/");
  EXPECT_EQ(FolderOf("/"), "/");
}

TEST_F(FileSystemTest, FaultyFailsTheAppendThatWasAskedFor) {
  FaultyFileSystem faulty(files_);
  auto file = faulty.OpenForAppend(Path("a"));
  ASSERT_THAT(file, IsOk());
  faulty.FailAppend(2, absl::UnavailableError("broken"), 1);
  EXPECT_THAT((*file)->Append("one"), IsOk());
  EXPECT_THAT((*file)->Append("two"),
              StatusIs(absl::StatusCode::kUnavailable, AllOf(HasSubstr(Path("a")), HasSubstr("broken"))));
  EXPECT_EQ(ContentOf("a"), "onet");
  EXPECT_EQ((*file)->size(), 4);
  EXPECT_THAT((*file)->Append("three"), IsOk());
}

TEST_F(FileSystemTest, FaultyRunsOutOfSpace) {
  FaultyFileSystem faulty(files_);
  auto file = faulty.OpenForAppend(Path("a"));
  ASSERT_THAT(file, IsOk());
  faulty.SetSpaceLeft(5);
  EXPECT_THAT((*file)->Append("one"), IsOk());
  EXPECT_THAT((*file)->Append("two"), StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr(Path("a"))));
  EXPECT_THAT((*file)->Append("3"), StatusIs(absl::StatusCode::kResourceExhausted));
  EXPECT_EQ(ContentOf("a"), "onetw");
  faulty.SetSpaceLeft(std::nullopt);
  EXPECT_THAT((*file)->Append("o"), IsOk());
  EXPECT_EQ(ContentOf("a"), "onetwo");
}

TEST_F(FileSystemTest, FaultyLosesWhatWasNotSynchronised) {
  ASSERT_THAT(WriteWholeFile(files_, Path("before"), "kept"), IsOk());
  FaultyFileSystem faulty(files_);
  {
    auto synced = faulty.OpenForAppend(Path("synced"));
    auto unnamed = faulty.OpenForAppend(Path("before"));
    ASSERT_THAT(synced, IsOk());
    ASSERT_THAT(unnamed, IsOk());
    ASSERT_THAT((*synced)->Append("kept"), IsOk());
    ASSERT_THAT((*synced)->Sync(), IsOk());
    ASSERT_THAT(faulty.SyncFolder(folder_.path()), IsOk());
    ASSERT_THAT((*synced)->Append(" lost"), IsOk());
    ASSERT_THAT((*unnamed)->Append(" lost"), IsOk());
    auto lost = faulty.OpenForAppend(Path("lost"));
    ASSERT_THAT(lost, IsOk());
    ASSERT_THAT((*lost)->Append("lost"), IsOk());
    ASSERT_THAT((*lost)->Sync(), IsOk());
  }
  ASSERT_THAT(faulty.Rename(Path("synced"), Path("renamed")), IsOk());
  ASSERT_THAT(faulty.LosePower(), IsOk());
  EXPECT_THAT(files_.List(folder_.path()), IsOkAndHolds(ElementsAre("before", "synced")));
  EXPECT_EQ(ContentOf("before"), "kept");
  EXPECT_EQ(ContentOf("synced"), "kept");
}

}  // namespace
}  // namespace tenuki
