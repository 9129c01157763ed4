// Rows of schema.h's tables to Arrow and back.
//
//   ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(UnitSchema<ProblemRow>()));
//   AddRow(unit, row, rows);
//   ABSL_RETURN_IF_ERROR(ReadRows<ProblemRow>(tables, "problems", schema, /*num_keys=*/2, [&](auto keys, row) { … }));
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "experiments/table_rows.h"
#include "experiments/tables.h"

namespace tenuki {

namespace tsumego_rows_internal {

inline std::shared_ptr<arrow::DataType> TypeOf(const std::string&) { return arrow::utf8(); }
inline std::shared_ptr<arrow::DataType> TypeOf(bool) { return arrow::boolean(); }
inline std::shared_ptr<arrow::DataType> TypeOf(int32_t) { return arrow::int32(); }
inline std::shared_ptr<arrow::DataType> TypeOf(int64_t) { return arrow::int64(); }
inline std::shared_ptr<arrow::DataType> TypeOf(double) { return arrow::float64(); }

inline void Read(const arrow::Array& column, int64_t row, std::string& value) {
  value = static_cast<const arrow::StringArray&>(column).GetString(row);
}
inline void Read(const arrow::Array& column, int64_t row, bool& value) {
  value = static_cast<const arrow::BooleanArray&>(column).Value(row);
}
inline void Read(const arrow::Array& column, int64_t row, int32_t& value) {
  value = static_cast<const arrow::Int32Array&>(column).Value(row);
}
inline void Read(const arrow::Array& column, int64_t row, int64_t& value) {
  value = static_cast<const arrow::Int64Array&>(column).Value(row);
}
inline void Read(const arrow::Array& column, int64_t row, double& value) {
  value = static_cast<const arrow::DoubleArray&>(column).Value(row);
}

template <typename Row>
std::shared_ptr<arrow::Schema> SchemaWith(std::shared_ptr<arrow::Field> key) {
  arrow::FieldVector fields = {std::move(key)};
  const Row row;
  Row::Columns(row, [&](const char* name, const auto& value) {
    fields.push_back(arrow::field(name, TypeOf(value), /*nullable=*/false));
  });
  return arrow::schema(std::move(fields));
}

}  // namespace tsumego_rows_internal

// Of a unit table, and of a derived one, which start with the unit and with the cell.
template <typename Row>
std::shared_ptr<arrow::Schema> UnitSchema() {
  return tsumego_rows_internal::SchemaWith<Row>(UnitField());
}
template <typename Row>
std::shared_ptr<arrow::Schema> DerivedSchema() {
  return tsumego_rows_internal::SchemaWith<Row>(CellField());
}

// The row's values, after those of the keys that the caller has added.
template <typename Row>
void AddRow(const Row& row, TableRows& rows) {
  Row::Columns(row, [&](const char*, const auto& value) { rows.Add(value); });
}

// Calls `visit` with the cell, the unit (0 where the table has none) and the row. INVALID_ARGUMENT when a row is of no
// cell of the plan.
template <typename Row>
absl::Status ReadRows(TableSource& tables, const char* table, const arrow::Schema& schema, size_t num_cells,
                      absl::FunctionRef<void(int32_t cell, int64_t unit, const Row& row)> visit) {
  const bool has_unit = schema.GetFieldIndex("unit") == 1;
  return ForEachBatch(tables, table, schema, [&](const arrow::RecordBatch& batch) -> absl::Status {
    for (int64_t i = 0; i < batch.num_rows(); ++i) {
      int32_t cell = 0;
      int64_t unit = 0;
      tsumego_rows_internal::Read(*batch.column(0), i, cell);
      if (has_unit) tsumego_rows_internal::Read(*batch.column(1), i, unit);
      if (cell < 0 || static_cast<size_t>(cell) >= num_cells) {
        return absl::InvalidArgumentError(std::string(table) + ": the plan has no cell " + std::to_string(cell));
      }
      Row row;
      int column = has_unit ? 2 : 1;
      Row::Columns(row,
                   [&](const char*, auto& value) { tsumego_rows_internal::Read(*batch.column(column++), i, value); });
      visit(cell, unit, row);
    }
    return absl::OkStatus();
  });
}

}  // namespace tenuki
