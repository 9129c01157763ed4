// Counts from games that are played here: each is counted again, from the rows, in another way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/match/summary.h"
#include "experiments/plan.h"
#include "experiments/testing/stored_rows.h"

namespace tenuki {
namespace {

class MatchDeriveTest : public testing::Test {
 protected:
  std::vector<CellSummary> Derive(std::string_view match, int num_pairs) {
    plan_ = MakePlan(
                ReadExperiment("x", absl::StrCat("name: 'x' match { ", match, " } stop { units: ", num_pairs, " }"), {})
                    .value())
                .value();
    MemoryTables unit_tables = StoredRowsOf(plan_);
    games_ = *unit_tables.Rows(0)->CombineChunksToBatch();
    MemoryTables derived(kind_.derived_tables());
    EXPECT_TRUE(kind_.Derive(plan_, unit_tables, derived).ok());
    return ReadSummary(plan_, derived).value();
  }

  std::vector<std::string> Column(const std::string& name) const {
    const auto& column = static_cast<const arrow::StringArray&>(*games_->GetColumnByName(name));
    std::vector<std::string> values;
    for (int64_t row = 0; row < column.length(); ++row) values.push_back(column.GetString(row));
    return values;
  }

  const MatchKind kind_;
  Plan plan_;
  std::shared_ptr<arrow::RecordBatch> games_;
};

TEST_F(MatchDeriveTest, CountsByOutcomeAndColour) {
  const CellSummary cell =
      Derive("board_size: 5 komi: 0 player { uct { playouts: 8 resign_below: 0.3 } } opponent { uniform {} }", 40)[0];
  const auto winners = Column("winner");
  const auto colors = Column("player_color");
  int wins = 0;
  int draws_as_black = 0;
  for (size_t i = 0; i < winners.size(); ++i) {
    wins += winners[i] == "player";
    draws_as_black += winners[i] == "nobody" && colors[i] == "black";
  }
  EXPECT_EQ(cell.games(), 80);
  EXPECT_EQ(cell.counts[kSummaryWins], wins);
  EXPECT_EQ(cell.counts[kSummaryDrawsAsBlack], draws_as_black);
  EXPECT_EQ(cell.ScoreAsBlack().trials, 40);
  EXPECT_EQ(cell.ScoreAsBlack().successes + cell.ScoreAsWhite().successes, cell.Score().successes);
  EXPECT_EQ(cell.counts[kSummaryResignations], std::ranges::count(Column("reason"), "resignation"));
  EXPECT_GT(cell.counts[kSummaryResignations], 0);
  EXPECT_GT(cell.counts[kSummaryPlayerPlayouts], 0);
  EXPECT_EQ(cell.counts[kSummaryOpponentPlayouts], 0);
  EXPECT_EQ(cell.counts[kSummaryPairs], 40);
}

TEST_F(MatchDeriveTest, DuplicatesAreGamesThatRepeatAnother) {
  // Games of two plies from 4 points have few ways to go.
  const CellSummary cell = Derive("board_size: 2 max_plies: 2 player { uniform {} } opponent { uniform {} }", 30)[0];
  const auto moves = Column("moves");
  const std::set<std::string> different(moves.begin(), moves.end());
  EXPECT_LT(different.size(), 20);
  EXPECT_EQ(cell.counts[kSummaryGamesCompared], 60);
  EXPECT_EQ(cell.counts[kSummaryDuplicates], 60 - static_cast<int64_t>(different.size()));
  EXPECT_EQ(cell.counts[kSummaryCutOff], 60);
}

}  // namespace
}  // namespace tenuki
