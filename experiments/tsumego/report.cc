// The document: the paper's three tables beside ours, what pruning saved, each failure with its board, a line.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "experiments/paper.h"
#include "experiments/plan.h"
#include "experiments/report_values.h"
#include "experiments/tsumego/figures.h"
#include "experiments/tsumego/rows.h"
#include "experiments/tsumego/schema.h"
#include "experiments/tsumego/tsumego.h"

namespace tenuki {
namespace {

constexpr int kNumHardest = 5;
constexpr int kMaxFailures = 40;

struct Findings {
  std::vector<ProblemRow> answers;
  std::vector<LevelRow> levels;
  std::vector<ThresholdRow> thresholds;
};

absl::StatusOr<std::vector<Findings>> ReadFindings(const Plan& plan, TableSource& tables) {
  const size_t num_cells = plan.cells.size();
  std::vector<Findings> all(num_cells);
  ABSL_RETURN_IF_ERROR(
      ReadRows<ProblemRow>(tables, "answers", *WithCell(*UnitSchema<ProblemRow>()), num_cells,
                           [&](int32_t cell, int64_t, const ProblemRow& row) { all[cell].answers.push_back(row); }));
  ABSL_RETURN_IF_ERROR(
      ReadRows<LevelRow>(tables, "levels", *DerivedSchema<LevelRow>(), num_cells,
                         [&](int32_t cell, int64_t, const LevelRow& row) { all[cell].levels.push_back(row); }));
  ABSL_RETURN_IF_ERROR(ReadRows<ThresholdRow>(
      tables, "thresholds", *DerivedSchema<ThresholdRow>(), num_cells,
      [&](int32_t cell, int64_t, const ThresholdRow& row) { all[cell].thresholds.push_back(row); }));
  return all;
}

v1::Section& AddSection(const Plan& plan, const Cell& cell, const std::string& heading, v1::Report& report) {
  v1::Section& section = *report.add_sections();
  section.set_heading(plan.cells.size() == 1 ? heading : absl::StrCat(heading, " (", DescribePlace(plan, cell), ")"));
  return section;
}

v1::Value PaperNumber(const Plan& plan, const Cell& cell, const std::string& measure, int decimals) {
  const v1::PaperValue* paper = FindPaperValue(plan, cell, measure);
  return paper == nullptr ? v1::Value() : NumberValue(paper->value(), decimals);
}

void AddColumns(v1::Table& table, std::initializer_list<const char*> names) {
  bool is_first = true;
  for (const char* name : names) {
    AddColumn(table, name, is_first ? v1::ALIGNMENT_LEFT : v1::ALIGNMENT_RIGHT);
    is_first = false;
  }
}

v1::Value ShareValue(int64_t successes, int64_t trials) {
  return RateValue({.successes = static_cast<double>(successes), .trials = static_cast<double>(trials)});
}

void AddLevelRow(const Plan& plan, const Cell& cell, const LevelRow& level, v1::Table& table) {
  v1::Row& row = *table.add_rows();
  const std::string name = level.level.empty() ? "(no level)" : level.level;
  *row.add_values() = TextValue(level.genre.empty() ? name : absl::StrCat(name, ", ", level.genre));
  *row.add_values() = CountValue(level.problems);
  *row.add_values() = CountValue(level.errors);
  *row.add_values() = ShareValue(level.correct, level.graded);
  *row.add_values() = PaperNumber(plan, cell, absl::StrCat(level.level, ".correct_rate"), 2);
  *row.add_values() = CountValue(level.refuted);
  *row.add_values() = ShareValue(level.proven_correct, level.correct);
  *row.add_values() = CountValue(level.proven);
  *row.add_values() = CountValue(level.most_work);
  *row.add_values() = CountValue(level.least_work);
  *row.add_values() = level.correct == 0
                          ? v1::Value()
                          : NumberValue(static_cast<double>(level.total_work) / static_cast<double>(level.correct), 0);
}

// The genres of a level together.
LevelRow SumOf(const std::vector<LevelRow>& levels, const std::string& name) {
  LevelRow sum{.level = name};
  bool has_least = false;
  for (const LevelRow& level : levels) {
    if (level.level != name) continue;
    sum.problems += level.problems;
    sum.errors += level.errors;
    sum.graded += level.graded;
    sum.refuted += level.refuted;
    sum.proven += level.proven;
    sum.proven_correct += level.proven_correct;
    sum.most_work = std::max(sum.most_work, level.most_work);
    if (level.correct > 0) sum.least_work = has_least ? std::min(sum.least_work, level.least_work) : level.least_work;
    has_least = has_least || level.correct > 0;
    sum.correct += level.correct;
    sum.total_work += level.total_work;
  }
  return sum;
}

void AddLevels(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  v1::Section& section = AddSection(plan, cell, "Correct answers by level", report);
  v1::Table table;
  table.set_caption(
      "Table 2: first moves that the suite has for correct; work is nodes and playouts of correct answers");
  AddColumns(table, {"level", "problems", "not tried", "correct", "paper", "refuted", "proven of the correct", "proven",
                     "most work", "least work", "mean work"});
  std::vector<std::string> done;
  for (const LevelRow& level : findings.levels) {
    if (std::ranges::find(done, level.level) != done.end()) continue;
    done.push_back(level.level);
    int num_genres = 0;
    for (const LevelRow& each : findings.levels) num_genres += each.level == level.level;
    if (num_genres > 1) AddLevelRow(plan, cell, SumOf(findings.levels, level.level), table);
    for (const LevelRow& each : findings.levels) {
      if (each.level == level.level) AddLevelRow(plan, cell, each, table);
    }
  }
  *section.add_blocks()->mutable_table() = std::move(table);
  section.add_blocks()->set_paragraph(
      "The paper gives seconds (of 40 primary, 39 intermediate, 61 high-level and 23 high-dan problems) where we count "
      "nodes "
      "and playouts, which are the same on every machine. Life and death is what is to be killed or to live; where the "
      "goal "
      "is to capture or to connect a few stones, it is tesuji. An answer is refuted when the suite says so.");
}

int64_t WorkOf(const ProblemRow& row) { return row.nodes + row.playouts; }

void AddHardest(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  std::vector<ProblemRow> hardest;
  for (const ProblemRow& row : findings.answers) {
    if (row.is_correct) hardest.push_back(row);
  }
  std::ranges::stable_sort(hardest, [](const ProblemRow& a, const ProblemRow& b) { return WorkOf(a) > WorkOf(b); });
  if (hardest.size() > kNumHardest) hardest.resize(kNumHardest);
  v1::Section& section = AddSection(plan, cell, "The hardest of the solved problems", report);
  v1::Table table;
  table.set_caption(
      "Table 3: those that took the most work; the paper's rows are its problems 162, 154, 163, 161 and 149");
  AddColumns(table, {"problem", "empty points", "states", "depth", "paper: empty points", "states", "depth"});
  for (int i = 0; i < static_cast<int>(hardest.size()); ++i) {
    const ProblemRow& each = hardest[i];
    v1::Row& row = *table.add_rows();
    *row.add_values() = TextValue(each.id);
    *row.add_values() = CountValue(each.empties);
    *row.add_values() = CountValue(each.nodes + each.states);
    *row.add_values() = CountValue(each.depth);
    for (const char* what : {"empties", "states", "depth"}) {
      *row.add_values() = PaperNumber(plan, cell, absl::StrCat("hardest_", i + 1, ".", what), 0);
    }
  }
  *section.add_blocks()->mutable_table() = std::move(table);
  const auto shown = std::ranges::find_if(hardest, [](const ProblemRow& row) { return !row.line.empty(); });
  if (shown != hardest.end()) *section.add_blocks()->mutable_figure() = LineFigure(*shown);
}

void AddExpansion(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  if (findings.thresholds.empty()) return;
  v1::Section& section = AddSection(plan, cell, "What the transposition table saves", report);
  v1::Table table;
  table.set_caption(absl::StrCat("Table 1: mean number of states after ",
                                 cell.experiment.tsumego().expansion().playouts(), " playouts a problem"));
  AddColumns(table, {"expansion threshold", "without table", "with table", "saved", "paper: without", "with"});
  for (const ThresholdRow& each : findings.thresholds) {
    const auto mean = [&](int64_t states) { return static_cast<double>(states) / static_cast<double>(each.problems); };
    v1::Row& row = *table.add_rows();
    *row.add_values() = CountValue(each.threshold);
    *row.add_values() = NumberValue(mean(each.states_without_table), 1);
    *row.add_values() = NumberValue(mean(each.states_with_table), 1);
    *row.add_values() = PercentValue(1 - static_cast<double>(each.states_with_table) /
                                             static_cast<double>(std::max<int64_t>(1, each.states_without_table)));
    *row.add_values() = PaperNumber(plan, cell, absl::StrCat("states_without_table.", each.threshold), 1);
    *row.add_values() = PaperNumber(plan, cell, absl::StrCat("states_with_table.", each.threshold), 1);
  }
  *section.add_blocks()->mutable_table() = std::move(table);
}

void AddPruning(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  int64_t planned = 0, saved = 0;
  for (const LevelRow& level : findings.levels) {
    planned += level.planned_playouts;
    saved += level.saved_playouts;
  }
  if (planned == 0) return;
  v1::Section& section = AddSection(plan, cell, "What pruning saves", report);
  section.add_blocks()->set_paragraph(
      absl::StrCat("The rule v_j > V/2 ended searches before ", saved, " of ", planned,
                   " planned playouts: no other first move could have had more visits than the one that was chosen."));
}

void AddFailures(const Plan& plan, const Cell& cell, const Findings& findings, v1::Report& report) {
  v1::Section& section = AddSection(plan, cell, "Failures", report);
  int num_failures = 0;
  for (const ProblemRow& row : findings.answers) {
    if (!row.error.empty()) section.add_blocks()->set_paragraph(absl::StrCat(row.id, ": ", row.error));
    if (!row.error.empty() || !row.is_graded || row.is_correct) continue;
    if (++num_failures <= kMaxFailures) *section.add_blocks()->mutable_figure() = FailureFigure(row);
    if (row.is_proven && row.value > 0) {
      section.add_blocks()->set_paragraph(
          absl::StrCat(row.id,
                       ": our answer is proven to work in the region that was found, so either that is too narrow or "
                       "the suite's answers are not all there are; our line is ",
                       row.line));
    }
  }
  if (num_failures > kMaxFailures) {
    section.add_blocks()->set_paragraph(
        absl::StrCat("and ", num_failures - kMaxFailures, " others, which the table `answers` has"));
  }
  if (section.blocks_size() == 0) section.add_blocks()->set_paragraph("None.");
}

}  // namespace

absl::StatusOr<v1::Report> TsumegoKind::MakeReport(const Plan& plan, TableSource& derived_tables) const {
  ABSL_ASSIGN_OR_RETURN(const std::vector<Findings> findings, ReadFindings(plan, derived_tables));
  v1::Report report = EmptyReport(plan.experiment);
  for (const Cell& cell : plan.cells) {
    AddLevels(plan, cell, findings[cell.index], report);
    AddHardest(plan, cell, findings[cell.index], report);
    AddExpansion(plan, cell, findings[cell.index], report);
    AddPruning(plan, cell, findings[cell.index], report);
    AddFailures(plan, cell, findings[cell.index], report);
  }
  return report;
}

}  // namespace tenuki
