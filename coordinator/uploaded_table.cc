#include "coordinator/uploaded_table.h"

#include <arrow/io/memory.h>
#include <arrow/ipc/reader.h>
#include <arrow/util/align_util.h>

#include <algorithm>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "experiments/table_digest.h"

namespace tenuki {
namespace {

void LookAtUnits(const arrow::RecordBatch& batch, UploadedRows& rows) {
  // Another schema is found by CheckUploadedRows.
  if (batch.num_columns() == 0 || !batch.schema()->field(0)->Equals(UnitField())) return;
  const auto& units = static_cast<const arrow::Int64Array&>(*batch.column(0));
  for (int64_t row = 0; row < units.length(); ++row) {
    // The largest number stands for itself and the one before: no cell has as many units.
    const int64_t unit = std::min(units.Value(row), INT64_MAX - 1);
    if (rows.units.empty()) {
      rows.units = {unit, unit + 1};
      rows.num_units = 1;
      continue;
    }
    if (unit < rows.units.end - 1) rows.is_ordered = false;
    if (unit >= rows.units.end) ++rows.num_units;
    rows.units = {std::min(rows.units.first, unit), std::max(rows.units.end, unit + 1)};
  }
}

}  // namespace

absl::StatusOr<UploadedRows> ReadUploadedRows(arrow::RecordBatchReader& reader,
                                              const std::function<absl::Status(const arrow::RecordBatch&)>& pass_on) {
  UploadedRows rows{.schema = reader.schema()};
  TableDigester digester(reader.schema());
  while (true) {
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<arrow::RecordBatch> batch, FromArrow(reader.Next()));
    if (batch == nullptr) break;
    // Messages put rows at any address.
    ABSL_ASSIGN_OR_RETURN(batch, FromArrow(arrow::util::EnsureAlignment(std::move(batch), arrow::util::kValueAlignment,
                                                                        arrow::default_memory_pool())));
    // Offsets and lengths inside the data are the sender's word until then.
    ABSL_RETURN_IF_ERROR(FromArrow(batch->ValidateFull()));
    ABSL_RETURN_IF_ERROR(digester.Add(*batch));
    LookAtUnits(*batch, rows);
    ABSL_RETURN_IF_ERROR(pass_on(*batch));
  }
  rows.num_rows = digester.num_rows();
  rows.digest = digester.Finish();
  return rows;
}

UploadedRows NoUploadedRows(const TableDefinition& table) {
  return {.schema = table.schema, .digest = TableDigester(table.schema).Finish()};
}

absl::StatusOr<UploadedRows> ReadUploadedIpc(std::string_view ipc) {
  auto source = std::make_shared<arrow::io::BufferReader>(std::make_shared<arrow::Buffer>(ipc));
  absl::StatusOr<std::shared_ptr<arrow::ipc::RecordBatchStreamReader>> reader =
      FromArrow(arrow::ipc::RecordBatchStreamReader::Open(std::move(source)));
  if (!reader.ok()) return absl::InvalidArgumentError(reader.status().message());
  absl::StatusOr<UploadedRows> rows = ReadUploadedRows(**reader);
  // The bytes are in memory: whatever is wrong is wrong with them.
  if (!rows.ok()) return absl::InvalidArgumentError(rows.status().message());
  return rows;
}

absl::Status CheckUploadedRows(const UploadedRows& rows, const TableDefinition& table, Interval units, bool each_unit,
                               const v1::TableUpload& upload) {
  const auto complain = [&](const auto&... what) {
    return absl::InvalidArgumentError(absl::StrCat("table '", table.name, "': ", what...));
  };
  if (!rows.schema->Equals(*table.schema)) {
    return complain("the rows have the schema\n", rows.schema->ToString(), "\nbut that table has\n",
                    table.schema->ToString());
  }
  if (!rows.units.empty() && (rows.units.first < units.first || rows.units.end > units.end)) {
    return complain("there are rows of the units ", rows.units.first, " to ", rows.units.end - 1, ", outside of ",
                    units.first, " to ", units.end - 1);
  }
  if (!rows.is_ordered) return complain("the rows are not in the order of units");
  if (each_unit && rows.num_units != units.size()) {
    return complain("there are rows of ", rows.num_units, " units, and ", units.size(), " were done");
  }
  if (rows.num_rows != upload.num_rows()) {
    return complain(rows.num_rows, " rows came, and ", upload.num_rows(), " were promised");
  }
  if (rows.digest.bytes() != upload.digest()) {
    return complain("the rows have the digest ", rows.digest.Short(), "…, and another was promised: they were changed ",
                    "on the way");
  }
  return absl::OkStatus();
}

}  // namespace tenuki
