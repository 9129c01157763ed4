// Rows that came over the wire, looked at before they are let in: schema, units, digest.
//
//   ABSL_ASSIGN_OR_RETURN(UploadedRows rows, ReadUploadedRows(*reader));
//   ABSL_RETURN_IF_ERROR(CheckUploadedRows(rows, definition, units, each_unit, upload));
//
// Pure functions: no thread rules.
#pragma once

#include <arrow/api.h>

#include <functional>
#include <memory>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/digest.h"
#include "coordinator/interval_set.h"
#include "experiments/tables.h"
#include "tenuki/v1/job.pb.h"

namespace tenuki {

// What was seen of a table's rows while they passed.
struct UploadedRows {
  std::shared_ptr<arrow::Schema> schema;
  int64_t num_rows = 0;
  Digest digest;
  // From the first to the last unit that has a row; empty without rows.
  Interval units;
  // How many units have rows. Means nothing unless they are ordered.
  int64_t num_units = 0;
  // Rows stand in the order of units.
  bool is_ordered = true;
};

// Reads all batches, and gives each to `pass_on`. INVALID_ARGUMENT for what is no valid Arrow data.
absl::StatusOr<UploadedRows> ReadUploadedRows(
    arrow::RecordBatchReader& reader, const std::function<absl::Status(const arrow::RecordBatch&)>& pass_on =
                                          [](const arrow::RecordBatch&) { return absl::OkStatus(); });
// The same from the bytes of an Arrow IPC stream.
absl::StatusOr<UploadedRows> ReadUploadedIpc(std::string_view ipc);

// Of a table that was sent without rows.
UploadedRows NoUploadedRows(const TableDefinition& table);

// INVALID_ARGUMENT unless the rows have the table's schema, belong to `units`, stand in order, and are the ones that
// the upload promised; and, where `each_unit` is set, unless each of the units has one.
absl::Status CheckUploadedRows(const UploadedRows& rows, const TableDefinition& table, Interval units, bool each_unit,
                               const v1::TableUpload& upload);

}  // namespace tenuki
