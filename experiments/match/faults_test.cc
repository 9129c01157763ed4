// Faults of engines, counted in any order, through their table, to the report's.
#include "experiments/match/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

Fault CrashAt(int32_t cell, int64_t unit, int32_t game, std::string example = "crash") {
  return {.cell = cell, .by = "opponent", .reason = "crash", .unit = unit, .game = game, .example = std::move(example)};
}

TEST(FaultCountsTest, TheFirstGameStaysWhateverTheOrder) {
  for (const bool is_turned : {false, true}) {
    std::vector<Fault> games = {CrashAt(0, 7, 0, "later"), CrashAt(0, 2, 1, "second"), CrashAt(0, 2, 0, "first")};
    if (is_turned) std::ranges::reverse(games);
    FaultCounts counts;
    for (const Fault& game : games) counts.Add(game);
    const std::vector<Fault> faults = counts.faults();
    ASSERT_EQ(faults.size(), 1);
    EXPECT_EQ(faults[0].num_games, 3);
    EXPECT_EQ(faults[0].unit, 2);
    EXPECT_EQ(faults[0].game, 0);
    EXPECT_EQ(faults[0].example, "first");
  }
}

TEST(FaultCountsTest, CellsEnginesAndReasonsAreApart) {
  FaultCounts counts;
  counts.Add(CrashAt(1, 0, 0));
  counts.Add(CrashAt(0, 0, 0));
  counts.Add({.cell = 0, .by = "player", .reason = "crash"});
  counts.Add({.cell = 0, .by = "opponent", .reason = "hang"});
  EXPECT_EQ(counts.faults().size(), 4);
}

TEST(FaultsTableTest, CellsAreSummedUpAndTheFirstExampleShown) {
  const v1::Table table = FaultsTable({CrashAt(0, 3, 1, "died\nwith words"), CrashAt(1, 0, 0, "other")});
  ASSERT_EQ(table.rows_size(), 1);
  EXPECT_EQ(table.rows(0).values(2).count(), 2);
  EXPECT_EQ(table.rows(0).values(3).text(), "0-3-1");
  EXPECT_EQ(table.rows(0).values(4).text(), "died with words");
}

TEST(FaultsTableTest, LongWordsAreCutBetweenCharacters) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "本";
  const std::string shown = FaultsTable({CrashAt(0, 0, 0, words)}).rows(0).values(4).text();
  EXPECT_EQ(shown.size() % 3, 0) << "whole characters of three bytes";
  EXPECT_THAT(shown, HasSubstr("本…"));
}

TEST(FaultsTest, AreReadAsTheyWereGiven) {
  const MatchKind kind;
  const Plan plan =
      MakePlan(ReadExperiment("m", "name: 'm' match { player { uniform {} } opponent { uniform {} } }", {}).value())
          .value();
  MemoryTables tables({{"faults", FaultsSchema()}});
  ASSERT_TRUE(GiveFaults({CrashAt(0, 3, 1, "died")}, 0, tables).ok());
  const std::vector<Fault> faults = ReadFaults(plan, tables).value();
  ASSERT_EQ(faults.size(), 1);
  EXPECT_EQ(faults[0].unit, 3);
  EXPECT_EQ(faults[0].game, 1);
  EXPECT_EQ(faults[0].example, "died");
  MemoryTables others({{"faults", FaultsSchema()}});
  ASSERT_TRUE(GiveFaults({CrashAt(5, 0, 0)}, 0, others).ok());
  EXPECT_THAT(ReadFaults(plan, others).status().message(), HasSubstr("no cell 5"));
}

}  // namespace
}  // namespace tenuki
