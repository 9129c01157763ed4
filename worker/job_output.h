// The rows of an attempt, gathered for the coordinator: each table as an Arrow IPC stream with the digest of its rows.
//
//   JobOutput output(kind.unit_tables(), units, place);                       // a TableSink
//   ABSL_RETURN_IF_ERROR(kind.Run(cell, units, context, output));
//   ABSL_RETURN_IF_ERROR(output.CheckUnits(num_units_done));
//   ABSL_ASSIGN_OR_RETURN(JobTables tables, output.Finish());
//
// When the tables together pass kMaxInlineBytes, those that have rows move to files, so that memory stays bounded
// however large they grow. Those are to be staged; the others ride in FinishJob.
//
// One thread at a time.
#pragma once

#include <arrow/ipc/writer.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "experiments/experiment.h"
#include "experiments/table_digest.h"
#include "experiments/tables.h"
#include "tenuki/v1/job.pb.h"
#include "worker/spilled_table.h"

namespace tenuki {

struct JobTables {
  // One for each table of the kind, in its order.
  std::vector<v1::TableUpload> uploads;
  // The rows of those that are to be staged.
  std::vector<std::shared_ptr<SpilledTable>> spilled;
};

class JobOutput final : public TableSink {
 public:
  // What FinishJob carries at most in rows.
  static constexpr int64_t kMaxInlineBytes = 4 << 20;

  // REQUIRES: `definitions` are those of unit tables, and outlive the object.
  JobOutput(const std::vector<TableDefinition>& definitions, UnitRange units, SpillPlace place);
  JobOutput(const JobOutput&) = delete;
  JobOutput& operator=(const JobOutput&) = delete;

  // Nothing can be added after an error.
  absl::Status Append(size_t table, std::shared_ptr<arrow::RecordBatch> batch) override;
  // The first error of Append.
  const absl::Status& status() const { return status_; }

  // Whether the rows are those of the first `num_units` units of the range, as Kind::Run promises; INTERNAL otherwise.
  absl::Status CheckUnits(int64_t num_units) const;
  // REQUIRES: status() is OK. To be called once.
  absl::StatusOr<JobTables> Finish();

  int64_t num_bytes_in_memory() const;

 private:
  struct Table {
    Table(const TableDefinition& definition, const SpillPlace& place);
    absl::Status BeginStream();

    const TableDefinition& definition;
    TableDigester digester;
    std::unique_ptr<SpillableStream> stream;
    // Made with the first rows, or at the end.
    std::shared_ptr<arrow::ipc::RecordBatchWriter> writer;
    // Of the last row.
    int64_t last_unit = -1;
  };

  absl::Status AppendTo(Table& table, const arrow::RecordBatch& batch);
  absl::Status CheckOrder(const Table& table, const arrow::RecordBatch& batch) const;
  absl::Status SpillTables();

  const UnitRange units_;
  const SpillPlace place_;
  std::vector<Table> tables_;
  bool spilling_ = false;
  absl::Status status_;
};

}  // namespace tenuki
