// Which positions of a collection of games are alike (Gragera 2015). README.md says what its units and tables are;
// similarity.proto what can be set.
#pragma once

#include "experiments/experiment.h"

namespace tenuki {

class SimilarityKind final : public Kind {
 public:
  std::string_view name() const override { return "similarity"; }
  int semantic_version() const override { return 1; }

  // plan.cc
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
