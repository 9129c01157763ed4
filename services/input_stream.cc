#include "services/input_stream.h"

#include <arrow/util/align_util.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "common/arrow_status.h"
#include "experiments/inputs.h"
#include "services/grpc_status.h"

namespace tenuki {
namespace {

constexpr int64_t kChunkBytes = 1 << 20;
// Names and lengths come on top of the content.
constexpr size_t kMaxSerializedBytes = 2 * kMaxInputBytes;

class BytesAsFile final : public ReadFile {
 public:
  explicit BytesAsFile(std::string bytes) : bytes_(std::move(bytes)) {}

  absl::StatusOr<int64_t> ReadAt(int64_t offset, int64_t size, char* out) const override {
    const int64_t count = std::clamp<int64_t>(this->size() - offset, 0, size);
    if (count > 0) std::memcpy(out, bytes_.data() + offset, static_cast<size_t>(count));
    return count;
  }
  int64_t size() const override { return static_cast<int64_t>(bytes_.size()); }

 private:
  const std::string bytes_;
};

}  // namespace

std::shared_ptr<arrow::Schema> InputChunkSchema() {
  return arrow::schema({arrow::field("chunk", arrow::binary(), /*nullable=*/false)});
}

InputChunks::InputChunks(const v1::InputFiles& input)
    : file_(std::make_unique<BytesAsFile>(input.SerializeAsString())) {}

arrow::Status InputChunks::ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) {
  *batch = nullptr;
  std::string bytes(static_cast<size_t>(std::min(kChunkBytes, file_->size() - offset_)), '\0');
  if (bytes.empty()) return arrow::Status::OK();
  const absl::StatusOr<int64_t> count = file_->ReadAt(offset_, static_cast<int64_t>(bytes.size()), bytes.data());
  if (!count.ok()) return ToFlight(count.status());
  if (*count != static_cast<int64_t>(bytes.size())) {
    return ToFlight(absl::UnavailableError("the input was cut while it was read"));
  }
  offset_ += *count;
  arrow::BinaryBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Append(bytes));
  ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> chunk, builder.Finish());
  *batch = arrow::RecordBatch::Make(schema(), 1, {std::move(chunk)});
  return arrow::Status::OK();
}

absl::StatusOr<v1::InputFiles> CollectInput(arrow::RecordBatchReader& chunks) {
  if (!chunks.schema()->Equals(*InputChunkSchema())) {
    return absl::InvalidArgumentError(
        absl::StrCat("an input has one column `chunk` of binary values, and not\n", chunks.schema()->ToString()));
  }
  std::string bytes;
  while (true) {
    arrow::Result<std::shared_ptr<arrow::RecordBatch>> batch = chunks.Next();
    if (!batch.ok()) return FromFlight(batch.status());
    if (*batch == nullptr) break;
    // Messages put rows at any address, and offsets in them are the sender's word.
    batch = arrow::util::EnsureAlignment(*std::move(batch), arrow::util::kValueAlignment, arrow::default_memory_pool());
    if (!batch.ok()) return FromFlight(batch.status());
    if (const arrow::Status valid = (*batch)->ValidateFull(); !valid.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("the chunks are no valid rows: ", valid.message()));
    }
    const auto& column = static_cast<const arrow::BinaryArray&>(*(*batch)->column(0));
    for (int64_t row = 0; row < column.length(); ++row) {
      const std::string_view chunk = column.GetView(row);
      if (bytes.size() + chunk.size() > kMaxSerializedBytes) {
        return absl::InvalidArgumentError(
            absl::StrCat("the input is larger than ", kMaxSerializedBytes >> 20, " MB, the most that is taken"));
      }
      bytes.append(chunk);
    }
  }
  v1::InputFiles input;
  if (!input.ParseFromString(bytes)) return absl::InvalidArgumentError("the chunks are not those of an InputFiles");
  return input;
}

}  // namespace tenuki
