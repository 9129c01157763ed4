#include "experiments/match/row_tests.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/report_values.h"
#include "experiments/statistics/proportion_tests.h"

namespace tenuki {
namespace {

// Rows that are compared with the first: a report of more would say nothing.
constexpr size_t kMaxRowsCompared = 20;
constexpr size_t kMinTrendColumns = 3;

struct RowTest {
  std::string question;
  TestResult test;
  // How large the effect is; empty when there is no number for it.
  std::string effect;
  // What it would be, by the sign of z.
  std::string when_negative;
  std::string when_positive;
};

std::string Finding(const RowTest& test, bool is_rejected) {
  if (!is_rejected)
    return absl::StrCat(test.effect, test.effect.empty() ? "" : ": ", "no difference that could be told");
  return absl::StrCat(test.effect, test.effect.empty() ? "" : ": ",
                      test.test.z < 0 ? test.when_negative : test.when_positive);
}

RowTest CompareRows(const Layout& layout, size_t row, const std::vector<CellSummary>& cells) {
  std::vector<Stratum> strata;
  for (size_t column = 0; column < layout.columns.size(); ++column) {
    strata.push_back({.control = cells[layout.rows[0].cells[column]].Score(),
                      .treatment = cells[layout.rows[row].cells[column]].Score()});
  }
  const PooledComparison pooled = CochranMantelHaenszel(strata);
  const std::string& name = layout.rows[row].name;
  const std::string& first = layout.rows[0].name;
  return {.question = absl::StrCat("does ", name, " win as often as ", first, ", over all columns?"),
          .test = pooled.test,
          .effect = absl::StrFormat("odds ratio %.2f", pooled.odds_ratio),
          .when_negative = absl::StrCat(name, " wins less"),
          .when_positive = absl::StrCat(name, " wins more")};
}

RowTest TrendOf(const Layout& layout, const Layout::Row& row, const std::vector<CellSummary>& cells) {
  std::vector<Proportion> proportions;
  for (const int32_t cell : row.cells) proportions.push_back(cells[cell].Score());
  const TestResult trend = TrendTest(proportions, *layout.numbers);
  return {.question = absl::StrCat("is ", row.name, " the same for every ", layout.column_field, "?"),
          .test = trend,
          .effect = "",
          .when_negative = "it falls",
          .when_positive = "it rises"};
}

bool HasGames(const Layout::Row& row, const std::vector<CellSummary>& cells) {
  return std::ranges::any_of(row.cells, [&](int32_t cell) { return cells[cell].games() > 0; });
}

std::vector<RowTest> AllTests(const Layout& layout, const std::vector<CellSummary>& cells) {
  std::vector<RowTest> tests;
  if (layout.rows.empty() || !HasGames(layout.rows[0], cells)) return tests;
  for (size_t row = 1; row < std::min(layout.rows.size(), kMaxRowsCompared + 1); ++row) {
    if (layout.rows[row].cells.size() == layout.rows[0].cells.size() && HasGames(layout.rows[row], cells)) {
      tests.push_back(CompareRows(layout, row, cells));
    }
  }
  if (!layout.numbers.has_value() || layout.columns.size() < kMinTrendColumns) return tests;
  for (const Layout::Row& row : layout.rows) {
    if (HasGames(row, cells)) tests.push_back(TrendOf(layout, row, cells));
  }
  return tests;
}

}  // namespace

v1::Table RowTestsTable(const Layout& layout, const std::vector<CellSummary>& cells) {
  const std::vector<RowTest> tests = AllTests(layout, cells);
  std::vector<double> p_values;
  for (const RowTest& test : tests) p_values.push_back(test.test.p_value);
  const std::vector<double> adjusted = HolmAdjusted(p_values);
  v1::Table table;
  AddColumn(table, "question", v1::ALIGNMENT_LEFT);
  AddColumn(table, "z", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "test", v1::ALIGNMENT_LEFT);
  AddColumn(table, "what was measured", v1::ALIGNMENT_LEFT);
  for (size_t i = 0; i < tests.size(); ++i) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(tests[i].question);
    *row.add_values() = NumberValue(tests[i].test.z, 2);
    *row.add_values() = TestValue(tests[i].test.p_value, adjusted[i]);
    *row.add_values() = TextValue(Finding(tests[i], adjusted[i] < kReportLevel));
  }
  return table;
}

std::string DescribeRowTests(const Layout& layout, const std::vector<CellSummary>& cells) {
  std::string text =
      "Rows are compared over all columns by the test of Cochran, Mantel and Haenszel, trends along the columns by "
      "that "
      "of Cochran and Armitage; two-sided, adjusted together by Holm's method.";
  if (layout.rows.size() < 2) return text;
  Proportion first;
  double least_trials = 0;
  for (const Layout::Row& row : layout.rows) {
    double trials = 0;
    for (const int32_t cell : row.cells) trials += cells[cell].Score().trials;
    least_trials = least_trials == 0 ? trials : std::min(least_trials, trials);
  }
  for (const int32_t cell : layout.rows[0].cells) {
    first.successes += cells[cell].Score().successes;
    first.trials += cells[cell].Score().trials;
  }
  if (first.trials == 0 || least_trials == 0) return text;
  absl::StrAppendFormat(
      &text,
      " With %.0f games a row or more, a true difference of %.1f points of percentage between two rows would have been "
      "found in four of five cases by a single test.",
      least_trials,
      100 * SmallestDetectableDifference(first.successes / first.trials, first.trials, least_trials, kReportLevel));
  return text;
}

}  // namespace tenuki
