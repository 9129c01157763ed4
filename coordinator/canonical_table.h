// Canonical Parquet: the same rows give the same bytes, however they were batched on their way here.
//
//   ABSL_ASSIGN_OR_RETURN(auto writer, CanonicalTableWriter::Open("results/x/games.parquet", schema));
//   ABSL_RETURN_IF_ERROR(writer->Append(batch));           // batches of any size, in canonical order
//   ABSL_ASSIGN_OR_RETURN(Digest digest, writer->Close()); // now the file is there, complete and durable
//
// Parquet's bytes depend on how rows were batched when they were written, so rows are cut anew into row groups of
// kRowsPerGroup. Memory holds one group, never the table. Until Close the file has a temporary name beside its final
// one; a writer that is destroyed before leaves nothing. Metadata of schema and columns are not written.
//
// One thread at a time, and one writer of a path.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/digest.h"
#include "common/file_system.h"

namespace tenuki {

class CanonicalTableWriter {
 public:
  static constexpr int64_t kRowsPerGroup = 64 << 10;

  // The folder must be there. INVALID_ARGUMENT for a type that has no digest. `files` must outlive the writer.
  static absl::StatusOr<std::unique_ptr<CanonicalTableWriter>> Open(const std::string& path,
                                                                    std::shared_ptr<arrow::Schema> schema,
                                                                    FileSystem& files = FileSystem::Real());
  ~CanonicalTableWriter();

  // INVALID_ARGUMENT when the batch has other columns: nothing of it is taken. After an error of the file every call
  // returns it again. REQUIRES: the batch is valid, and Close was not called.
  absl::Status Append(const std::shared_ptr<arrow::RecordBatch>& batch);
  // The digest of all rows (table_digest.h). After an error what was at the path before is still
  // there; only when the folder cannot be synchronised it may be the one or the other.
  absl::StatusOr<Digest> Close();

 private:
  struct State;
  explicit CanonicalTableWriter(std::unique_ptr<State> state);

  absl::Status AppendRows(const arrow::RecordBatch& batch);
  absl::Status WriteGroup();
  absl::Status Finish();

  std::unique_ptr<State> state_;
};

// The rows of a Parquet file, batch by batch, in memory for one batch. NOT_FOUND; INVALID_ARGUMENT when it is not
// Parquet. A damaged page is an error of the read.
absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> OpenParquet(const std::string& path);

}  // namespace tenuki
