// Rows of a small table, value by value: for derived tables, and for unit tables with few rows a unit.
//
//   ABSL_ASSIGN_OR_RETURN(TableRows rows, TableRows::Make(schema));
//   rows.Add(cell.index);                                    // the columns in their order, row after row
//   rows.Add("stones");
//   rows.Add(std::optional<double>());                       // null
//   ABSL_RETURN_IF_ERROR(rows.Give(/*table=*/0, sink));      // all rows as one batch
//
// REQUIRES: each value is of its column's type. One thread at a time.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/status_macros.h"
#include "absl/status/statusor.h"
#include "common/arrow_status.h"
#include "experiments/tables.h"

namespace tenuki {

class TableRows {
 public:
  static absl::StatusOr<TableRows> Make(const std::shared_ptr<arrow::Schema>& schema) {
    ABSL_ASSIGN_OR_RETURN(std::unique_ptr<arrow::RecordBatchBuilder> builder,
                          FromArrow(arrow::RecordBatchBuilder::Make(schema, arrow::default_memory_pool())));
    return TableRows(std::move(builder));
  }

  void Add(std::string_view text) { Append<arrow::StringBuilder>(text); }
  void Add(const char* text) { Add(std::string_view(text)); }
  void Add(bool value) { Append<arrow::BooleanBuilder>(value); }
  void Add(uint16_t number) { Append<arrow::UInt16Builder>(number); }
  void Add(int32_t number) { Append<arrow::Int32Builder>(number); }
  void Add(int64_t number) { Append<arrow::Int64Builder>(number); }
  void Add(uint64_t number) { Append<arrow::UInt64Builder>(number); }
  void Add(float number) { Append<arrow::FloatBuilder>(number); }
  void Add(double number) { Append<arrow::DoubleBuilder>(number); }
  void Add(const std::optional<double>& number) {
    if (number.has_value()) return Add(*number);
    status_.Update(FromArrow(Next<arrow::DoubleBuilder>().AppendNull()));
  }

  // After whole rows; further ones make a batch of their own. The first error of an Add, or the sink's.
  absl::Status Give(size_t table, TableSink& sink) {
    ABSL_RETURN_IF_ERROR(status_);
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(builder_->Flush()));
    return sink.Append(table, std::move(batch));
  }

 private:
  explicit TableRows(std::unique_ptr<arrow::RecordBatchBuilder> builder) : builder_(std::move(builder)) {}

  template <typename Builder>
  Builder& Next() {
    Builder& builder = *builder_->GetFieldAs<Builder>(column_);
    column_ = (column_ + 1) % builder_->num_fields();
    return builder;
  }
  template <typename Builder, typename T>
  void Append(const T& value) {
    status_.Update(FromArrow(Next<Builder>().Append(value)));
  }

  std::unique_ptr<arrow::RecordBatchBuilder> builder_;
  int column_ = 0;
  absl::Status status_;
};

}  // namespace tenuki
