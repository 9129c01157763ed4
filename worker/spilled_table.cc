#include "worker/spilled_table.h"

#include <arrow/ipc/reader.h>

#include <algorithm>
#include <utility>

#include "absl/log/check.h"
#include "absl/log/log.h"
#include "absl/status/status_macros.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"

namespace tenuki {
namespace {

constexpr int64_t kReadBytes = 1 << 20;

arrow::Status ToArrow(const absl::Status& status) {
  return status.ok() ? arrow::Status::OK() : arrow::Status::IOError(std::string(status.message()));
}

// A file of ours as Arrow reads it.
class FileInputStream final : public arrow::io::InputStream {
 public:
  explicit FileInputStream(std::unique_ptr<ReadFile> file) : file_(std::move(file)) {}

  arrow::Result<int64_t> Read(int64_t num_bytes, void* out) override {
    const absl::StatusOr<int64_t> got = file_->ReadAt(position_, num_bytes, static_cast<char*>(out));
    if (!got.ok()) return ToArrow(got.status());
    position_ += *got;
    return *got;
  }

  arrow::Result<std::shared_ptr<arrow::Buffer>> Read(int64_t num_bytes) override {
    num_bytes = std::min(num_bytes, file_->size() - position_);
    ARROW_ASSIGN_OR_RAISE(std::unique_ptr<arrow::ResizableBuffer> buffer, arrow::AllocateResizableBuffer(num_bytes));
    ARROW_ASSIGN_OR_RAISE(const int64_t got, Read(num_bytes, buffer->mutable_data()));
    ARROW_RETURN_NOT_OK(buffer->Resize(got));
    return std::shared_ptr<arrow::Buffer>(std::move(buffer));
  }

  arrow::Result<int64_t> Tell() const override { return position_; }
  arrow::Status Close() override {
    closed_ = true;
    return arrow::Status::OK();
  }
  bool closed() const override { return closed_; }

 private:
  const std::unique_ptr<ReadFile> file_;
  int64_t position_ = 0;
  bool closed_ = false;
};

}  // namespace

SpilledTable::SpilledTable(FileSystem& files, ByteBudget& budget, std::string name, std::string path, int64_t num_bytes,
                           absl::crc32c_t crc32c)
    : files_(files),
      budget_(budget),
      name_(std::move(name)),
      path_(std::move(path)),
      num_bytes_(num_bytes),
      crc32c_(crc32c) {}

SpilledTable::~SpilledTable() {
  if (keep_) return;
  if (const absl::Status removed = files_.Remove(path_); !removed.ok()) LOG(WARNING) << removed.message();
  budget_.Give(num_bytes_);
}

absl::Status SpilledTable::Verify() const {
  ABSL_ASSIGN_OR_RETURN(const std::unique_ptr<ReadFile> file, files_.OpenForRead(path_));
  if (file->size() != num_bytes_) {
    return absl::DataLossError(absl::StrCat(path_, ": has ", file->size(), " bytes instead of ", num_bytes_));
  }
  absl::crc32c_t crc32c{0};
  std::string bytes(std::min(kReadBytes, num_bytes_), '\0');
  for (int64_t offset = 0; offset < num_bytes_;) {
    ABSL_ASSIGN_OR_RETURN(const int64_t got, file->ReadAt(offset, static_cast<int64_t>(bytes.size()), bytes.data()));
    if (got == 0) return absl::DataLossError(absl::StrCat(path_, ": ends at ", offset, " instead of ", num_bytes_));
    crc32c = absl::ExtendCrc32c(crc32c, std::string_view(bytes).substr(0, got));
    offset += got;
  }
  if (crc32c != crc32c_) return absl::DataLossError(absl::StrCat(path_, ": its checksum does not match its bytes"));
  return absl::OkStatus();
}

absl::StatusOr<std::shared_ptr<arrow::RecordBatchReader>> SpilledTable::Open() const {
  ABSL_ASSIGN_OR_RETURN(std::unique_ptr<ReadFile> file, files_.OpenForRead(path_));
  return FromArrow(arrow::Result<std::shared_ptr<arrow::RecordBatchReader>>(
      arrow::ipc::RecordBatchStreamReader::Open(std::make_shared<FileInputStream>(std::move(file)))));
}

SpillableStream::~SpillableStream() {
  if (path_.empty()) return;
  file_.reset();
  if (const absl::Status removed = place_.files.Remove(path_); !removed.ok()) LOG(WARNING) << removed.message();
  place_.budget.Give(num_bytes_taken_);
}

absl::Status SpillableStream::Spill(std::string_view table) {
  CHECK(!is_spilled());
  name_ = table;
  path_ = absl::StrCat(place_.path_prefix, ".", table, ".rows");
  ABSL_ASSIGN_OR_RETURN(file_, place_.files.OpenForAppend(path_));
  // An attempt is run once, but a file may be left of a lease whose worker forgot it.
  ABSL_RETURN_IF_ERROR(file_->Truncate(0));
  return WriteBufferToFile();
}

absl::StatusOr<std::shared_ptr<SpilledTable>> SpillableStream::FinishFile() {
  CHECK(is_spilled());
  ABSL_RETURN_IF_ERROR(WriteBufferToFile());
  file_.reset();
  return std::make_shared<SpilledTable>(place_.files, place_.budget, name_, std::exchange(path_, ""), position_,
                                        crc32c_);
}

arrow::Status SpillableStream::Write(const void* data, int64_t num_bytes) {
  buffer_.append(static_cast<const char*>(data), static_cast<size_t>(num_bytes));
  position_ += num_bytes;
  if (!is_spilled() || buffer_.size() < kFileBufferBytes) return arrow::Status::OK();
  return ToArrow(WriteBufferToFile());
}

arrow::Status SpillableStream::Close() {
  closed_ = true;
  return arrow::Status::OK();
}

absl::Status SpillableStream::WriteBufferToFile() {
  const int64_t num_bytes = static_cast<int64_t>(buffer_.size());
  ABSL_RETURN_IF_ERROR(place_.budget.Take(num_bytes));
  num_bytes_taken_ += num_bytes;
  ABSL_RETURN_IF_ERROR(file_->Append(buffer_));
  crc32c_ = absl::ExtendCrc32c(crc32c_, buffer_);
  // The memory that it grew to before it was spilled goes back.
  if (buffer_.capacity() > 2 * kFileBufferBytes) std::string().swap(buffer_);
  buffer_.clear();
  return absl::OkStatus();
}

}  // namespace tenuki
