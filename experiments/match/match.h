// Games between two players, and tournaments of them. README.md says what its units and tables are; match.proto what
// can be set.
#pragma once

#include "experiments/experiment.h"

namespace tenuki {

class MatchKind final : public Kind {
 public:
  std::string_view name() const override { return "match"; }
  int semantic_version() const override { return 4; }

  // pairings.cc
  absl::StatusOr<KindAxis> Expand(const v1::Experiment& experiment) const override;
  // plan.cc
  absl::StatusOr<int64_t> PlanCell(const v1::Experiment& cell, Inputs& inputs) const override;
  // stop_rule.cc
  std::unique_ptr<StopRule> MakeStopRule(const v1::Experiment& cell) const override;
  // schema.cc
  const std::vector<TableDefinition>& unit_tables() const override;
  const std::vector<TableDefinition>& derived_tables() const override;
  // plan.cc
  bool IsDeterministic(const v1::Experiment& cell) const override;
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
