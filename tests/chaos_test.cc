// One coordinator, four workers, and somebody who kills them at random: in the end every unit is counted exactly once,
// and the tables have the bytes of an undisturbed run with one worker.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iostream>
#include <random>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "common/testing/temporary_folder.h"
#include "tests/tenuki_cluster.h"
#include "tests/tenuki_process.h"

namespace tenuki {
namespace {

constexpr size_t kNumWorkers = 4;

void RunChaos(absl::Duration time, int64_t num_units, uint32_t seed) {
  SCOPED_TRACE(absl::StrCat("seed ", seed));
  TemporaryFolder folder;
  const std::string config = folder.Path("x.textproto");
  WriteFile(config, MatchExperiment("x", 13, num_units, "sweep { field: 'match.komi' values: '5.5' values: '7.5' }"));
  TenukiCluster cluster(folder);
  for (size_t i = 0; i < kNumWorkers; ++i) cluster.StartWorker();
  std::mt19937 random(seed);
  const absl::Time end = absl::Now() + time;
  // Until the coordinator listens.
  while (cluster.Call("submit", config).exit_code != 0) ASSERT_LT(absl::Now(), end);

  int num_kills = 0;
  while (absl::Now() < end) {
    const size_t victim = random() % (kNumWorkers + 1);
    if (victim == kNumWorkers) {
      cluster.KillCoordinator();
      cluster.StartCoordinator();
    } else {
      cluster.KillWorker(victim);
      cluster.RestartWorker(victim);
    }
    ++num_kills;
    // The rhythm of the killer is part of the test, not something that is waited for.
    absl::SleepFor(absl::Milliseconds(50 + random() % 400));
  }
  const std::string halfway = cluster.Call("status", "x").output;
  std::cout << num_kills << " kills; then " << halfway.substr(0, halfway.find('\n')) << '\n';

  const TenukiOutcome watched = cluster.Call("watch", "x");
  ASSERT_EQ(watched.exit_code, 0) << watched.output << ReadFile(folder.Path("coordinator.log"));
  ASSERT_EQ(cluster.Call("fetch", absl::StrCat("x --out ", folder.Path("out"))).exit_code, 0);
  const TenukiOutcome alone =
      RunTenuki(absl::StrCat("run ", config, " --workers 1 --quiet --out ", folder.Path("alone")));
  ASSERT_EQ(alone.exit_code, 0) << alone.output;
  for (const char* table : {"games", "summary"}) {
    EXPECT_TRUE(ReadFile(folder.Path(absl::StrCat("out/x/", table, ".parquet"))) ==
                ReadFile(folder.Path(absl::StrCat("alone/x/", table, ".parquet"))))
        << table;
  }
  EXPECT_EQ(RunTenuki("digest " + folder.Path("out/x")).output, RunTenuki("digest " + folder.Path("alone/x")).output);
}

// Some seconds by default, a minute among the long tests.
TEST(ChaosTest, KillingEverybodyChangesNothing) {
  RunChaos(absl::Seconds(TENUKI_CHAOS_SECONDS), TENUKI_CHAOS_UNITS, TENUKI_CHAOS_SECONDS);
}

}  // namespace
}  // namespace tenuki
