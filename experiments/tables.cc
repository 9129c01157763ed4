#include "experiments/tables.h"

#include <algorithm>
#include <utility>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"

namespace tenuki {

std::shared_ptr<arrow::Field> UnitField() { return arrow::field("unit", arrow::int64(), /*nullable=*/false); }

std::shared_ptr<arrow::Field> CellField() { return arrow::field("cell", arrow::int32(), /*nullable=*/false); }

std::shared_ptr<arrow::Schema> WithCell(const arrow::Schema& unit_schema) {
  arrow::FieldVector fields = unit_schema.fields();
  fields.insert(fields.begin(), CellField());
  return arrow::schema(std::move(fields));
}

absl::Status ForEachBatch(TableSource& tables, std::string_view table, const arrow::Schema& schema,
                          absl::FunctionRef<absl::Status(const arrow::RecordBatch&)> visit) {
  ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatchReader> rows, tables.Open(table));
  if (!rows->schema()->Equals(schema)) {
    return absl::InvalidArgumentError(absl::StrCat(table, ": the table has the schema\n", rows->schema()->ToString()));
  }
  while (true) {
    ABSL_ASSIGN_OR_RETURN(const std::shared_ptr<arrow::RecordBatch> batch, FromArrow(rows->Next()));
    if (batch == nullptr) return absl::OkStatus();
    ABSL_RETURN_IF_ERROR(visit(*batch));
  }
}

MemoryTables::MemoryTables(std::vector<TableDefinition> definitions)
    : definitions_(std::move(definitions)), batches_(definitions_.size()) {}

absl::Status MemoryTables::Append(size_t table, std::shared_ptr<arrow::RecordBatch> batch) {
  CHECK_LT(table, definitions_.size());
  if (!batch->schema()->Equals(*definitions_[table].schema)) {
    return absl::InvalidArgumentError(absl::StrCat("a batch for the table '", definitions_[table].name,
                                                   "' has the schema\n", batch->schema()->ToString(),
                                                   "\nbut that table has\n", definitions_[table].schema->ToString()));
  }
  batches_[table].push_back(std::move(batch));
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> MemoryTables::Open(std::string_view table) {
  const auto found = std::ranges::find(definitions_, table, &TableDefinition::name);
  if (found == definitions_.end()) return absl::NotFoundError(absl::StrCat("there is no table '", table, "'"));
  return FromArrow(arrow::RecordBatchReader::Make(batches_[found - definitions_.begin()], found->schema));
}

std::shared_ptr<arrow::Table> MemoryTables::Rows(size_t table) const {
  CHECK_LT(table, definitions_.size());
  return arrow::Table::FromRecordBatches(definitions_[table].schema, batches_[table]).ValueOrDie();
}

}  // namespace tenuki
