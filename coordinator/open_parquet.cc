#include <arrow/io/file.h>
#include <parquet/arrow/reader.h>
#include <parquet/properties.h>

#include <utility>

#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "common/file_system.h"
#include "coordinator/canonical_table.h"

namespace tenuki {
namespace {

// A reader of batches together with the reader of the file that it needs. Errors name the file.
class FileBatches final : public arrow::RecordBatchReader {
 public:
  static arrow::Result<std::shared_ptr<arrow::RecordBatchReader>> Open(const std::string& path) {
    ARROW_ASSIGN_OR_RAISE(auto input, arrow::io::ReadableFile::Open(path));
    parquet::ReaderProperties file_properties;
    file_properties.set_page_checksum_verification(true);
    // Column chunks are read as they are decoded; groups of foreign files may be large.
    file_properties.enable_buffered_stream();
    parquet::ArrowReaderProperties properties;
    // Would read all groups at once.
    properties.set_pre_buffer(false);
    properties.set_use_threads(false);
    properties.set_batch_size(CanonicalTableWriter::kRowsPerGroup);
    parquet::arrow::FileReaderBuilder builder;
    ARROW_RETURN_NOT_OK(builder.Open(std::move(input), file_properties));
    ARROW_ASSIGN_OR_RAISE(auto file, builder.properties(properties)->Build());
    ARROW_ASSIGN_OR_RAISE(auto batches, file->GetRecordBatchReader());
    return std::make_shared<FileBatches>(path, std::move(file), std::move(batches));
  }

  FileBatches(std::string path, std::unique_ptr<parquet::arrow::FileReader> file,
              std::unique_ptr<arrow::RecordBatchReader> batches)
      : path_(std::move(path)), file_(std::move(file)), batches_(std::move(batches)) {}

  std::shared_ptr<arrow::Schema> schema() const override { return batches_->schema(); }
  arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
    const arrow::Status status = batches_->ReadNext(batch);
    return status.ok() ? status : status.WithMessage(path_, ": ", status.message());
  }
  arrow::Status Close() override { return batches_->Close(); }

 private:
  const std::string path_;
  const std::unique_ptr<parquet::arrow::FileReader> file_;
  const std::unique_ptr<arrow::RecordBatchReader> batches_;
};

}  // namespace

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> OpenParquet(const std::string& path) {
  // For our code and text when the file cannot be opened.
  ABSL_RETURN_IF_ERROR(FileSystem::Real().OpenForRead(path).status());
  auto reader = FromArrow(FileBatches::Open(path));
  if (reader.ok()) return reader;
  return absl::Status(reader.status().code(), absl::StrCat(path, ": ", reader.status().message()));
}

}  // namespace tenuki
