// Solves problems, and writes what became of each.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "engine/tsumego/solver.h"
#include "experiments/tsumego/rows.h"
#include "experiments/tsumego/schema.h"
#include "experiments/tsumego/solve_unit.h"
#include "experiments/tsumego/suite.h"
#include "experiments/tsumego/tsumego.h"

namespace tenuki {
namespace {

absl::Status GiveProblem(int64_t unit, const ProblemRow& row, TableSink& sink) {
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(UnitSchema<ProblemRow>()));
  rows.Add(unit);
  AddRow(row, rows);
  return rows.Give(kProblemsTable, sink);
}

absl::Status GiveExpansion(int64_t unit, const std::vector<ExpansionRow>& study, TableSink& sink) {
  if (study.empty()) return absl::OkStatus();
  ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(UnitSchema<ExpansionRow>()));
  for (const ExpansionRow& row : study) {
    rows.Add(unit);
    AddRow(row, rows);
  }
  return rows.Give(kExpansionTable, sink);
}

}  // namespace

absl::Status TsumegoKind::Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<const Suite> suite, SuiteOf(cell.experiment, context.inputs));
  for (int64_t unit = units.first; unit < units.first + units.count; ++unit) {
    const absl::Time start = context.clock.Now();
    const SolvedUnit solved = SolveUnit(suite->problems[unit], cell.experiment.tsumego(), UnitSeed(cell.digest, unit),
                                        [&] { return context.clock.Now() - start; });
    context.note_time("problem", context.clock.Now() - start);
    ABSL_RETURN_IF_ERROR(GiveProblem(unit, solved.problem, sink));
    ABSL_RETURN_IF_ERROR(GiveExpansion(unit, solved.expansion, sink));
    if (!context.unit_done(unit)) return absl::AbortedError(absl::StrCat("stopped after unit ", unit));
  }
  return absl::OkStatus();
}

}  // namespace tenuki
