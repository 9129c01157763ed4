#include "experiments/tsumego/schema.h"

#include <vector>

#include "experiments/tsumego/rows.h"
#include "experiments/tsumego/tsumego.h"

namespace tenuki {

const std::vector<TableDefinition>& TsumegoKind::unit_tables() const {
  static const std::vector<TableDefinition>& tables = *new std::vector<TableDefinition>{
      {"problems", UnitSchema<ProblemRow>()}, {"expansion", UnitSchema<ExpansionRow>()}};
  return tables;
}

const std::vector<TableDefinition>& TsumegoKind::derived_tables() const {
  static const std::vector<TableDefinition>& tables =
      *new std::vector<TableDefinition>{{"answers", WithCell(*UnitSchema<ProblemRow>())},
                                        {"levels", DerivedSchema<LevelRow>()},
                                        {"thresholds", DerivedSchema<ThresholdRow>()}};
  return tables;
}

}  // namespace tenuki
