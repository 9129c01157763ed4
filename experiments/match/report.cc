// The document: the paper's layout and its figure, what the rows say together, and a table with a row a cell.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "experiments/crosstable.h"
#include "experiments/match/engines_section.h"
#include "experiments/match/faults.h"
#include "experiments/match/layout.h"
#include "experiments/match/match.h"
#include "experiments/match/row_tests.h"
#include "experiments/match/sequential_test.h"
#include "experiments/match/summary.h"
#include "experiments/paper_comparison.h"
#include "experiments/report_values.h"
#include "experiments/statistics/elo.h"

namespace tenuki {
namespace {

// A wider layout is not shown: the table of cells has all of it.
constexpr size_t kMaxColumns = 12;
constexpr size_t kMaxSeries = 8;

// What all parts of the report are made of.
struct Facts {
  const Plan& plan;
  std::vector<CellSummary> cells;
  std::vector<SequentialTest> sequential_tests;
  std::vector<PaperComparison> comparisons;
  Layout layout;

  int64_t Sum(SummaryColumn column) const {
    int64_t total = 0;
    for (const CellSummary& cell : cells) total += cell.counts[column];
    return total;
  }
  int64_t NumForfeits() const { return Sum(kSummaryPlayerForfeits) + Sum(kSummaryOpponentForfeits); }
  std::vector<Proportion> Scores() const {
    std::vector<Proportion> scores;
    for (const CellSummary& cell : cells) scores.push_back(cell.Score());
    return scores;
  }
  bool HasPaper() const { return plan.experiment.paper().values_size() > 0; }
  bool IsRoundRobin() const { return plan.experiment.match().format() == v1::ROUND_ROBIN; }
  // Rows and columns, with a cell for each.
  bool HasLayout() const {
    return plan.fields.size() >= 2 && !(IsRoundRobin() && plan.fields.size() == 2) && layout.rows.size() >= 2 &&
           layout.columns.size() <= kMaxColumns;
  }
};

// Three rows for each of the layout's: the paper's value, the measured one, and whether they are the same.
v1::Table LayoutTable(const Facts& facts) {
  v1::Table table;
  table.set_caption(absl::StrCat("Win rate of match.player; columns: ", facts.layout.column_field));
  AddColumn(table, facts.plan.fields.size() == 2 ? facts.plan.fields[0] : "", v1::ALIGNMENT_LEFT);
  AddColumn(table, "", v1::ALIGNMENT_LEFT);
  for (const std::string& column : facts.layout.columns) AddColumn(table, column, v1::ALIGNMENT_RIGHT);
  const auto add_row = [&](const std::string& name, const char* what, const Layout::Row& from, const auto& value_of) {
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(name);
    *row.add_values() = TextValue(what);
    for (const int32_t cell : from.cells) *row.add_values() = value_of(cell);
  };
  for (const Layout::Row& row : facts.layout.rows) {
    if (facts.HasPaper()) {
      add_row(row.name, "paper", row, [&](int32_t cell) { return facts.comparisons[cell].PaperNumber(); });
    }
    add_row(facts.HasPaper() ? "" : row.name, "measured", row,
            [&](int32_t cell) { return RateValue(facts.cells[cell].Score()); });
    if (facts.HasPaper()) {
      add_row("", "same?", row, [&](int32_t cell) { return facts.comparisons[cell].Test(); });
    }
  }
  return table;
}

// Nothing when the columns are no numbers.
std::optional<v1::Figure> ChartOf(const Facts& facts) {
  const Layout& layout = facts.layout;
  if (!layout.numbers.has_value() || layout.columns.size() < 2 || layout.rows.size() > kMaxSeries) return std::nullopt;
  v1::Figure figure;
  figure.set_caption(absl::StrCat("Win rate of match.player by ", layout.column_field, ", with 95 % intervals",
                                  facts.HasPaper() ? "; the paper's values beside them" : ""));
  v1::IntervalChart& chart = *figure.mutable_interval_chart();
  chart.mutable_x()->set_label(layout.column_field);
  chart.mutable_x()->mutable_format()->set_decimals(1);
  chart.mutable_y()->set_label("win rate");
  chart.mutable_y()->mutable_format()->set_percent(true);
  bool is_empty = true;
  for (const Layout::Row& row : layout.rows) {
    v1::IntervalSeries& series = *chart.add_series();
    series.set_name(row.name);
    for (size_t i = 0; i < row.cells.size(); ++i) {
      const CellSummary& cell = facts.cells[row.cells[i]];
      if (cell.games() == 0) continue;
      is_empty = false;
      v1::IntervalPoint& point = *series.add_points();
      point.set_x((*layout.numbers)[i]);
      *point.mutable_y() = RateInterval(cell.Score());
      const v1::PaperValue* paper = facts.comparisons[row.cells[i]].paper;
      if (paper != nullptr) point.set_paper_y(paper->value());
    }
  }
  if (is_empty) return std::nullopt;
  return figure;
}

// Of a round robin without sweeps: everybody against everybody.
v1::Figure CrosstableOf(const Facts& facts) {
  std::vector<PairingResult> results;
  for (const CellSummary& cell : facts.cells) results.push_back({cell.player, cell.opponent, cell.Score()});
  return CrosstableFigure(results);
}

// The difference in strength, from pairs. Where every game was won or lost only one end of the interval is a number.
v1::Value EloValue(const PairCounts& pairs) {
  v1::Value value;
  if (ScoreOfPairs(pairs).num_pairs == 0) return value;
  const EloEstimate elo = EstimateElo(pairs);
  if (std::isinf(elo.low) || std::isinf(elo.high)) {
    const bool is_above = std::isinf(elo.high) && !std::isinf(elo.low);
    const bool is_below = std::isinf(elo.low) && !std::isinf(elo.high);
    if (is_above) value.set_text(absl::StrFormat("above %+.0f", elo.low));
    if (is_below) value.set_text(absl::StrFormat("below %+.0f", elo.high));
    return value;
  }
  v1::Interval& interval = *value.mutable_interval();
  interval.set_estimate(elo.elo);
  interval.set_low(elo.low);
  interval.set_high(elo.high);
  interval.set_confidence(kReportConfidence);
  interval.mutable_format()->set_decimals(0);
  return value;
}

// The variance of pairs over that of two independent games: below 1 where a pair's games balance each other.
v1::Value PairVarianceValue(const PairCounts& pairs) {
  const PairScore score = ScoreOfPairs(pairs);
  const double independent = score.mean * (1 - score.mean) / 2;
  return score.num_pairs < 2 || independent == 0 ? v1::Value() : NumberValue(score.variance / independent, 2);
}

v1::Table CellTable(const Facts& facts) {
  v1::Table table;
  for (const std::string& field : facts.plan.fields) AddColumn(table, field, v1::ALIGNMENT_LEFT);
  for (const char* name : {"games", "won", "drawn", "lost"}) AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  const bool has_forfeits = facts.NumForfeits() > 0;
  if (has_forfeits) AddColumn(table, "won/lost by a fault", v1::ALIGNMENT_RIGHT);
  AddColumn(table, "win rate", v1::ALIGNMENT_RIGHT);
  const bool has_paper = facts.HasPaper() && !facts.HasLayout();
  if (has_paper) {
    AddColumn(table, "paper", v1::ALIGNMENT_RIGHT);
    AddColumn(table, "same as the paper?", v1::ALIGNMENT_LEFT);
  }
  for (const char* name : {"Elo", "pair variance", "as Black", "as White", "moves a game"}) {
    AddColumn(table, name, v1::ALIGNMENT_RIGHT);
  }
  for (const Cell& cell : facts.plan.cells) {
    const CellSummary& summary = facts.cells[cell.index];
    v1::Row& row = *table.add_rows();
    for (const std::string& value : cell.values) *row.add_values() = TextValue(value);
    for (int column : {kSummaryGames, kSummaryWins, kSummaryDraws, kSummaryLosses}) {
      *row.add_values() = CountValue(summary.counts[column]);
    }
    if (has_forfeits) {
      *row.add_values() = TextValue(
          absl::StrCat(summary.counts[kSummaryOpponentForfeits], "/", summary.counts[kSummaryPlayerForfeits]));
    }
    *row.add_values() = RateValue(summary.Score());
    if (has_paper) {
      *row.add_values() = facts.comparisons[cell.index].PaperNumber();
      *row.add_values() = facts.comparisons[cell.index].Test();
    }
    *row.add_values() = EloValue(summary.Pairs());
    *row.add_values() = PairVarianceValue(summary.Pairs());
    *row.add_values() = RateValue(summary.ScoreAsBlack());
    *row.add_values() = RateValue(summary.ScoreAsWhite());
    const auto games = static_cast<double>(summary.games());
    *row.add_values() =
        games == 0 ? v1::Value() : NumberValue(static_cast<double>(summary.counts[kSummaryPlies]) / games, 1);
  }
  return table;
}

// Games that repeat each other, and those that did not end by themselves.
std::string DescribeGames(const Facts& facts) {
  const int64_t games = facts.Sum(kSummaryGames);
  if (games == 0) return "No games were played.";
  std::string text = absl::StrCat("Of ", games, " games, ", facts.Sum(kSummaryResignations),
                                  " ended by resignation and ", facts.Sum(kSummaryCutOff), " at the limit of moves.");
  const int64_t compared = facts.Sum(kSummaryGamesCompared);
  const int64_t duplicates = facts.Sum(kSummaryDuplicates);
  absl::StrAppend(
      &text, " ", duplicates == 0 ? "None" : absl::StrCat(duplicates), " of ",
      compared == games ? "them" : absl::StrCat(compared, " compared"), duplicates == 1 ? " repeats" : " repeat",
      " another game of its cell move by move",
      duplicates == 0 ? "." : ": such games tell nothing new, and intervals that count them are too narrow.");
  if (facts.Sum(kSummaryPlayerPlayouts) + facts.Sum(kSummaryOpponentPlayouts) > 0) {
    absl::StrAppend(&text, " match.player spent ", facts.Sum(kSummaryPlayerPlayouts), " playouts, match.opponent ",
                    facts.Sum(kSummaryOpponentPlayouts), ".");
  }
  if (facts.Sum(kSummaryMovesRecorded) > 0) {
    absl::StrAppend(&text, " The table `moves` has ", facts.Sum(kSummaryMovesRecorded), " moves with their visits.");
  }
  return text;
}

void AddResults(const Facts& facts, v1::Report& report) {
  v1::Section section;
  section.set_heading("Results of match.player against match.opponent");
  if (facts.HasLayout()) *section.add_blocks()->mutable_table() = LayoutTable(facts);
  if (facts.IsRoundRobin() && facts.plan.fields.size() == 2) {
    *section.add_blocks()->mutable_figure() = CrosstableOf(facts);
  }
  if (std::optional<v1::Figure> chart = ChartOf(facts)) *section.add_blocks()->mutable_figure() = *std::move(chart);
  if (const std::string text = DescribeComparisons(facts.comparisons, facts.Scores()); !text.empty()) {
    section.add_blocks()->set_paragraph(text);
  }
  if (v1::Table tests = RowTestsTable(facts.layout, facts.cells); tests.rows_size() > 0 && !facts.IsRoundRobin()) {
    *section.add_blocks()->mutable_table() = std::move(tests);
    section.add_blocks()->set_paragraph(DescribeRowTests(facts.layout, facts.cells));
  }
  if (section.blocks_size() > 0) *report.add_sections() = std::move(section);
}

void AddSequentialTests(const Facts& facts, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(facts.sequential_tests.size() == 1 ? "Sequential test" : "Sequential tests");
  *section.add_blocks()->mutable_table() = SequentialTestTable(facts.plan, facts.sequential_tests);
  section.add_blocks()->set_paragraph(DescribeSequentialTests(facts.sequential_tests));
}

void AddCells(const Facts& facts, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(facts.plan.cells.size() == 1 ? "All games" : "Cell by cell");
  *section.add_blocks()->mutable_table() = CellTable(facts);
  section.add_blocks()->set_paragraph(
      "Win rates count a draw as half a win, and are given with Wilson's 95 % interval over games. The two games of a "
      "pair have the colours swapped; Elo and its interval are computed from pairs. Pair variance is that of pairs "
      "over "
      "what independent games would have.");
  section.add_blocks()->set_paragraph(DescribeGames(facts));
}

}  // namespace

absl::StatusOr<v1::Report> MatchKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(std::vector<CellSummary> cells, ReadSummary(plan, derived_tables));
  ABSL_ASSIGN_OR_RETURN(std::vector<SequentialTest> sequential_tests, ReadSequentialTests(plan, derived_tables));
  ABSL_ASSIGN_OR_RETURN(const std::vector<Fault> faults, ReadFaults(plan, derived_tables));
  Facts facts{.plan = plan,
              .cells = std::move(cells),
              .sequential_tests = std::move(sequential_tests),
              .comparisons = {},
              .layout = Layout::Of(plan)};
  facts.comparisons = CompareWithPaper(plan, facts.Scores());
  v1::Report report = EmptyReport(plan.experiment);
  if (plan.cells.size() > 1) AddResults(facts, report);
  if (!facts.sequential_tests.empty()) AddSequentialTests(facts, report);
  AddCells(facts, report);
  if (auto engines = EnginesSection(plan, facts.cells, faults)) *report.add_sections() = *std::move(engines);
  return report;
}

}  // namespace tenuki
