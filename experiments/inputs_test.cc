#include "experiments/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"
#include "experiments/config.h"
#include "experiments/input_folder.h"
#include "experiments/input_loader.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::InputFiles Files(const std::vector<std::pair<std::string, std::string>>& files) {
  v1::InputFiles input;
  for (const auto& [path, content] : files) {
    v1::InputFile& file = *input.add_files();
    file.set_path(path);
    file.set_content(content);
  }
  return input;
}

std::vector<std::string> PathsOf(const v1::InputFiles& input) {
  std::vector<std::string> paths;
  for (const v1::InputFile& file : input.files()) paths.push_back(file.path());
  return paths;
}

void WriteFile(const std::string& path, std::string_view content) {
  std::filesystem::create_directories(FolderOf(path));
  std::ofstream(path) << content;
}

TEST(InputDigestTest, IsOfNamesAndContent) {
  const Digest digest = InputDigest(Files({{"a", "xy"}, {"b", "z"}}));
  EXPECT_EQ(InputDigest(Files({{"a", "xy"}, {"b", "z"}})), digest);
  EXPECT_NE(InputDigest(Files({{"a", "x"}, {"b", "yz"}})), digest);
  EXPECT_NE(InputDigest(Files({{"ax", "y"}, {"b", "z"}})), digest);
  EXPECT_NE(InputDigest(Files({{"a", "xy"}})), digest);
}

class InputFolderTest : public testing::Test {
 protected:
  TemporaryFolder folder_;
  InputFolder inputs_{FileSystem::Real(), absl::StrCat(folder_.path(), "/inputs")};
  const v1::InputFiles files_ = Files({{"a.sgf", "(;)"}, {"b.sgf", std::string("\0\xff", 2)}});
};

TEST_F(InputFolderTest, KeepsWhatIsWritten) {
  EXPECT_EQ(inputs_.ReadInput(InputDigest(files_)).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(inputs_.Write(files_), IsOk());
  EXPECT_THAT(inputs_.Write(files_), IsOk());
  InputFolder again(FileSystem::Real(), absl::StrCat(folder_.path(), "/inputs"));
  const absl::StatusOr<v1::InputFiles> read = again.ReadInput(InputDigest(files_));
  ASSERT_THAT(read, IsOk());
  EXPECT_EQ(read->SerializeAsString(), files_.SerializeAsString());
}

TEST_F(InputFolderTest, FindsDamage) {
  ASSERT_THAT(inputs_.Write(files_), IsOk());
  const Digest digest = InputDigest(files_);
  const std::string path = absl::StrCat(folder_.path(), "/inputs/", digest.ToHex());
  std::string bytes = ReadWholeFile(FileSystem::Real(), path, 1 << 20).value();
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    WriteFile(path, damaged);
    EXPECT_EQ(inputs_.ReadInput(digest).status().code(), absl::StatusCode::kDataLoss) << i;
  }
  WriteFile(path, bytes.substr(0, bytes.size() / 2));
  EXPECT_EQ(inputs_.ReadInput(digest).status().code(), absl::StatusCode::kDataLoss);
}

class InputLoaderTest : public testing::Test {
 protected:
  InputLoaderTest() {
    WriteFile(At("book/b.sgf"), "B");
    WriteFile(At("book/a.SGF"), "A");
    WriteFile(At("book/deep/er/c.sgf"), "C");
    WriteFile(At("book/.hidden.sgf"), "no");
    WriteFile(At("book/.git/x.sgf"), "no");
    WriteFile(At("book/README.txt"), "no");
    std::filesystem::create_directories(At("empty"));
  }

  std::string At(std::string_view path) const { return absl::StrCat(folder_.path(), "/", path); }
  absl::StatusOr<Digest> Load(const std::string& path, const std::optional<Digest>& expected = std::nullopt) {
    return loader_.Load(path, ".sgf", expected);
  }

  TemporaryFolder folder_;
  MemoryInputs inputs_;
  InputFileLoader loader_{folder_.path(), inputs_};
};

TEST_F(InputLoaderTest, TakesTheFilesOfAFolderThatHaveTheEnding) {
  const absl::StatusOr<Digest> digest = Load("book");
  ASSERT_THAT(digest, IsOk());
  const v1::InputFiles files = inputs_.ReadInput(*digest).value();
  EXPECT_THAT(PathsOf(files), ElementsAre("a.SGF", "b.sgf", "deep/er/c.sgf"));
  EXPECT_EQ(files.files(2).content(), "C");
  EXPECT_EQ(*Load("book/"), *digest);
  EXPECT_EQ(*Load(At("book")), *digest) << "an absolute path";
}

TEST_F(InputLoaderTest, TakesAFileWhateverItsEnding) {
  const v1::InputFiles files = inputs_.ReadInput(Load("book/README.txt").value()).value();
  EXPECT_THAT(PathsOf(files), ElementsAre("README.txt"));
}

TEST_F(InputLoaderTest, DoesNotDependOnWhereTheFolderIs) {
  const Digest digest = Load("book").value();
  std::filesystem::rename(At("book"), At("elsewhere"));
  EXPECT_EQ(*Load("elsewhere"), digest);
}

TEST_F(InputLoaderTest, SaysWhatIsWrong) {
  EXPECT_THAT(Load("bok").status().message(), HasSubstr("there is no file or folder"));
  EXPECT_THAT(Load("empty").status().message(), HasSubstr("has no files *.sgf"));
}

TEST_F(InputLoaderTest, RefusesOtherFilesThanExpected) {
  const Digest digest = Load("book").value();
  EXPECT_EQ(*Load("book", digest), digest);
  WriteFile(At("book/b.sgf"), "other");
  EXPECT_THAT(Load("book", digest).status().message(), HasSubstr("there are other files than when"));
}

TEST_F(InputLoaderTest, FindsWhatResultsBringAlong) {
  const Digest digest = Load("book").value();
  ASSERT_THAT(InputFolder(FileSystem::Real(), At("inputs")).Write(inputs_.ReadInput(digest).value()), IsOk());
  std::filesystem::remove_all(At("book"));
  MemoryInputs others;
  InputFileLoader loader(folder_.path(), others);
  EXPECT_EQ(*loader.Load("book", ".sgf", digest), digest);
  EXPECT_THAT(others.ReadInput(digest), IsOk());
  EXPECT_FALSE(loader.Load("book", ".sgf", std::nullopt).ok());
}

constexpr char kExperiment[] = R"(name: "m"
match {
  player { uniform {} } opponent { uniform {} }
  openings: "book"
}
)";

TEST_F(InputLoaderTest, AnExperimentSaysWhatWasFound) {
  const absl::StatusOr<v1::Experiment> experiment = ReadExperiment("m", kExperiment, {}, &loader_);
  ASSERT_THAT(experiment, IsOk());
  ASSERT_EQ(experiment->input_size(), 1);
  EXPECT_EQ(experiment->input(0).path(), "book");
  EXPECT_EQ(experiment->input(0).digest(), Load("book")->ToHex());
  EXPECT_EQ(*DigestOfInput(*experiment, "book"), *Load("book"));
  // What it says is what is asked for when it is read again.
  const std::string again = FormatExperiment(*experiment);
  EXPECT_THAT(ReadExperiment("m", again, {}, &loader_), IsOk());
  WriteFile(At("book/b.sgf"), "other");
  EXPECT_THAT(ReadExperiment("m", again, {}, &loader_).status().message(), HasSubstr("other files"));
  EXPECT_THAT(ReadExperiment("m", again, {}), IsOk()) << "without a loader it is taken as it is";
}

TEST_F(InputLoaderTest, ErrorsStandWhereTheFileIsNamed) {
  EXPECT_THAT(ReadExperiment("m", kExperiment, {"match.openings=nowhere"}, &loader_).status().message(),
              HasSubstr("/nowhere': there is no file or folder"));
  std::filesystem::remove_all(At("book"));
  EXPECT_THAT(ReadExperiment("m", kExperiment, {}, &loader_).status().message(),
              HasSubstr("m:4:3: match.openings: 'book': there is no file"));
  EXPECT_THAT(ReadExperiment("m",
                             "name: 'm' match { player { uniform {} } opponent { uniform {} } }\n"
                             "sweep { field: 'match.openings' values: ['empty'] }",
                             {}, &loader_)
                  .status()
                  .message(),
              HasSubstr("m:2:"));
}

TEST_F(InputLoaderTest, TypedPathsAreFromTheWorkingDirectory) {
  InputFileLoader loader(At("deep"), inputs_);
  const std::string typed = std::filesystem::relative(At("book")).string();
  const absl::StatusOr<v1::Experiment> experiment =
      ReadExperiment("m", kExperiment, {absl::StrCat("match.openings=", typed)}, &loader);
  ASSERT_THAT(experiment, IsOk());
  EXPECT_EQ(*DigestOfInput(*experiment, experiment->match().openings()), *Load("book"));
  const std::string setting = absl::StrCat("match.openings=", typed, ",", typed, "/b.sgf");
  EXPECT_THAT(ReadExperiment("m",
                             "name: 'm' match { player { uniform {} } opponent { uniform {} } }\n"
                             "sweep { field: 'match.openings' values: ['nowhere'] }",
                             {setting}, &loader),
              IsOk());
}

TEST_F(InputLoaderTest, EachValueOfASweepIsRead) {
  const absl::StatusOr<v1::Experiment> experiment =
      ReadExperiment("m",
                     "name: 'm' match { player { uniform {} } opponent { uniform {} } }"
                     "sweep { field: 'match.openings' values: ['book', 'book/b.sgf', 'book/deep'] }",
                     {}, &loader_);
  ASSERT_THAT(experiment, IsOk());
  EXPECT_EQ(experiment->input_size(), 3);
}

class CountingSource final : public InputSource {
 public:
  absl::StatusOr<v1::InputFiles> ReadInput(const Digest& digest) override {
    ++num_reads;
    if (!status.ok()) return status;
    return inputs.ReadInput(digest);
  }

  MemoryInputs inputs;
  absl::Status status;
  int num_reads = 0;
};

class InputsTest : public testing::Test {
 protected:
  absl::StatusOr<std::shared_ptr<const std::string>> Get(const std::string& path, std::string_view key = "names") {
    return inputs_.Get<std::string>(cell_, path, key, [&](const v1::InputFiles& files) -> absl::StatusOr<std::string> {
      ++num_made_;
      if (files.files(0).content() == "bad") return absl::InvalidArgumentError("it is bad");
      return absl::StrCat(key, " ", files.files(0).path());
    });
  }
  void Add(const std::string& path, const v1::InputFiles& files) {
    v1::Input& input = *cell_.add_input();
    input.set_path(path);
    input.set_digest(source_.inputs.Add(files).ToHex());
  }

  v1::Experiment cell_;
  CountingSource source_;
  Inputs inputs_{source_};
  int num_made_ = 0;
};

TEST_F(InputsTest, AreMadeOnceForEachKey) {
  Add("x", Files({{"a", ""}}));
  EXPECT_EQ(**Get("x"), "names a");
  EXPECT_EQ(**Get("x"), "names a");
  EXPECT_EQ(num_made_, 1);
  EXPECT_EQ(**Get("x", "other"), "other a");
  EXPECT_EQ(**Get("x"), "names a");
  EXPECT_EQ(num_made_, 2);
}

TEST_F(InputsTest, AreKnownByContentAndNotByPath) {
  Add("x", Files({{"a", ""}}));
  Add("y", Files({{"a", ""}}));
  EXPECT_EQ(*Get("x"), *Get("y"));
  EXPECT_EQ(num_made_, 1);
}

TEST_F(InputsTest, TheLastOnesAreKept) {
  for (size_t i = 0; i <= Inputs::kMaxKept; ++i) Add(absl::StrCat(i), Files({{absl::StrCat("file", i), ""}}));
  for (size_t i = 0; i < Inputs::kMaxKept; ++i) EXPECT_THAT(Get(absl::StrCat(i)), IsOk());
  EXPECT_THAT(Get("0"), IsOk());                             // now 1 is the oldest
  EXPECT_THAT(Get(absl::StrCat(Inputs::kMaxKept)), IsOk());  // and gives way
  const int num_made = num_made_;
  EXPECT_THAT(Get("0"), IsOk());
  EXPECT_EQ(num_made_, num_made);
  EXPECT_THAT(Get("1"), IsOk());
  EXPECT_EQ(num_made_, num_made + 1);
}

TEST_F(InputsTest, ErrorsNameThePathAndAreNotKept) {
  Add("x", Files({{"a", "bad"}}));
  EXPECT_EQ(Get("x").status(), absl::InvalidArgumentError("x: it is bad"));
  EXPECT_EQ(Get("never").status(), absl::InvalidArgumentError("'never' was not read"));
  Add("y", Files({{"a", ""}}));
  source_.status = absl::UnavailableError("away");
  EXPECT_EQ(Get("y").status(), absl::UnavailableError("y: away"));
  source_.status = absl::NotFoundError("gone");
  EXPECT_EQ(Get("y").status(), absl::FailedPreconditionError("y: gone"));
  source_.status = absl::OkStatus();
  EXPECT_THAT(Get("y"), IsOk());
}

TEST(NoInputsTest, HasNone) {
  v1::Experiment cell;
  v1::Input& input = *cell.add_input();
  input.set_path("x");
  input.set_digest(std::string(64, '0'));
  const auto got =
      Inputs::None().Get<int>(cell, "x", "", [](const v1::InputFiles&) -> absl::StatusOr<int> { return 1; });
  EXPECT_EQ(got.status().code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace tenuki
