#include "coordinator/canonical_table.h"

#include <arrow/io/interfaces.h>
#include <arrow/util/compression.h>
#include <parquet/arrow/writer.h>
#include <parquet/properties.h>

#include <algorithm>
#include <utility>

#include "absl/log/check.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "experiments/table_digest.h"

namespace tenuki {
namespace {

// Our files for Arrow. It remembers the first error, whose code Arrow's statuses cannot carry.
class FileOutput final : public arrow::io::OutputStream {
 public:
  explicit FileOutput(std::unique_ptr<AppendFile> file) : file_(std::move(file)) {}

  arrow::Status Write(const void* bytes, int64_t size) override {
    failure_.Update(file_->Append(std::string_view(static_cast<const char*>(bytes), size)));
    return failure_.ok() ? arrow::Status::OK() : arrow::Status::IOError(failure_.message());
  }
  arrow::Result<int64_t> Tell() const override { return file_->size(); }
  // Parquet closes its output; when the file ends is the writer's matter.
  arrow::Status Close() override { return arrow::Status::OK(); }
  bool closed() const override { return false; }

  const absl::Status& failure() const { return failure_; }
  absl::Status Sync() { return file_->Sync(); }

 private:
  const std::unique_ptr<AppendFile> file_;
  absl::Status failure_;
};

std::shared_ptr<arrow::Schema> WithoutMetadata(const arrow::Schema& schema) {
  arrow::FieldVector fields;
  for (const std::shared_ptr<arrow::Field>& field : schema.fields()) fields.push_back(field->RemoveMetadata());
  return arrow::schema(std::move(fields));
}

// All of Parquet's choices that reach the bytes, and are not what it does for everyone.
std::shared_ptr<parquet::WriterProperties> FileProperties() {
  parquet::WriterProperties::Builder builder;
  if (arrow::util::Codec::IsAvailable(arrow::Compression::ZSTD)) {
    builder.compression(arrow::Compression::ZSTD)->compression_level(3);
  } else {
    builder.compression(arrow::Compression::SNAPPY);
  }
  builder.max_row_group_length(CanonicalTableWriter::kRowsPerGroup)
      ->enable_dictionary()
      ->enable_statistics()
      ->enable_page_checksum();
  return builder.build();
}

// With Arrow's schema in the file all types come back as they were.
std::shared_ptr<parquet::ArrowWriterProperties> ArrowProperties() {
  return parquet::ArrowWriterProperties::Builder().store_schema()->set_use_threads(false)->build();
}

}  // namespace

struct CanonicalTableWriter::State {
  FileSystem& files;
  std::string path;
  std::string temporary_path;
  std::shared_ptr<arrow::Schema> schema;
  TableDigester digester;
  std::shared_ptr<FileOutput> output;
  // The rows of the next group. Copied, so that a group does not hold the memory of the batches that it came from, and
  // does not show where they ended.
  std::unique_ptr<arrow::RecordBatchBuilder> group;
  int64_t group_rows = 0;
  // Null once the file is closed.
  std::unique_ptr<parquet::arrow::FileWriter> writer;
  absl::Status failure;

  // The file's own error rather than what Arrow made of it.
  absl::Status Bridge(const arrow::Status& status) const {
    if (status.ok()) return absl::OkStatus();
    if (!output->failure().ok()) return output->failure();
    const absl::Status bridged = FromArrow(status);
    return absl::Status(bridged.code(), absl::StrCat(path, ": ", bridged.message()));
  }
};

absl::StatusOr<std::unique_ptr<CanonicalTableWriter>> CanonicalTableWriter::Open(const std::string& path,
                                                                                 std::shared_ptr<arrow::Schema> schema,
                                                                                 FileSystem& files) {
  schema = WithoutMetadata(*schema);
  TableDigester digester(schema);
  ABSL_ASSIGN_OR_RETURN(const auto no_rows, FromArrow(arrow::RecordBatch::MakeEmpty(schema)));
  ABSL_RETURN_IF_ERROR(digester.Add(*no_rows));
  ABSL_ASSIGN_OR_RETURN(auto group, FromArrow(arrow::RecordBatchBuilder::Make(schema, arrow::default_memory_pool())));

  const std::string temporary_path = absl::StrCat(path, ".tmp");
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<AppendFile> file, files.OpenForAppend(temporary_path));
  // A crash may have left one.
  absl::Status emptied = file->Truncate(0);
  // From here on the destructor removes the file.
  std::unique_ptr<CanonicalTableWriter> table(new CanonicalTableWriter(std::make_unique<State>(State{
      .files = files,
      .path = path,
      .temporary_path = temporary_path,
      .schema = schema,
      .digester = std::move(digester),
      .output = std::make_shared<FileOutput>(std::move(file)),
      .group = std::move(group),
      .writer = nullptr,
      .failure = absl::OkStatus(),
  })));
  ABSL_RETURN_IF_ERROR(emptied);
  State& state = *table->state_;
  auto writer = parquet::arrow::FileWriter::Open(*schema, arrow::default_memory_pool(), state.output, FileProperties(),
                                                 ArrowProperties());
  ABSL_RETURN_IF_ERROR(state.Bridge(writer.status()));
  state.writer = std::move(writer).ValueUnsafe();
  return table;
}

CanonicalTableWriter::CanonicalTableWriter(std::unique_ptr<State> state) : state_(std::move(state)) {}

CanonicalTableWriter::~CanonicalTableWriter() {
  if (state_->temporary_path.empty()) return;
  // Parquet's destructor would write to the file once more.
  state_->writer.reset();
  state_->output.reset();
  state_->files.Remove(state_->temporary_path).IgnoreError();
}

absl::Status CanonicalTableWriter::Append(const std::shared_ptr<arrow::RecordBatch>& batch) {
  ABSL_RETURN_IF_ERROR(state_->failure);
  CHECK(state_->writer != nullptr) << state_->path << " was closed";
  if (!batch->schema()->Equals(*state_->schema, /*check_metadata=*/false)) {
    return absl::InvalidArgumentError(absl::StrCat(state_->path, ": rows have the columns\n",
                                                   batch->schema()->ToString(), "\nwhere the table has\n",
                                                   state_->schema->ToString()));
  }
  state_->failure = AppendRows(*batch);
  return state_->failure;
}

absl::Status CanonicalTableWriter::AppendRows(const arrow::RecordBatch& batch) {
  for (int64_t row = 0; row < batch.num_rows();) {
    const int64_t count = std::min(batch.num_rows() - row, kRowsPerGroup - state_->group_rows);
    for (int i = 0; i < batch.num_columns(); ++i) {
      ABSL_RETURN_IF_ERROR(
          state_->Bridge(state_->group->GetField(i)->AppendArraySlice(*batch.column_data(i), row, count)));
    }
    row += count;
    state_->group_rows += count;
    if (state_->group_rows == kRowsPerGroup) {
      ABSL_RETURN_IF_ERROR(WriteGroup());
    }
  }
  return absl::OkStatus();
}

absl::Status CanonicalTableWriter::WriteGroup() {
  auto rows = state_->group->Flush();
  ABSL_RETURN_IF_ERROR(state_->Bridge(rows.status()));
  state_->group_rows = 0;
  ABSL_RETURN_IF_ERROR(state_->digester.Add(**rows));
  auto table = arrow::Table::FromRecordBatches(state_->schema, {*rows});
  ABSL_RETURN_IF_ERROR(state_->Bridge(table.status()));
  return state_->Bridge(state_->writer->WriteTable(**table, kRowsPerGroup));
}

absl::StatusOr<Digest> CanonicalTableWriter::Close() {
  ABSL_RETURN_IF_ERROR(state_->failure);
  CHECK(state_->writer != nullptr) << state_->path << " was closed";
  state_->failure = Finish();
  ABSL_RETURN_IF_ERROR(state_->failure);
  return state_->digester.Finish();
}

absl::Status CanonicalTableWriter::Finish() {
  if (state_->group_rows > 0) {
    ABSL_RETURN_IF_ERROR(WriteGroup());
  }
  ABSL_RETURN_IF_ERROR(state_->Bridge(state_->writer->Close()));
  state_->writer.reset();
  ABSL_RETURN_IF_ERROR(state_->output->Sync());
  state_->output.reset();
  ABSL_RETURN_IF_ERROR(state_->files.Rename(state_->temporary_path, state_->path));
  state_->temporary_path.clear();
  return state_->files.SyncFolder(FolderOf(state_->path));
}

}  // namespace tenuki
