// The document: a table with a row a cell.
#include <arrow/api.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "common/arrow_status.h"
#include "experiments/match/match.h"
#include "experiments/match/schema.h"
#include "experiments/paper.h"
#include "experiments/statistics/elo.h"
#include "experiments/statistics/proportion_tests.h"
#include "experiments/statistics/wilson.h"

namespace tenuki {
namespace {

constexpr int kPercentDecimals = 1;
constexpr double kConfidence = 0.95;
// Of tests, after the correction for several.
constexpr double kLevel = 0.05;

// `summary` as numbers, by cell and SummaryColumn.
absl::StatusOr<std::vector<std::vector<int64_t>>> ReadSummary(const Plan& plan, TableSource& tables) {
  ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatchReader> reader, tables.Open("summary"));
  if (!reader->schema()->Equals(*SummarySchema())) {
    return absl::InvalidArgumentError(
        absl::StrCat("summary: the table has the schema\n", reader->schema()->ToString()));
  }
  std::vector<std::vector<int64_t>> cells(plan.cells.size(), std::vector<int64_t>(kSummaryNumColumns, 0));
  while (true) {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(reader->Next()));
    if (batch == nullptr) return cells;
    const auto& index = static_cast<const arrow::Int32Array&>(*batch->column(kSummaryCell));
    for (int64_t row = 0; row < batch->num_rows(); ++row) {
      if (index.Value(row) < 0 || static_cast<size_t>(index.Value(row)) >= cells.size()) {
        return absl::InvalidArgumentError(absl::StrCat("summary: the plan has no cell ", index.Value(row)));
      }
      for (int column = 1; column < kSummaryNumColumns; ++column) {
        cells[index.Value(row)][column] = static_cast<const arrow::Int64Array&>(*batch->column(column)).Value(row);
      }
    }
  }
}

void AddColumn(v1::Table& table, std::string name, v1::Alignment alignment) {
  v1::Column& column = *table.add_columns();
  column.set_name(std::move(name));
  column.set_alignment(alignment);
}

// A draw is half a win.
Proportion ScoreOf(const std::vector<int64_t>& counts) {
  return {.successes = static_cast<double>(counts[kSummaryWins]) + static_cast<double>(counts[kSummaryDraws]) / 2,
          .trials = static_cast<double>(counts[kSummaryGames])};
}

void AddRate(v1::Row& row, double points, int64_t games) {
  v1::Value& value = *row.add_values();
  if (games == 0) return;
  v1::Interval& interval = *value.mutable_interval();
  const ProportionInterval wilson = WilsonInterval(points, static_cast<double>(games));
  interval.set_estimate(points / static_cast<double>(games));
  interval.set_low(wilson.low);
  interval.set_high(wilson.high);
  interval.set_confidence(kConfidence);
  interval.mutable_format()->set_percent(true);
  interval.mutable_format()->set_decimals(kPercentDecimals);
}

void AddNumber(v1::Row& row, double number, bool percent) {
  v1::Number& value = *row.add_values()->mutable_number();
  value.set_value(number);
  value.mutable_format()->set_percent(percent);
  value.mutable_format()->set_decimals(kPercentDecimals);
}

// The difference in strength, from pairs. Where every game was won or lost only one end of the interval is a number.
void AddElo(v1::Row& row, const std::vector<int64_t>& counts) {
  v1::Value& value = *row.add_values();
  if (counts[kSummaryPairs] == 0) return;
  PairCounts pairs;
  for (size_t points = 0; points < pairs.size(); ++points) pairs[points] = counts[kSummaryPairs0 + points];
  const EloEstimate elo = EstimateElo(pairs);
  if (std::isinf(elo.low) || std::isinf(elo.high)) {
    const bool is_above = std::isinf(elo.high) && !std::isinf(elo.low);
    const bool is_below = std::isinf(elo.low) && !std::isinf(elo.high);
    if (is_above) value.set_text(absl::StrFormat("above %+.0f", elo.low));
    if (is_below) value.set_text(absl::StrFormat("below %+.0f", elo.high));
    return;
  }
  v1::Interval& interval = *value.mutable_interval();
  interval.set_estimate(elo.elo);
  interval.set_low(elo.low);
  interval.set_high(elo.high);
  interval.set_confidence(kConfidence);
}

// Whether what was measured in a cell differs from what the paper says of it.
struct PaperTest {
  const v1::PaperValue* paper = nullptr;
  // Where the paper says in how many games its value was measured.
  std::optional<TestResult> test;
  double adjusted_p_value = 1;
};

// By cell; adjusted for there being several.
std::vector<PaperTest> TestAgainstPaper(const Plan& plan, const std::vector<std::vector<int64_t>>& summary) {
  std::vector<PaperTest> tests(plan.cells.size());
  std::vector<double> p_values;
  for (const Cell& cell : plan.cells) {
    PaperTest& test = tests[cell.index];
    test.paper = FindPaperValue(plan, cell, "win_rate");
    if (test.paper == nullptr || test.paper->sample_size() == 0) continue;
    const auto games = static_cast<double>(test.paper->sample_size());
    test.test = CompareProportions({test.paper->value() * games, games}, ScoreOf(summary[cell.index]));
    p_values.push_back(test.test->p_value);
  }
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  size_t next = 0;
  for (PaperTest& test : tests) {
    if (test.test.has_value()) test.adjusted_p_value = adjusted[next++];
  }
  return tests;
}

void AddPaper(v1::Row& row, const PaperTest& test) {
  if (test.paper == nullptr) {
    row.add_values();
    row.add_values();
    return;
  }
  AddNumber(row, test.paper->value(), /*percent=*/true);
  v1::Value& value = *row.add_values();
  if (!test.test.has_value()) return;
  v1::Test& out = *value.mutable_test();
  out.set_p_value(test.test->p_value);
  out.set_adjusted_p_value(test.adjusted_p_value);
  out.set_rejected(test.adjusted_p_value < kLevel);
}

v1::Table MakeTable(const Plan& plan, const std::vector<std::vector<int64_t>>& summary) {
  v1::Table table;
  const bool has_paper = plan.experiment.paper().values_size() > 0;
  const std::vector<PaperTest> paper_tests = TestAgainstPaper(plan, summary);
  for (const std::string& field : plan.fields) AddColumn(table, field, v1::ALIGNMENT_LEFT);
  for (const char* name : {"games", "won", "drawn", "lost", "win rate"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  if (has_paper) {
    AddColumn(table, "paper", v1::ALIGNMENT_RIGHT);
    AddColumn(table, "same as the paper?", v1::ALIGNMENT_LEFT);
  }
  for (const char* name : {"Elo", "as Black", "as White", "moves a game"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  for (const Cell& cell : plan.cells) {
    const std::vector<int64_t>& counts = summary[cell.index];
    v1::Row& row = *table.add_rows();
    for (const std::string& value : cell.values) row.add_values()->set_text(value);
    for (int column : {kSummaryGames, kSummaryWins, kSummaryDraws, kSummaryLosses}) {
      row.add_values()->set_count(counts[column]);
    }
    const int64_t games = counts[kSummaryGames];
    const Proportion score = ScoreOf(counts);
    AddRate(row, score.successes, games);
    if (has_paper) AddPaper(row, paper_tests[cell.index]);
    AddElo(row, counts);
    const int64_t as_black = counts[kSummaryGamesAsBlack];
    AddRate(row, static_cast<double>(counts[kSummaryWinsAsBlack]), as_black);
    AddRate(row, static_cast<double>(counts[kSummaryWins] - counts[kSummaryWinsAsBlack]), games - as_black);
    if (games > 0)
      AddNumber(row, static_cast<double>(counts[kSummaryPlies]) / static_cast<double>(games), /*percent=*/false);
    else
      row.add_values();
  }
  return table;
}

// What the tests are, and what they could have found.
std::vector<std::string> DescribePaperTests(const Plan& plan, const std::vector<std::vector<int64_t>>& summary) {
  double smallest = 0;
  for (const Cell& cell : plan.cells) {
    const v1::PaperValue* paper = FindPaperValue(plan, cell, "win_rate");
    const double games = ScoreOf(summary[cell.index]).trials;
    if (paper == nullptr || paper->sample_size() == 0 || games == 0) continue;
    smallest = std::max(smallest, SmallestDetectableDifference(paper->value(), games,
                                                               static_cast<double>(paper->sample_size()), kLevel));
  }
  if (smallest == 0) return {};
  return {absl::StrFormat(
      "The paper's values are compared by the test of two proportions (two-sided, level 5 %%, adjusted by Holm's "
      "method). "
      "With these numbers of games a single test would find a true difference of %.1f points of percentage in four of "
      "five cases; smaller ones may go unseen.",
      100 * smallest)};
}

}  // namespace

absl::StatusOr<v1::Report> MatchKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(const auto summary, ReadSummary(plan, derived_tables));
  v1::Report report;
  report.set_title(plan.experiment.name());
  report.set_description(plan.experiment.description());
  v1::Section& results = *report.add_sections();
  results.set_heading("Results of match.player against match.opponent");
  *results.add_blocks()->mutable_table() = MakeTable(plan, summary);
  results.add_blocks()->set_paragraph(
      "Win rates count a draw as half a win, and are given with Wilson's 95 % interval over games. The two games of a "
      "pair have the colours swapped; Elo and its interval are computed from pairs.");
  const std::vector<std::string> paragraphs = DescribePaperTests(plan, summary);
  for (const std::string& paragraph : paragraphs) results.add_blocks()->set_paragraph(paragraph);
  return report;
}

}  // namespace tenuki
