// All units of a plan, run here and now, as a coordinator would store them: for tests of what comes after.
//
//   MemoryTables unit_tables = StoredRowsOf(plan, inputs);
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <vector>

#include "absl/log/check.h"
#include "experiments/experiment.h"
#include "experiments/registry.h"

namespace tenuki {

inline MemoryTables StoredRowsOf(const Plan& plan, Inputs& inputs = Inputs::None()) {
  const Kind& kind = KindOf(plan.experiment);
  std::vector<TableDefinition> definitions;
  for (const TableDefinition& table : kind.unit_tables()) definitions.push_back({table.name, WithCell(*table.schema)});
  MemoryTables stored(definitions);
  for (const Cell& cell : plan.cells) {
    MemoryTables rows(kind.unit_tables());
    CHECK_OK(kind.Run(cell, {0, cell.num_units}, {.inputs = inputs}, rows));
    for (size_t i = 0; i < definitions.size(); ++i) {
      const auto batch = rows.Rows(i)->CombineChunksToBatch().ValueOrDie();
      const auto cells = arrow::MakeArrayFromScalar(arrow::Int32Scalar(cell.index), batch->num_rows()).ValueOrDie();
      CHECK_OK(stored.Append(i, batch->AddColumn(0, CellField(), cells).ValueOrDie()));
    }
  }
  return stored;
}

}  // namespace tenuki
