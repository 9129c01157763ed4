// A coordinator and workers with nothing in common but the wire, and what happens to what a worker kept on its disk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "common/testing/temporary_folder.h"
#include "tests/tenuki_cluster.h"
#include "tests/tenuki_process.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

class ClusterTest : public testing::Test {
 protected:
  std::string Games(const std::string& out) { return ReadFile(folder_.Path(out + "/x/games.parquet")); }
  void RunAlone(const std::string& config, const std::string& out) {
    const TenukiOutcome outcome = RunTenuki(absl::StrCat("run ", config, " --quiet --out ", folder_.Path(out)));
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  }
  void Fetch(const TenukiCluster& cluster, const std::string& out) {
    const TenukiOutcome watched = cluster.Call("watch", "x");
    ASSERT_EQ(watched.exit_code, 0) << watched.output << ReadFile(folder_.Path("coordinator.log"));
    const TenukiOutcome fetched = cluster.Call("fetch", absl::StrCat("x --out ", folder_.Path(out)));
    ASSERT_EQ(fetched.exit_code, 0) << fetched.output;
  }
  // Spooled results, of all workers.
  std::vector<std::string> SpoolFiles() {
    std::vector<std::string> paths;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_.Path("spool"))) {
      if (absl::EndsWith(entry.path().string(), ".result")) paths.push_back(entry.path().string());
    }
    return paths;
  }

  TemporaryFolder folder_;
  const std::string config_ = folder_.Path("configs/x.textproto");
};

TEST_F(ClusterTest, InputsTravelWithTheExperiment) {
  fs::create_directories(folder_.Path("configs/book/more"));
  WriteFile(folder_.Path("configs/book/1.sgf"), "(;SZ[5];B[cc];W[bb])");
  WriteFile(folder_.Path("configs/book/more/2.sgf"), "(;SZ[5];B[bb])(;SZ[5];B[dd])");
  WriteFile(config_, R"(name: "x" stop { units: 200 }
                        match { player { uniform {} } opponent { uniform {} } board_size: 5 openings: "book" })");
  RunAlone(config_, "alone");

  TenukiCluster cluster(folder_);
  const TenukiOutcome submitted = cluster.CallUntilDone("submit", config_);
  ASSERT_EQ(submitted.exit_code, 0) << submitted.output;
  fs::remove_all(folder_.Path("configs"));
  cluster.KillCoordinator();  // the files are with it, also after a restart
  cluster.StartCoordinator();
  cluster.StartWorker();
  ASSERT_EQ(cluster.CallUntilDone("status", "x").exit_code, 0);
  Fetch(cluster, "out");
  EXPECT_TRUE(Games("out") == Games("alone"));

  // Results are enough to run the experiment again, and to read its report.
  fs::rename(folder_.Path("out"), folder_.Path("archive"));
  RunAlone(folder_.Path("archive/x/experiment.textproto"), "again");
  EXPECT_TRUE(Games("again") == Games("alone"));
  EXPECT_THAT(RunTenuki("report " + folder_.Path("archive/x")).output, HasSubstr("win rate"));
}

TEST_F(ClusterTest, DamagedSpoolFilesAreRunAgain) {
  fs::create_directories(folder_.Path("configs"));
  // Jobs of seconds, so that there is time to take the coordinator away.
  WriteFile(config_, MatchExperiment("x", 9, 20'000));
  TenukiCluster cluster(folder_);
  cluster.StartWorker();
  ASSERT_EQ(cluster.CallUntilDone("submit", config_).exit_code, 0);
  const absl::Time deadline = absl::Now() + absl::Minutes(2);
  while (!fs::exists(folder_.Path("data/segments/000001.log"))) ASSERT_LT(absl::Now(), deadline);
  cluster.KillCoordinator();
  while (SpoolFiles().empty()) ASSERT_LT(absl::Now(), deadline);
  cluster.KillWorker(0);

  int number = 0;
  for (const std::string& path : SpoolFiles()) {
    std::string bytes = ReadFile(path);
    if (number++ % 2 == 0) {
      bytes[bytes.size() / 2] ^= 0x10;
    } else {
      bytes.resize(bytes.size() / 2);
    }
    WriteFile(path, bytes);
  }
  cluster.StartCoordinator();
  cluster.RestartWorker(0);
  ASSERT_EQ(cluster.CallUntilDone("status", "x").exit_code, 0);
  Fetch(cluster, "out");
  EXPECT_THAT(ReadFile(folder_.Path("worker.log")), HasSubstr("a spooled result is damaged"));
  RunAlone(config_, "alone");
  EXPECT_TRUE(Games("out") == Games("alone"));
}

}  // namespace
}  // namespace tenuki
