// Where positions are undecided, by the scores of simulations (Graf et al. 2013; Pellegrino et al. 2009). README.md
// says what its units and tables are; analysis.proto what can be set.
#pragma once

#include "experiments/experiment.h"

namespace tenuki {

class AnalysisKind final : public Kind {
 public:
  std::string_view name() const override { return "analysis"; }
  int semantic_version() const override { return 1; }

  // plan.cc. No axis: it writes down what plays where the experiment does not say.
  absl::StatusOr<KindAxis> Expand(const v1::Experiment& experiment) const override;
  absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const override;
  // schema.cc
  const std::vector<TableDefinition>& unit_tables() const override;
  const std::vector<TableDefinition>& derived_tables() const override;
  // run.cc
  absl::Status Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const override;
  // derive.cc
  absl::Status Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const override;
  // report.cc
  absl::StatusOr<v1::Report> MakeReport(const Plan& plan, TableSource& derived_tables) const override;
};

}  // namespace tenuki
