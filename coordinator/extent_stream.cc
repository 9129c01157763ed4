#include "coordinator/extent_stream.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace tenuki {

ExtentStream::ExtentStream(std::unique_ptr<ReadFile> file, std::string path, const Extent& extent)
    : file_(std::move(file)), path_(std::move(path)), extent_(extent) {
  set_mode(arrow::io::FileMode::READ);
}

arrow::Result<int64_t> ExtentStream::Read(int64_t size, void* out) {
  if (closed()) return arrow::Status::Invalid(path_, ": read after Close");
  ARROW_RETURN_NOT_OK(failure_);
  const int64_t wanted = std::min(size, extent_.length - position_);
  char* const bytes = static_cast<char*>(out);
  const absl::StatusOr<int64_t> got = file_->ReadAt(extent_.offset + position_, wanted, bytes);
  if (!got.ok()) return arrow::Status::IOError(got.status().message());
  if (*got < wanted) {
    failure_ =
        arrow::Status::IOError(absl::StrCat(path_, ": ends at ", extent_.offset + position_ + *got, ", within the ",
                                            extent_.length, " bytes at offset ", extent_.offset));
    return failure_;
  }
  crc_ = absl::ExtendCrc32c(crc_, std::string_view(bytes, wanted));
  position_ += wanted;
  if (position_ == extent_.length) ARROW_RETURN_NOT_OK(CheckEnd());
  return wanted;
}

arrow::Result<std::shared_ptr<arrow::Buffer>> ExtentStream::Read(int64_t size) {
  const int64_t wanted = std::min(size, extent_.length - position_);
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Buffer> buffer, arrow::AllocateBuffer(wanted));
  ARROW_RETURN_NOT_OK(Read(wanted, buffer->mutable_data()));
  return buffer;
}

arrow::Status ExtentStream::CheckEnd() {
  const uint32_t actual = static_cast<uint32_t>(crc_);
  if (actual == extent_.crc32c) return arrow::Status::OK();
  failure_ =
      arrow::Status::IOError(absl::StrFormat("%s: the %d bytes at offset %d are damaged: checksum %08x, not %08x",
                                             path_, extent_.length, extent_.offset, actual, extent_.crc32c));
  return failure_;
}

arrow::Status ExtentStream::Close() {
  file_.reset();
  return arrow::Status::OK();
}

}  // namespace tenuki
