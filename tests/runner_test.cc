// `tenuki run` as a researcher meets it: the same bytes however it runs, going on after a stop, reusing what is there,
// and what happens when the disk or the files on it are not as they should be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "common/testing/temporary_folder.h"
#include "tests/tenuki_process.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr absl::Duration kTimeout = absl::Minutes(2);
constexpr std::string_view kKomiSweep = "sweep { field: 'match.komi' values: '5.5' values: '7.5' }";

class RunnerTest : public testing::Test {
 protected:
  void WriteConfig(const std::string& text) { WriteFile(config_, text); }
  std::string Run(const std::string& out, const std::string& options = "", const std::string& environment = "") {
    const TenukiOutcome outcome =
        RunTenuki(absl::StrCat("run ", config_, " --out '", folder_.Path(out), "' ", options), environment);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return outcome.output;
  }
  std::string Games(const std::string& out) { return ReadFile(folder_.Path(out + "/x/games.parquet")); }

  TemporaryFolder folder_;
  const std::string config_ = folder_.Path("x.textproto");
};

TEST_F(RunnerTest, GivesTheSameBytesHoweverItRuns) {
  WriteConfig(MatchExperiment("x", 5, 300, kKomiSweep));
  Run("reference", "--workers 1");
  const std::string reference = Games("reference");
  const std::string report = ReadFile(folder_.Path("reference/x/report.md"));
  ASSERT_THAT(report, HasSubstr("| 5.5 "));
  int number = 0;
  const auto expect_same = [&](const std::string& options, const std::string& environment = "") {
    SCOPED_TRACE(absl::StrCat(environment, options));
    const std::string out = absl::StrCat("run", ++number);
    Run(out, options, environment);
    EXPECT_TRUE(Games(out) == reference);
    EXPECT_EQ(ReadFile(folder_.Path(out + "/x/report.md")), report);
  };
  expect_same("--workers 2");
  expect_same("--workers 7");
  expect_same("--workers 3 --units-per-job 1");
  expect_same("--workers 2 --units-per-job 7");
  expect_same("--workers 2 --units-per-job 100000");
  for (CpuLevel level : SupportedCpuLevels()) expect_same(absl::StrCat("--cpu-level ", CpuLevelName(level)));
  expect_same("--workers 2", "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA ");
  const std::string digest = RunTenuki("digest " + folder_.Path("reference/x")).output;
  EXPECT_THAT(digest, AllOf(HasSubstr("  games\n"), HasSubstr("  summary\n"), Not(HasSubstr("provenance"))));
  EXPECT_EQ(RunTenuki("digest " + folder_.Path("run1/x")).output, digest);
}

TEST_F(RunnerTest, ASequentialTestEndsAtTheSamePairHoweverItRuns) {
  WriteConfig(R"(name: "x"
    match { board_size: 5 format: GAUNTLET opponent { uniform {} }
            players { name: "few" uct { playouts: 3 } } players { name: "more" uct { playouts: 12 } } }
    stop { units: 300 sprt { elo0: 0 elo1: 60 } })");
  Run("reference", "--workers 1 --units-per-job 1");
  const std::string report = ReadFile(folder_.Path("reference/x/report.md"));
  EXPECT_THAT(report, HasSubstr("Elo accepted"));
  for (const char* options : {"--workers 2", "--workers 5 --units-per-job 7", "--units-per-job 300"}) {
    SCOPED_TRACE(options);
    Run(options, options);
    EXPECT_TRUE(Games(options) == Games("reference"));
    EXPECT_EQ(ReadFile(folder_.Path(absl::StrCat(options, "/x/report.md"))), report);
  }
  EXPECT_THAT(Run("reference"), HasSubstr("reused")) << "and nothing is played";
  EXPECT_EQ(ReadFile(folder_.Path("reference/x/report.md")), report);
}

TEST_F(RunnerTest, WritesFiguresBesideTheReport) {
  WriteConfig(MatchExperiment("x", 5, 20, kKomiSweep));
  Run("out");
  const std::string figure = "figures/01-win-rate-of-match-player-by-match-komi.svg";
  const std::string report = ReadFile(folder_.Path("out/x/report.md"));
  const std::string svg = ReadFile(folder_.Path("out/x/" + figure));
  EXPECT_THAT(report, AllOf(HasSubstr("](" + figure + ")\n"), HasSubstr("|---")));
  EXPECT_THAT(svg, AllOf(HasSubstr("<svg "), HasSubstr("match.komi"), HasSubstr("</svg>\n")));
  WriteFile(folder_.Path("out/x/figures/02-of-an-earlier-run.svg"), "<svg/>");
  std::filesystem::remove(folder_.Path("out/x/report.md"));
  EXPECT_EQ(RunTenuki("report --write " + folder_.Path("out/x")).exit_code, 0);
  EXPECT_EQ(ReadFile(folder_.Path("out/x/report.md")), report);
  EXPECT_EQ(ReadFile(folder_.Path("out/x/" + figure)), svg);
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("out/x/figures/02-of-an-earlier-run.svg")));
  std::filesystem::remove_all(folder_.Path("out/x/figures"));
  WriteFile(folder_.Path("out/x/figures"), "in the way");
  const TenukiOutcome outcome = RunTenuki("report --write " + folder_.Path("out/x"));
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("out/x/figures"));
}

TEST_F(RunnerTest, WritesGameRecordsWhereAsked) {
  WriteConfig(MatchExperiment("x", 5, 3));
  Run("out");
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("out/x/games")));
  Run("out", "--sgf");
  EXPECT_THAT(ReadFile(folder_.Path("out/x/games/000-000002-1.sgf")),
              AllOf(HasSubstr("SZ[5]"), HasSubstr("PB[uniform]"), HasSubstr("unit 2, game 1")));
  Run("out", "--sgf --set stop.units=1");
  EXPECT_FALSE(std::filesystem::exists(folder_.Path("out/x/games/000-000002-1.sgf"))) << "that game is not in it";
  EXPECT_TRUE(std::filesystem::exists(folder_.Path("out/x/games/000-000000-1.sgf")));
}

TEST_F(RunnerTest, ReusesWhatIsThere) {
  WriteConfig(MatchExperiment("x", 3, 100, kKomiSweep));
  EXPECT_THAT(Run("out"), Not(HasSubstr("reused")));
  EXPECT_THAT(Run("out"), HasSubstr("reused 200 of 200 units"));
  EXPECT_THAT(Run("out", "--set stop.units=150"), HasSubstr("reused 200 of 300 units"));
  WriteConfig(MatchExperiment("x", 3, 150, "sweep { field: 'match.komi' values: '3.5' values: '5.5' values: '7.5' }"));
  EXPECT_THAT(Run("out"), HasSubstr("reused 300 of 450 units"));
  Run("anew");
  EXPECT_TRUE(Games("out") == Games("anew"));
  EXPECT_THAT(Run("out", "--set stop.units=20"), HasSubstr("reused 60 of 60 units"));
  Run("few", "--set stop.units=20");
  EXPECT_TRUE(Games("out") == Games("few")) << "rows of units that were not asked for";
}

TEST_F(RunnerTest, GoesOnAfterAStop) {
  WriteConfig(MatchExperiment("x", 13, 3000));
  const std::string out = folder_.Path("out");
  const std::string log = folder_.Path("log");
  auto run = StartTenuki(absl::StrCat("run ", config_, " --units-per-job 20 --out ", out), log);
  // Until some of it is committed.
  while (!std::filesystem::exists(out + "/.tenuki/segments/000001.log")) {
    ASSERT_TRUE(run->WaitForExit(absl::Milliseconds(5)).status().code() == absl::StatusCode::kDeadlineExceeded)
        << ReadFile(log);
  }
  run->Signal(SIGINT);
  EXPECT_EQ(run->WaitForExit(kTimeout).value(), 3);
  EXPECT_THAT(ReadFile(log), HasSubstr("the same command goes on from there"));
  EXPECT_THAT(Run("out"), HasSubstr("reused "));
  Run("anew");
  EXPECT_TRUE(Games("out") == Games("anew"));
}

TEST_F(RunnerTest, ASecondRunInTheSameFolderIsRefused) {
  WriteConfig(MatchExperiment("x", 19, 100000));
  const std::string out = folder_.Path("out");
  auto run = StartTenuki(absl::StrCat("run ", config_, " --out ", out), folder_.Path("log"));
  while (!std::filesystem::exists(out + "/.tenuki/ledger.sqlite")) {
    ASSERT_FALSE(run->WaitForExit(absl::Milliseconds(5)).ok()) << ReadFile(folder_.Path("log"));
  }
  const TenukiOutcome second = RunTenuki(absl::StrCat("run ", config_, " --out ", out));
  EXPECT_EQ(second.exit_code, 3);
  EXPECT_THAT(second.output, HasSubstr("is in use by another tenuki (pid "));
}

TEST_F(RunnerTest, DamagedSegmentsAreRunAgain) {
  WriteConfig(MatchExperiment("x", 3, 400));
  Run("out", "--units-per-job 50");
  const std::string reference = Games("out");
  const std::string segment = folder_.Path("out/.tenuki/segments/000001.log");
  std::string bytes = ReadFile(segment);
  // More than what may lie between the rows of two jobs, which nobody would miss.
  for (size_t i = 0; i < 256; ++i) bytes[bytes.size() / 2 + i] ^= 0x10;
  WriteFile(segment, bytes);
  EXPECT_THAT(Run("out"), AllOf(HasSubstr("damaged"), HasSubstr("400 of 400 units")));
  EXPECT_TRUE(Games("out") == reference);

  std::filesystem::resize_file(segment, bytes.size() / 3);
  EXPECT_THAT(Run("out"), AllOf(HasSubstr("will be run again"), HasSubstr("400 of 400 units")));
  EXPECT_TRUE(Games("out") == reference);

  std::filesystem::remove_all(folder_.Path("out/.tenuki/segments"));
  EXPECT_THAT(Run("out"), HasSubstr("will be run again"));
  EXPECT_TRUE(Games("out") == reference);
}

// A small file system of its own; skips the test where that may not be made.
class MountedFolder {
 public:
  MountedFolder(std::string path, const std::string& options, unsigned long flags = 0) : path_(std::move(path)) {
    std::filesystem::create_directories(path_);
    is_mounted_ = mount("tmpfs", path_.c_str(), "tmpfs", flags, options.c_str()) == 0;
  }
  ~MountedFolder() {
    if (is_mounted_) umount2(path_.c_str(), MNT_DETACH);
  }
  bool is_mounted() const { return is_mounted_; }
  bool Remount(const std::string& options, unsigned long flags = 0) {
    return mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT | flags, options.c_str()) == 0;
  }

 private:
  const std::string path_;
  bool is_mounted_ = false;
};

TEST_F(RunnerTest, AFullDiskLosesNothing) {
  WriteConfig(MatchExperiment("x", 3, 20000));
  MountedFolder mounted(folder_.Path("out"), "size=1m");
  if (!mounted.is_mounted()) GTEST_SKIP() << "only root can mount a small file system";
  const TenukiOutcome full =
      RunTenuki(absl::StrCat("run ", config_, " --units-per-job 500 --out ", folder_.Path("out")));
  EXPECT_EQ(full.exit_code, 3);
  // The rows or the ledger, whichever comes to the end of it first.
  EXPECT_THAT(full.output, AnyOf(HasSubstr("No space left on device"), HasSubstr("disk is full")));
  ASSERT_TRUE(mounted.Remount("size=64m"));
  EXPECT_THAT(Run("out"), HasSubstr("reused "));
  Run("anew");
  EXPECT_TRUE(Games("out") == Games("anew"));
}

TEST_F(RunnerTest, AReadOnlyFolderIsAClearError) {
  WriteConfig(MatchExperiment("x", 3, 10));
  MountedFolder mounted(folder_.Path("out"), "size=8m");
  if (!mounted.is_mounted()) GTEST_SKIP() << "only root can mount a file system";
  Run("out");
  const std::string games = Games("out");
  ASSERT_TRUE(mounted.Remount("size=8m", MS_RDONLY));
  const TenukiOutcome outcome = RunTenuki(absl::StrCat("run ", config_, " --out ", folder_.Path("out")));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.output, AllOf(HasSubstr(folder_.Path("out")), HasSubstr("Read-only file system")));
  EXPECT_TRUE(Games("out") == games);
}

}  // namespace
}  // namespace tenuki
