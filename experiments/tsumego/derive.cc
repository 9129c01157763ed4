// From problems to counts by level, and from states to Table 1.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status_macros.h"
#include "experiments/tsumego/rows.h"
#include "experiments/tsumego/schema.h"
#include "experiments/tsumego/tsumego.h"

namespace tenuki {
namespace {

struct Answer {
  int64_t unit = 0;
  ProblemRow row;
};
// Of each cell, by unit.
using Answers = std::vector<std::vector<Answer>>;

absl::Status GiveAnswers(const Answers& answers, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(WithCell(*UnitSchema<ProblemRow>())));
  for (size_t cell = 0; cell < answers.size(); ++cell) {
    for (const Answer& answer : answers[cell]) {
      rows.Add(static_cast<int32_t>(cell));
      rows.Add(answer.unit);
      AddRow(answer.row, rows);
    }
  }
  return rows.Give(kAnswersTable, sink);
}

void Count(const ProblemRow& row, int64_t planned_playouts, LevelRow& level) {
  ++level.problems;
  level.errors += !row.error.empty();
  level.graded += row.is_graded;
  level.correct += row.is_correct;
  level.refuted += row.is_refuted;
  level.proven += row.is_proven;
  level.proven_correct += row.is_proven && row.is_correct;
  if (row.playouts > 0) level.planned_playouts += planned_playouts;
  level.saved_playouts += row.saved_playouts;
  if (!row.is_correct) return;
  const int64_t work = row.nodes + row.playouts;
  level.least_work = level.correct == 1 ? work : std::min(level.least_work, work);
  level.most_work = std::max(level.most_work, work);
  level.total_work += work;
}

// Levels in the order in which the suite has them; of each, life and death before tesuji.
absl::Status GiveLevels(const Plan& plan, const Answers& answers, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(DerivedSchema<LevelRow>()));
  for (const Cell& cell : plan.cells) {
    std::vector<LevelRow> levels;
    for (const Answer& answer : answers[cell.index]) {
      const auto same = [&](const LevelRow& level) {
        return level.level == answer.row.level && level.genre == answer.row.genre;
      };
      auto level = std::ranges::find_if(levels, same);
      if (level == levels.end()) {
        const auto after = [&](const LevelRow& each) { return each.level == answer.row.level; };
        auto place = std::find_if(levels.rbegin(), levels.rend(), after).base();
        if (place == levels.begin()) place = levels.end();
        level = levels.insert(place, {.level = answer.row.level, .genre = answer.row.genre});
      }
      Count(answer.row, cell.experiment.tsumego().monte_carlo().playouts(), *level);
    }
    for (const LevelRow& level : levels) {
      rows.Add(cell.index);
      AddRow(level, rows);
    }
  }
  return rows.Give(kLevelsTable, sink);
}

absl::Status GiveThresholds(const Plan& plan, TableSource& unit_tables, TableSink& sink) {
  // By cell, then threshold, the greatest first as the paper has it.
  std::map<std::tuple<int32_t, int32_t>, ThresholdRow> thresholds;
  ABSL_RETURN_IF_ERROR(ReadRows<ExpansionRow>(unit_tables, "expansion", *WithCell(*UnitSchema<ExpansionRow>()),
                                              plan.cells.size(), [&](int32_t cell, int64_t, const ExpansionRow& row) {
                                                ThresholdRow& sum = thresholds[{cell, -row.threshold}];
                                                sum.threshold = row.threshold;
                                                ++sum.problems;
                                                sum.states_without_table += row.states_without_table;
                                                sum.states_with_table += row.states_with_table;
                                                sum.playouts += row.playouts;
                                              }));
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(DerivedSchema<ThresholdRow>()));
  for (const auto& [key, row] : thresholds) {
    rows.Add(std::get<0>(key));
    AddRow(row, rows);
  }
  return rows.Give(kThresholdsTable, sink);
}

}  // namespace

absl::Status TsumegoKind::Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const {
  Answers answers(plan.cells.size());
  ABSL_RETURN_IF_ERROR(ReadRows<ProblemRow>(
      unit_tables, "problems", *WithCell(*UnitSchema<ProblemRow>()), plan.cells.size(),
      [&](int32_t cell, int64_t unit, const ProblemRow& row) { answers[cell].push_back({unit, row}); }));
  for (std::vector<Answer>& of_cell : answers) std::ranges::sort(of_cell, {}, &Answer::unit);
  ABSL_RETURN_IF_ERROR(GiveAnswers(answers, sink));
  ABSL_RETURN_IF_ERROR(GiveLevels(plan, answers, sink));
  return GiveThresholds(plan, unit_tables, sink);
}

}  // namespace tenuki
