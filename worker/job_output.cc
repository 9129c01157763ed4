#include "worker/job_output.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"

namespace tenuki {
JobOutput::Table::Table(const TableDefinition& definition, const SpillPlace& place)
    : definition(definition), digester(definition.schema), stream(std::make_unique<SpillableStream>(place)) {}

absl::Status JobOutput::Table::BeginStream() {
  if (writer != nullptr) return absl::OkStatus();
  ABSL_ASSIGN_OR_RETURN(writer, FromArrow(arrow::ipc::MakeStreamWriter(stream.get(), definition.schema)));
  return absl::OkStatus();
}

JobOutput::JobOutput(const std::vector<TableDefinition>& definitions, UnitRange units, SpillPlace place)
    : units_(units), place_(std::move(place)) {
  tables_.reserve(definitions.size());
  for (const TableDefinition& definition : definitions) tables_.emplace_back(definition, place_);
}

absl::Status JobOutput::Append(size_t table, std::shared_ptr<arrow::RecordBatch> batch) {
  CHECK_LT(table, tables_.size());
  if (status_.ok()) status_ = AppendTo(tables_[table], *batch);
  return status_;
}

absl::Status JobOutput::AppendTo(Table& table, const arrow::RecordBatch& batch) {
  if (batch.num_rows() == 0) return absl::OkStatus();
  ABSL_RETURN_IF_ERROR(table.digester.Add(batch));
  ABSL_RETURN_IF_ERROR(CheckOrder(table, batch));
  ABSL_RETURN_IF_ERROR(table.BeginStream());
  if (spilling_ && !table.stream->is_spilled()) {
    ABSL_RETURN_IF_ERROR(table.stream->Spill(table.definition.name));
  }
  ABSL_RETURN_IF_ERROR(FromArrow(table.writer->WriteRecordBatch(batch)));
  const auto units = std::static_pointer_cast<arrow::Int64Array>(batch.column(0));
  table.last_unit = units->Value(units->length() - 1);
  return !spilling_ && num_bytes_in_memory() > kMaxInlineBytes ? SpillTables() : absl::OkStatus();
}

absl::Status JobOutput::CheckOrder(const Table& table, const arrow::RecordBatch& batch) const {
  const auto units = std::static_pointer_cast<arrow::Int64Array>(batch.column(0));
  int64_t last = std::max(table.last_unit, units_.first);
  for (int64_t row = 0; row < units->length(); ++row) {
    const int64_t unit = units->Value(row);
    if (unit < last || unit >= units_.first + units_.count) {
      return absl::InternalError(absl::StrCat("the table '", table.definition.name, "' has a row of unit ", unit,
                                              " after unit ", last, " in a job of units ", units_.first, " to ",
                                              units_.first + units_.count - 1));
    }
    last = unit;
  }
  return absl::OkStatus();
}

absl::Status JobOutput::SpillTables() {
  spilling_ = true;
  for (Table& table : tables_) {
    if (table.writer == nullptr) continue;
    ABSL_RETURN_IF_ERROR(table.stream->Spill(table.definition.name));
  }
  return absl::OkStatus();
}

absl::Status JobOutput::CheckUnits(int64_t num_units) const {
  const int64_t last_unit = num_units == 0 ? -1 : units_.first + num_units - 1;
  for (const Table& table : tables_) {
    const bool is_first = &table == &tables_.front();
    if (is_first ? table.last_unit == last_unit : table.last_unit <= last_unit) continue;
    return absl::InternalError(absl::StrCat(num_units, " units from ", units_.first, " were counted, but the table '",
                                            table.definition.name, "' ends with unit ", table.last_unit));
  }
  return absl::OkStatus();
}

absl::StatusOr<JobTables> JobOutput::Finish() {
  CHECK_OK(status_);
  JobTables result;
  for (Table& table : tables_) {
    v1::TableUpload& upload = result.uploads.emplace_back();
    upload.set_name(table.definition.name);
    upload.set_num_rows(table.digester.num_rows());
    upload.set_digest(std::string(table.digester.Finish().bytes()));
    if (table.writer == nullptr) continue;  // there are no rows
    ABSL_RETURN_IF_ERROR(FromArrow(table.writer->Close()));
    if (!table.stream->is_spilled()) {
      upload.set_ipc(table.stream->TakeBytes());
      continue;
    }
    upload.set_staged(true);
    ABSL_ASSIGN_OR_RETURN(std::shared_ptr<SpilledTable> spilled, table.stream->FinishFile());
    result.spilled.push_back(std::move(spilled));
  }
  return result;
}

int64_t JobOutput::num_bytes_in_memory() const {
  int64_t bytes = 0;
  for (const Table& table : tables_) bytes += static_cast<int64_t>(table.stream->num_bytes_in_memory());
  return bytes;
}

}  // namespace tenuki
