// The report from counts that are known.
#include <arrow/api.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "experiments/config.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

constexpr char kExperiment[] = R"(name: "m"
  match { player { uniform {} } opponent { uniform {} } }
  sweep { field: "match.komi" values: ["5.5", "6.5", "7.5"] }
  paper {
    title: "A paper"
    values { measure: "win_rate" at { field: "match.komi" value: "5.5" } value: 0.30 sample_size: 1000 }
    values { measure: "win_rate" at { field: "match.komi" value: "6.5" } value: 0.50 sample_size: 1000 }
    values { measure: "win_rate" at { field: "match.komi" value: "7.5" } value: 0.45 }
  })";

class MatchReportTest : public testing::Test {
 protected:
  // A cell of 500 pairs, by the points made in them.
  static std::map<int, int64_t> Cell(int64_t lost, int64_t split, int64_t won) {
    return {{kSummaryGames, 2 * (lost + split + won)},
            {kSummaryWins, split + 2 * won},
            {kSummaryLosses, split + 2 * lost},
            {kSummaryGamesAsBlack, lost + split + won},
            {kSummaryWinsAsBlack, split / 2 + won},
            {kSummaryPairs, lost + split + won},
            {kSummaryPairs0, lost},
            {kSummaryPairs0 + 2, split},
            {kSummaryPairs0 + 4, won},
            {kSummaryPlies, 100 * 2 * (lost + split + won)}};
  }

  v1::Report Report(const Plan& plan, const std::vector<std::map<int, int64_t>>& cells) {
    MemoryTables tables(kind_.derived_tables());
    auto builder = *arrow::RecordBatchBuilder::Make(SummarySchema(), arrow::default_memory_pool());
    for (size_t cell = 0; cell < cells.size(); ++cell) {
      EXPECT_TRUE(builder->GetFieldAs<arrow::Int32Builder>(kSummaryCell)->Append(static_cast<int32_t>(cell)).ok());
      for (int column = kSummaryCell + 1; column < kSummaryFirstCount; ++column) {
        EXPECT_TRUE(builder->GetFieldAs<arrow::StringBuilder>(column)->Append("").ok());
      }
      for (int column = kSummaryFirstCount; column < kSummaryNumColumns; ++column) {
        const auto count = cells[cell].find(column);
        EXPECT_TRUE(builder->GetFieldAs<arrow::Int64Builder>(column)
                        ->Append(count == cells[cell].end() ? 0 : count->second)
                        .ok());
      }
    }
    EXPECT_TRUE(tables.Append(0, *builder->Flush()).ok());
    return kind_.MakeReport(plan, tables).value();
  }
  v1::Report Report(const std::vector<std::map<int, int64_t>>& cells) { return Report(plan_, cells); }

  // The table with a row for each cell.
  static const v1::Value& At(const v1::Report& report, int row, const std::string& column) {
    for (const v1::Section& section : report.sections()) {
      if (section.heading() != "Cell by cell") continue;
      const v1::Table& table = section.blocks(0).table();
      for (int i = 0; i < table.columns_size(); ++i) {
        if (table.columns(i).name() == column) return table.rows(row).values(i);
      }
    }
    ADD_FAILURE() << column;
    return v1::Value::default_instance();
  }

  const MatchKind kind_;
  const Plan plan_ = MakePlan(ReadExperiment("m", kExperiment, {}).value()).value();
};

TEST_F(MatchReportTest, ComparesWithThePaper) {
  // 39.0 %, 51.0 % and 45.0 % of 1,000 games.
  const v1::Report report = Report({Cell(260, 90, 150), Cell(195, 100, 205), Cell(225, 100, 175)});
  EXPECT_EQ(At(report, 0, "win rate").interval().estimate(), 0.39);
  EXPECT_EQ(At(report, 0, "paper").number().value(), 0.3);
  // z = 0.09 / sqrt(0.345 · 0.655 · 2/1000) = 4.233: p = 0.000023, twice that by Holm.
  EXPECT_NEAR(At(report, 0, "same as the paper?").test().p_value(), 0.0000231, 0.0000002);
  EXPECT_NEAR(At(report, 0, "same as the paper?").test().adjusted_p_value(), 0.0000462, 0.0000004);
  EXPECT_TRUE(At(report, 0, "same as the paper?").test().rejected());
  EXPECT_NEAR(At(report, 1, "same as the paper?").test().p_value(), 0.6547, 0.0001);
  EXPECT_FALSE(At(report, 1, "same as the paper?").test().rejected());
  EXPECT_FALSE(At(report, 2, "same as the paper?").has_test()) << "the paper does not say in how many games";
  EXPECT_EQ(At(report, 2, "paper").number().value(), 0.45);
  EXPECT_THAT(report.DebugString(), HasSubstr("Holm"));
  EXPECT_THAT(report.DebugString(), HasSubstr("a true difference of 6.3 points"));
}

TEST_F(MatchReportTest, EloIsOfPairs) {
  const v1::Report report = Report({Cell(0, 500, 0), Cell(195, 100, 205), Cell(0, 0, 500)});
  EXPECT_EQ(At(report, 0, "Elo").interval().estimate(), 0);
  EXPECT_NEAR(At(report, 1, "Elo").interval().estimate(), 6.95, 0.01);
  EXPECT_LT(At(report, 1, "Elo").interval().low(), 0);
  EXPECT_THAT(At(report, 2, "Elo").text(), HasSubstr("above +8"));
}

TEST_F(MatchReportTest, WithoutGamesNothingIsSaid) {
  const v1::Report report = Report({{}, {}, {}});
  EXPECT_EQ(At(report, 0, "Elo").value_case(), v1::Value::VALUE_NOT_SET);
  EXPECT_EQ(At(report, 0, "win rate").value_case(), v1::Value::VALUE_NOT_SET);
}

}  // namespace
}  // namespace tenuki
