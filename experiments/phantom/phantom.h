// Games of Phantom Go, everybody against everybody (Borsboom et al. 2007). README.md says what its units and tables
// are; phantom.proto what can be set.
#pragma once

#include "experiments/experiment.h"

namespace tenuki {

class PhantomKind final : public Kind {
 public:
  std::string_view name() const override { return "phantom"; }
  int semantic_version() const override { return 1; }

  // plan.cc
  absl::StatusOr<KindAxis> Expand(const v1::Experiment& experiment) const override;
  absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const override;
  bool IsDeterministic(const v1::Experiment& cell) const override;
  // schema.cc
  const std::vector<TableDefinition>& unit_tables() const override;
  const std::vector<TableDefinition>& derived_tables() const override;
  // run.cc
  absl::Status Run(const Cell& cell, UnitRange units, const RunContext& context, TableSink& sink) const override;
  // derive.cc
  absl::Status Derive(const Plan& plan, TableSource& unit_tables, TableSink& sink) const override;
  // report.cc
  absl::StatusOr<v1::Report> MakeReport(const Plan& plan, TableSource& derived_tables) const override;
  // game_records.cc
  absl::Status Export(const Plan& plan, Inputs& inputs, TableSource& unit_tables, WriteFile write) const override;
};

}  // namespace tenuki
