// The digest of a table's rows, however they were batched: what a worker promises to send, what `tenuki digest` prints,
// and what tells whether two runs gave the same.
//
//   TableDigester digester(schema);
//   ABSL_RETURN_IF_ERROR(digester.Add(*batch));
//   Digest digest = digester.Finish();
//
// It covers names, types and nullability of the columns, the number of rows, and every value, with nulls apart from
// values; not metadata, batch boundaries, or what bytes lie under a null. Floating point counts by its bits.
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "common/digest.h"

namespace tenuki {

class ColumnDigester;

class TableDigester {
 public:
  explicit TableDigester(std::shared_ptr<arrow::Schema> schema);
  ~TableDigester();
  TableDigester(TableDigester&&) noexcept;
  TableDigester& operator=(TableDigester&&) noexcept;

  // INVALID_ARGUMENT when the batch has another schema, or a type that has no digest.
  // REQUIRES: the batch is valid. One that came over a network has to pass ValidateFull first.
  absl::Status Add(const arrow::RecordBatch& batch);
  int64_t num_rows() const { return num_rows_; }
  // Of all rows that were added. The digester is empty again afterwards.
  Digest Finish();

 private:
  std::shared_ptr<arrow::Schema> schema_;
  // Null for a type that has none.
  std::vector<std::unique_ptr<ColumnDigester>> columns_;
  int64_t num_rows_ = 0;
};

}  // namespace tenuki
