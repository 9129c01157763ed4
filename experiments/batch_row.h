// Rows of a small table, read value by value: the other way round of table_rows.h.
//
//   ABSL_RETURN_IF_ERROR(ForEachRow(tables, "overview", *OverviewSchema(), [&](const BatchRow& row) {
//     counts[row.Text(kOverviewItem)] = row.Int64(kOverviewCount);
//     return absl::OkStatus();
//   }));
//
// REQUIRES: each column is asked for as its type. One thread at a time.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "experiments/tables.h"

namespace tenuki {

class BatchRow {
 public:
  BatchRow(const arrow::RecordBatch& batch, int64_t row) : batch_(batch), row_(row) {}

  std::string Text(int column) const { return Of<arrow::StringArray>(column).GetString(row_); }
  bool Bool(int column) const { return Of<arrow::BooleanArray>(column).Value(row_); }
  int32_t Int32(int column) const { return Of<arrow::Int32Array>(column).Value(row_); }
  int64_t Int64(int column) const { return Of<arrow::Int64Array>(column).Value(row_); }
  int UInt16(int column) const { return Of<arrow::UInt16Array>(column).Value(row_); }
  float Float(int column) const { return Of<arrow::FloatArray>(column).Value(row_); }
  double Double(int column) const { return Of<arrow::DoubleArray>(column).Value(row_); }
  std::optional<double> OptionalDouble(int column) const {
    const auto& array = Of<arrow::DoubleArray>(column);
    return array.IsNull(row_) ? std::nullopt : std::optional<double>(array.Value(row_));
  }

 private:
  template <typename Array>
  const Array& Of(int column) const {
    return static_cast<const Array&>(*batch_.column(column));
  }

  const arrow::RecordBatch& batch_;
  const int64_t row_;
};

// As ForEachBatch, a row at a time.
inline absl::Status ForEachRow(TableSource& tables, std::string_view table, const arrow::Schema& schema,
                               absl::FunctionRef<absl::Status(const BatchRow&)> visit) {
  return ForEachBatch(tables, table, schema, [&](const arrow::RecordBatch& batch) -> absl::Status {
    for (int64_t i = 0; i < batch.num_rows(); ++i) ABSL_RETURN_IF_ERROR(visit(BatchRow(batch, i)));
    return absl::OkStatus();
  });
}

}  // namespace tenuki
