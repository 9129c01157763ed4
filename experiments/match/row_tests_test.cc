#include "experiments/match/row_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "experiments/config.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

class RowTestsTest : public testing::Test {
 protected:
  // The paper's Table 1: wins of 1,000 games, in two rows of six columns.
  static std::vector<CellSummary> Table1() {
    std::vector<CellSummary> cells;
    for (const int wins : {340, 307, 286, 238, 255, 222, 396, 378, 333, 337, 289, 279}) {
      CellSummary& cell = cells.emplace_back();
      cell.counts[kSummaryGames] = 1000;
      cell.counts[kSummaryWins] = wins;
      cell.counts[kSummaryLosses] = 1000 - wins;
    }
    return cells;
  }

  const Plan plan_ = MakePlan(ReadExperiment("x", R"(name: "x"
      match {
        format: GAUNTLET opponent { uniform {} }
        players { name: "UCT" uct {} } players { name: "Covariance" uct { covariance {} } }
      }
      sweep { field: "match.player.uct.exploration" values: ["0.3", "0.6", "0.9", "1.2", "1.5", "1.8"] })",
                                             {})
                                  .value())
                         .value();
  const Layout layout_ = Layout::Of(plan_);
};

TEST_F(RowTestsTest, ThePapersOwnNumbers) {
  const v1::Table table = RowTestsTable(layout_, Table1());
  ASSERT_EQ(table.rows_size(), 3) << table.DebugString();
  // Mantel and Haenszel's statistic, written out for strata of 1,000 and 1,000 games.
  double difference = 0;
  double variance = 0;
  double odds_numerator = 0;
  double odds_denominator = 0;
  const std::vector<CellSummary> cells = Table1();
  for (int i = 0; i < 6; ++i) {
    const double uct = cells[i].Score().successes;
    const double covariance = cells[i + 6].Score().successes;
    difference += (covariance - uct) / 2;
    variance += (uct + covariance) * (2000 - uct - covariance) / (4.0 * 1999);
    odds_numerator += covariance * (1000 - uct);
    odds_denominator += uct * (1000 - covariance);
  }
  EXPECT_NEAR(table.rows(0).values(1).number().value(), difference / std::sqrt(variance), 1e-9);
  EXPECT_THAT(table.rows(0).values(0).text(), HasSubstr("does Covariance win as often as UCT"));
  EXPECT_THAT(table.rows(0).values(3).text(), HasSubstr("odds ratio 1.34: Covariance wins more"));
  EXPECT_NEAR(odds_numerator / odds_denominator, 1.34, 0.005);
  EXPECT_TRUE(table.rows(0).values(2).test().rejected());
  EXPECT_THAT(table.rows(1).values(3).text(), HasSubstr("it falls"));
  EXPECT_THAT(table.rows(2).values(0).text(), HasSubstr("is Covariance the same for every match.player.uct"));
}

TEST_F(RowTestsTest, WithoutGamesNothingIsTested) {
  EXPECT_EQ(RowTestsTable(layout_, std::vector<CellSummary>(12)).rows_size(), 0);
  std::vector<CellSummary> half = Table1();
  for (size_t i = 6; i < 12; ++i) half[i] = {};
  EXPECT_EQ(RowTestsTable(layout_, half).rows_size(), 1) << "only the trend of the first row";
}

TEST_F(RowTestsTest, WhatCouldHaveBeenFoundIsSaid) {
  EXPECT_THAT(DescribeRowTests(layout_, Table1()), HasSubstr("With 6000 games a row or more, a true difference of 2."));
}

}  // namespace
}  // namespace tenuki
