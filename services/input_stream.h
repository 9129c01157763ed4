// An input on its way over Flight: the bytes of the serialized InputFiles, in rows of chunks.
//
//   InputChunks chunks(std::move(file));                        // the sending side: a RecordBatchReader
//   ABSL_ASSIGN_OR_RETURN(v1::InputFiles input, CollectInput(chunks));
//
// Readers belong to one thread.
#pragma once

#include <arrow/api.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "common/file_system.h"
#include "tenuki/v1/input.pb.h"

namespace tenuki {

std::shared_ptr<arrow::Schema> InputChunkSchema();

class InputChunks final : public arrow::RecordBatchReader {
 public:
  explicit InputChunks(std::unique_ptr<ReadFile> file) : file_(std::move(file)) {}
  explicit InputChunks(const v1::InputFiles& input);

  std::shared_ptr<arrow::Schema> schema() const override { return InputChunkSchema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override;

 private:
  const std::unique_ptr<ReadFile> file_;
  int64_t offset_ = 0;
};

// INVALID_ARGUMENT when the rows are none of an input, or it is larger than it may be; else what the reader says, by
// way of FromFlight.
absl::StatusOr<v1::InputFiles> CollectInput(arrow::RecordBatchReader& chunks);

}  // namespace tenuki
