// Canonical Parquet: the same rows give the same bytes, however they were batched on their way here.
//
//   ABSL_ASSIGN_OR_RETURN(auto writer, CanonicalTableWriter::Open("results/x/games.parquet", schema));
//   ABSL_RETURN_IF_ERROR(writer->Append(batch));           // batches of any size, in canonical order
//   ABSL_ASSIGN_OR_RETURN(Digest digest, writer->Close()); // now the file is there, complete and durable
//
// Parquet's bytes depend on how rows were batched when they were written, so rows are cut anew into row groups of
// kRowsPerGroup. Memory holds one group, never the table. Until Close the file has a temporary name beside its final one;
// a writer that is destroyed before leaves nothing.
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "common/digest.h"

namespace tenuki {

class CanonicalTableWriter {
 public:
  static constexpr int64_t kRowsPerGroup = 64 << 10;

  static absl::StatusOr<std::unique_ptr<CanonicalTableWriter>> Open(const std::string& path,
                                                                    std::shared_ptr<arrow::Schema> schema);
  ~CanonicalTableWriter();

  absl::Status Append(std::shared_ptr<arrow::RecordBatch> batch);
  // The digest of all rows (table_digest.h).
  absl::StatusOr<Digest> Close();

  struct State;
 private:
  explicit CanonicalTableWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The rows of a Parquet file, batch by batch.
absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> OpenParquet(const std::string& path);

}  // namespace tenuki
