// The lines of docs/reading-results.md, run as they stand there by DuckDB and Python over what tenuki wrote. Where a
// program is not there its test is skipped: tools/readers gets them, as `./dev test --all` does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <string_view>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "common/testing/temporary_folder.h"
#include "tests/tenuki_cluster.h"
#include "tests/tenuki_process.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

constexpr int kNumCells = 4;
constexpr int kNumPairs = 50;
constexpr int kNumGames = kNumCells * 2 * kNumPairs;

// The indented lines that come first after `heading`.
std::string LinesAfter(std::string_view heading) {
  const std::string page = ReadFile(TENUKI_DOCS "/reading-results.md");
  std::string lines;
  bool found = false;
  for (std::string_view line : absl::StrSplit(page, '\n')) {
    if (absl::StartsWith(line, heading)) found = true;
    if (!found) continue;
    if (absl::ConsumePrefix(&line, "    ")) {
      absl::StrAppend(&lines, line, "\n");
    } else if (!lines.empty()) {
      break;
    }
  }
  EXPECT_FALSE(lines.empty()) << heading;
  return lines;
}

class ReadersTest : public testing::Test {
 protected:
  void SetUp() override { setenv("PATH", absl::StrCat(TENUKI_READERS "/bin:", getenv("PATH")).c_str(), 1); }

  // An experiment of the quickstart's name, in short: uniform players, four cells.
  std::string Config() {
    const std::string path = folder_.Path("quickstart.textproto");
    WriteFile(path, MatchExperiment("quickstart", 5, kNumPairs,
                                    "sweep { field: 'match.komi' values: ['0.5', '3.5', '6.5', '9.5'] }"));
    return path;
  }
  // Its results, in the folder that the page takes them from.
  void RunQuickstart() {
    const TenukiOutcome outcome = RunTenuki(absl::StrCat("run ", Config(), " --quiet --out ", folder_.Path("results")));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  }
  // A shell command in the folder.
  ShellOutcome Run(const std::string& command) {
    return RunShell(absl::StrCat("cd '", folder_.path(), "' && ", command));
  }
  ShellOutcome RunScript(const std::string& program, const std::string& text) {
    WriteFile(folder_.Path("script"), text);
    return Run(absl::StrCat(program, " script"));
  }
  bool HasPyarrow() { return Run("python3 -c 'import pyarrow'").exit_code == 0; }

  TemporaryFolder folder_;
};

TEST_F(ReadersTest, DuckDb) {
  if (Run("command -v duckdb").exit_code != 0) GTEST_SKIP() << "there is no duckdb";
  RunQuickstart();
  const auto query = [&](const std::string& sql) {
    WriteFile(folder_.Path("script"), sql);
    const ShellOutcome outcome = Run("duckdb -csv -noheader < script");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    return std::vector<std::string>(absl::StrSplit(outcome.output, '\n', absl::SkipEmpty()));
  };
  const std::vector<std::string> rates = query(LinesAfter("DuckDB:"));
  EXPECT_THAT(rates, SizeIs(kNumCells));
  EXPECT_EQ(rates, query("SELECT cell, wins / games FROM 'results/quickstart/summary.parquet' ORDER BY cell;"))
      << "what the games say is what we have counted";
  EXPECT_THAT(query("SELECT count(*), count(DISTINCT unit), count(opening) FROM 'results/quickstart/games.parquet';"),
              ElementsAre(absl::StrCat(kNumGames, ",", kNumPairs, ",0")));
}

TEST_F(ReadersTest, PythonWithFiles) {
  if (!HasPyarrow()) GTEST_SKIP() << "there is no pyarrow";
  RunQuickstart();
  const ShellOutcome outcome =
      RunScript("python3", absl::StrCat(LinesAfter("Python:"), "assert games.num_rows == ", kNumGames));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
}

TEST_F(ReadersTest, PythonWithACoordinatorWhileTheExperimentRuns) {
  if (!HasPyarrow()) GTEST_SKIP() << "there is no pyarrow";
  TenukiCluster cluster(folder_);
  cluster.StartWorker();
  // It does not end before it was looked at.
  ASSERT_EQ(cluster.CallUntilDone("submit", Config() + " --set stop.units=100000000").exit_code, 0);
  const std::string lines =
      absl::StrReplaceAll(LinesAfter("## From a coordinator"),
                          {{"grpc://HERE:7700", absl::StrCat("grpc+unix://", folder_.Path("socket"))}});
  ASSERT_THAT(lines, testing::HasSubstr("grpc+unix"));
  const std::string until_rows = R"(
import time
def read():
    LINES
    return games
while read().num_rows == 0: time.sleep(0.1)
games = read()
assert games.num_rows % 2 == 0, "a pair is committed as a whole"
assert games.column_names[:2] == ["cell", "unit"]
print(games.num_rows)
)";
  const ShellOutcome outcome = RunScript(
      "python3", absl::StrReplaceAll(until_rows, {{"LINES", absl::StrReplaceAll(lines, {{"\n", "\n    "}})}}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  int64_t num_rows = 0;
  EXPECT_TRUE(absl::SimpleAtoi(absl::StripAsciiWhitespace(outcome.output), &num_rows)) << outcome.output;
  EXPECT_GT(num_rows, 0);
}

}  // namespace
}  // namespace tenuki
