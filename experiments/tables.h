// The tables that kinds write and read: their definitions, where rows go, and where they come from.
//
//   TableDefinition games = {"games", arrow::schema({UnitField(), arrow::field("plies", arrow::int32())})};
//
// A *unit table* has a row or more for each unit, and starts with the column `unit`; rows of a unit stand together, in
// the order in which the unit made them. What stores them adds the column `cell` in front, since a unit does not know
// its place in a sweep. A *derived table* is a pure function of unit tables, for readers that do not want every row.
//
// Interfaces are used by one thread at a time unless they say otherwise.
#pragma once

#include <arrow/api.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tenuki {

struct TableDefinition {
  // The file is named after it: <name>.parquet.
  std::string name;
  std::shared_ptr<arrow::Schema> schema;
};

// The first column of every unit table, and the column that is put before it in stored ones.
std::shared_ptr<arrow::Field> UnitField();
std::shared_ptr<arrow::Field> CellField();
// A unit table's schema as it is stored and read.
std::shared_ptr<arrow::Schema> WithCell(const arrow::Schema& unit_schema);

// Takes the rows of tables, in order.
class TableSink {
 public:
  virtual ~TableSink() = default;
  // REQUIRES: `table` is an index into the kind's definitions, and the batch has exactly that schema.
  virtual absl::Status Append(size_t table, std::shared_ptr<arrow::RecordBatch> batch) = 0;
};

// Gives stored tables back, batch by batch: a table may be larger than memory. Unit tables have the column `cell` in
// front. The order of rows is not to be relied on.
class TableSource {
 public:
  virtual ~TableSource() = default;
  // NOT_FOUND when there is no such table.
  virtual absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Open(std::string_view table) = 0;
};

// Calls `visit` with each batch of a table. INVALID_ARGUMENT when it does not have exactly that schema.
absl::Status ForEachBatch(TableSource& tables, std::string_view table, const arrow::Schema& schema,
                          absl::FunctionRef<absl::Status(const arrow::RecordBatch&)> visit);

// Tables in memory: for tests, and for derived tables, which are small.
class MemoryTables final : public TableSink, public TableSource {
 public:
  explicit MemoryTables(std::vector<TableDefinition> definitions);

  absl::Status Append(size_t table, std::shared_ptr<arrow::RecordBatch> batch) override;
  absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> Open(std::string_view table) override;

  const std::vector<TableDefinition>& definitions() const { return definitions_; }
  // All rows of a table, as one. REQUIRES: `table` is an index into the definitions.
  std::shared_ptr<arrow::Table> Rows(size_t table) const;

 private:
  std::vector<TableDefinition> definitions_;
  std::vector<std::vector<std::shared_ptr<arrow::RecordBatch>>> batches_;
};

}  // namespace tenuki
