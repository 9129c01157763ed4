// External engines as a researcher meets them: what `tenuki run` says of each way in which an engine can fail, the same
// games however it runs, and workers that have other engines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "common/testing/temporary_folder.h"
#include "tests/tenuki_cluster.h"
#include "tests/tenuki_process.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class EnginesTest : public testing::Test {
 protected:
  // A registry with the fake engine under the name "fake", started with these words.
  void WriteRegistry(const std::string& words, const std::string& path = "engines.textproto",
                     const std::string& more = "deterministic: true") {
    WriteFile(folder_.Path(path),
              absl::StrCat("engines { name: 'fake' command: ['", FAKE_ENGINE, "'",
                           words.empty() ? "" : absl::StrCat(", '", absl::StrReplaceAll(words, {{" ", "', '"}}), "'"),
                           "]\n options { name: 'seed' argument: '--seed=${value}' integer { min: 0 max: 1000000 } }\n"
                           " seed_option: 'seed' limits { command_timeout_ms: 1000 start_timeout_ms: 5000 }\n ",
                           more, " }\n"));
  }
  void WriteExperiment(int num_units = 2, const std::string& opponent = "engine { name: 'fake' }") {
    WriteFile(folder_.Path("x.textproto"),
              absl::StrCat("name: 'x' match { board_size: 5 player { uct { playouts: 20 } } opponent { ", opponent,
                           " } } stop { units: ", num_units, " }"));
  }
  TenukiOutcome Run(const std::string& out = "out", const std::string& words = "") {
    return RunTenuki(absl::StrCat("run ", folder_.Path("x.textproto"), " --engines ", folder_.Path("engines.textproto"),
                                  " --out ", folder_.Path(out), " ", words));
  }
  std::string Games(const std::string& out) { return ReadFile(folder_.Path(out + "/x/games.parquet")); }

  // The games go on and are lost by the engine, for this reason.
  void ExpectForfeits(const std::string& words, const std::string& more = "") {
    SCOPED_TRACE(words);
    WriteRegistry(words, "engines.textproto", absl::StrCat("deterministic: true ", more));
    WriteExperiment();
    const std::string out = absl::StrReplaceAll(words, {{"-", ""}, {"=", ""}});
    const TenukiOutcome outcome = Run(out);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("4 games were lost by what an engine did (crash, hang, illegal move"));
    EXPECT_THAT(outcome.output, HasSubstr("0 by match.player, 4 by match.opponent"));
  }

  TemporaryFolder folder_;
};

TEST_F(EnginesTest, FaultsInTheGameLoseItAndTheMatchGoesOn) {
  ExpectForfeits("--crash-at=3");
  ExpectForfeits("--exit-at=2");
  ExpectForfeits("--hang-at=2");
  ExpectForfeits("--garbage-at=2");
  ExpectForfeits("--illegal-at=2");
  ExpectForfeits("--error-at=2");
  ExpectForfeits("--flood-stdout-at=2");
  ExpectForfeits("--close-stdout-at=2");
  ExpectForfeits("--wrong-id-at=2");
}

TEST_F(EnginesTest, AnEngineThatWillNotQuitIsNoFault) {
  // So that it can be told from those of other tests.
  const std::string mark = folder_.path().substr(folder_.path().rfind('/') + 1);
  WriteRegistry("--ignore-quit --ignore-sigterm --mark=" + mark);
  WriteExperiment();
  const TenukiOutcome outcome = Run();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("No game was lost by what an engine did wrong."));
  EXPECT_EQ(RunShell(absl::StrCat("pgrep -f '[m]ark=", mark, "'")).output, "") << "it is still there";
}

TEST_F(EnginesTest, WhatCannotBeStartedIsSaidBeforeAnythingIsRun) {
  const auto error = [&](const std::string& words) {
    WriteRegistry(words);
    WriteExperiment();
    const TenukiOutcome outcome = Run();
    EXPECT_NE(outcome.exit_code, 0) << outcome.output;
    EXPECT_FALSE(std::filesystem::exists(folder_.Path("out/x")));
    return outcome.output;
  };
  EXPECT_THAT(error("--die-at-start"),
              AllOf(HasSubstr("x.textproto"), HasSubstr("'fake'"), HasSubstr("could not start")));
  EXPECT_THAT(error("--no-gtp"), AllOf(HasSubstr("'fake'"), HasSubstr("GTP")));
  EXPECT_THAT(error("--unknown=genmove"), HasSubstr("genmove"));
  WriteRegistry("");
  WriteExperiment(2, "engine { name: 'gnugoo' }");
  EXPECT_THAT(Run().output, AllOf(HasSubstr("gnugoo"), HasSubstr("fake"))) << "the engines that there are";
  WriteExperiment(2, "engine { name: 'fake' settings { name: 'level' value: '3' } }");
  EXPECT_THAT(Run().output, AllOf(HasSubstr("'level'"), HasSubstr("fake")));
  WriteFile(folder_.Path("engines.textproto"), "engines { name: 'fake' command: 'no-such-program-anywhere' }");
  WriteExperiment();
  EXPECT_THAT(Run().output, AllOf(HasSubstr("no-such-program-anywhere"), HasSubstr("PATH")));
  WriteFile(folder_.Path("engines.textproto"), "engines { nam: 'fake' }");
  EXPECT_THAT(Run().output, HasSubstr("engines.textproto:1:11: Engine has no field 'nam'; did you mean 'name'?"));
}

TEST_F(EnginesTest, ACrashThatDoesNotComeAgainIsPlayedAgain) {
  WriteRegistry(absl::StrCat("--crash-at=3 --once=", folder_.Path("crashed")));
  WriteExperiment();
  const TenukiOutcome outcome = Run();
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(std::filesystem::exists(folder_.Path("crashed")));
  EXPECT_THAT(outcome.output, HasSubstr("No game was lost by what an engine did wrong."));
  const std::string games = Games("out");
  Run("again");
  EXPECT_TRUE(Games("again") == games) << "the replay is the game";
}

TEST_F(EnginesTest, TheSameBytesHoweverItRuns) {
  WriteRegistry("");
  WriteExperiment(12);
  Run("reference", "--workers 1 --units-per-job 1");
  for (const char* words : {"--workers 2", "--workers 5 --units-per-job 2", "--units-per-job 12"}) {
    SCOPED_TRACE(words);
    const std::string out = absl::StrReplaceAll(words, {{" ", ""}});
    Run(out, words);
    EXPECT_TRUE(Games(out) == Games("reference"));
  }
  // With the program pinned in it, what was written down is the same experiment.
  const std::string pinned = folder_.Path("reference/x/experiment.textproto");
  EXPECT_THAT(ReadFile(pinned), HasSubstr("identity"));
  WriteFile(folder_.Path("x.textproto"), ReadFile(pinned));
  Run("pinned");
  EXPECT_TRUE(Games("pinned") == Games("reference"));
  WriteRegistry("--another=1");
  EXPECT_THAT(Run("other").output, HasSubstr("the experiment was planned with 'fake' being"));
}

TEST_F(EnginesTest, OnlyWorkersThatHaveTheEngineRunTheExperiment) {
  WriteRegistry("");
  WriteRegistry("--another=1", "others.textproto");
  WriteExperiment(6);
  Run("alone");
  TenukiCluster cluster(folder_);
  const std::string submit =
      absl::StrCat(folder_.Path("x.textproto"), " --engines ", folder_.Path("engines.textproto"));
  while (cluster.Call("list", "").exit_code != 0) continue;
  EXPECT_THAT(cluster.Call("submit", submit).output, HasSubstr("no worker of this coordinator has the engine 'fake'"));
  cluster.StartWorker(absl::StrCat("--engines ", folder_.Path("engines.textproto")));
  ASSERT_EQ(cluster.CallUntilDone("submit", submit).exit_code, 0);
  cluster.KillWorker(0);
  cluster.StartWorker(absl::StrCat("--engines ", folder_.Path("others.textproto")));
  while (cluster.Call("status", "x").output.find("no worker has the engine 'fake'") == std::string::npos) continue;
  cluster.StartWorker(absl::StrCat("--engines ", folder_.Path("engines.textproto")));
  ASSERT_EQ(cluster.Call("watch", "x").exit_code, 0);
  ASSERT_EQ(cluster.Call("fetch", absl::StrCat("x --out ", folder_.Path("out"))).exit_code, 0);
  EXPECT_TRUE(Games("out") == Games("alone"));
}

}  // namespace
}  // namespace tenuki
