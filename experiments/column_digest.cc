#include "experiments/column_digest.h"

#include <arrow/util/bit_run_reader.h>
#include <arrow/util/bit_util.h>

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

static_assert(std::endian::native == std::endian::little, "values are hashed as they lie in memory");

// Collects numbers on the stack, for streams of what has to be computed first.
template <typename T>
class Batcher {
 public:
  explicit Batcher(DigestStream& stream) : stream_(stream) {}
  ~Batcher() { Flush(); }
  Batcher(const Batcher&) = delete;
  Batcher& operator=(const Batcher&) = delete;

  void Add(T number) {
    numbers_[size_++] = number;
    if (size_ == numbers_.size()) Flush();
  }

 private:
  void Flush() {
    stream_.Add(std::string_view(reinterpret_cast<const char*>(numbers_.data()), size_ * sizeof(T)));
    size_ = 0;
  }

  DigestStream& stream_;
  std::array<T, 512> numbers_;
  size_t size_ = 0;
};

std::string_view Bytes(const std::shared_ptr<arrow::Buffer>& buffer, int64_t begin, int64_t size) {
  // A buffer may be left out when it has nothing.
  if (size == 0) return {};
  return std::string_view(reinterpret_cast<const char*>(buffer->data()) + begin, size);
}

class FixedWidthDigester final : public ColumnDigester {
 public:
  explicit FixedWidthDigester(int64_t width_bytes) : width_bytes_(width_bytes) {}

 private:
  void AddValues(const arrow::ArrayData& array, int64_t first, int64_t count) override {
    values_.Add(Bytes(array.buffers[1], (array.offset + first) * width_bytes_, count * width_bytes_));
  }
  void FinishValues(DigestBuilder& digest) override { values_.Finish(digest); }

  const int64_t width_bytes_;
  DigestStream values_;
};

class BoolDigester final : public ColumnDigester {
  void AddValues(const arrow::ArrayData& array, int64_t first, int64_t count) override {
    Batcher<uint8_t> bools(values_);
    const uint8_t* const bits = array.buffers[1]->data();
    for (int64_t i = array.offset + first; i < array.offset + first + count; ++i) {
      bools.Add(arrow::bit_util::GetBit(bits, i) ? 1 : 0);
    }
  }
  void FinishValues(DigestBuilder& digest) override { values_.Finish(digest); }

  DigestStream values_;
};

// The lengths between neighbouring offsets; offsets[0] belongs to the first row of the range.
template <typename Offset>
void AddLengths(const Offset* offsets, int64_t count, DigestStream& lengths) {
  Batcher<uint64_t> batcher(lengths);
  for (int64_t i = 0; i < count; ++i) batcher.Add(static_cast<uint64_t>(offsets[i + 1] - offsets[i]));
}

template <typename Offset>
class BinaryDigester final : public ColumnDigester {
  void AddValues(const arrow::ArrayData& array, int64_t first, int64_t count) override {
    const Offset* const offsets = array.GetValues<Offset>(1) + first;
    AddLengths(offsets, count, lengths_);
    bytes_.Add(Bytes(array.buffers[2], offsets[0], offsets[count] - offsets[0]));
  }
  void FinishValues(DigestBuilder& digest) override {
    lengths_.Finish(digest);
    bytes_.Finish(digest);
  }

  DigestStream lengths_;
  DigestStream bytes_;
};

template <typename Offset>
class ListDigester final : public ColumnDigester {
 public:
  explicit ListDigester(std::unique_ptr<ColumnDigester> elements) : elements_(std::move(elements)) {}

 private:
  void AddValues(const arrow::ArrayData& array, int64_t first, int64_t count) override {
    const Offset* const offsets = array.GetValues<Offset>(1) + first;
    AddLengths(offsets, count, lengths_);
    elements_->Add(*array.child_data[0], offsets[0], offsets[count] - offsets[0]);
  }
  void FinishValues(DigestBuilder& digest) override {
    lengths_.Finish(digest);
    elements_->Finish(digest);
  }

  const std::unique_ptr<ColumnDigester> elements_;
  DigestStream lengths_;
};

class FixedSizeListDigester final : public ColumnDigester {
 public:
  FixedSizeListDigester(std::unique_ptr<ColumnDigester> elements, int64_t size)
      : elements_(std::move(elements)), size_(size) {}

 private:
  void AddValues(const arrow::ArrayData& array, int64_t first, int64_t count) override {
    elements_->Add(*array.child_data[0], (array.offset + first) * size_, count * size_);
  }
  void FinishValues(DigestBuilder& digest) override { elements_->Finish(digest); }

  const std::unique_ptr<ColumnDigester> elements_;
  const int64_t size_;
};

}  // namespace

std::string TypeText(const arrow::DataType& type) {
  const auto element = [&] {
    const arrow::Field& field = *type.field(0);
    return absl::StrCat(TypeText(*field.type()), field.nullable() ? "" : " not null");
  };
  switch (type.id()) {
    case arrow::Type::LIST: return absl::StrCat("list<", element(), ">");
    case arrow::Type::LARGE_LIST: return absl::StrCat("large_list<", element(), ">");
    case arrow::Type::FIXED_SIZE_LIST:
      return absl::StrCat("fixed_size_list<", element(), ">[",
                          static_cast<const arrow::FixedSizeListType&>(type).list_size(), "]");
    default: return type.ToString();
  }
}

void DigestStream::Add(std::string_view bytes) {
  length_ += bytes.size();
  if (buffer_.size() + bytes.size() <= kMaxShort) {
    buffer_.append(bytes);
    return;
  }
  if (!builder_.has_value()) builder_.emplace();
  builder_->Add(buffer_);
  buffer_.clear();
  if (bytes.size() <= kMaxShort) {
    buffer_.append(bytes);
  } else {
    builder_->Add(bytes);
  }
}

void DigestStream::Finish(DigestBuilder& digest) {
  digest.AddNumber(length_);
  if (length_ <= kMaxShort) {
    digest.Add(buffer_);
  } else {
    digest.Add(builder_->Add(buffer_).Finish().bytes());
  }
  buffer_.clear();
  length_ = 0;
}

std::unique_ptr<ColumnDigester> ColumnDigester::Make(const arrow::DataType& type) {
  const auto elements = [&] { return Make(*type.field(0)->type()); };
  switch (type.id()) {
    case arrow::Type::BOOL: return std::make_unique<BoolDigester>();
    case arrow::Type::STRING:
    case arrow::Type::BINARY: return std::make_unique<BinaryDigester<int32_t>>();
    case arrow::Type::LARGE_STRING:
    case arrow::Type::LARGE_BINARY: return std::make_unique<BinaryDigester<int64_t>>();
    case arrow::Type::LIST:
      if (auto column = elements()) return std::make_unique<ListDigester<int32_t>>(std::move(column));
      return nullptr;
    case arrow::Type::LARGE_LIST:
      if (auto column = elements()) return std::make_unique<ListDigester<int64_t>>(std::move(column));
      return nullptr;
    case arrow::Type::FIXED_SIZE_LIST:
      if (auto column = elements()) {
        return std::make_unique<FixedSizeListDigester>(std::move(column),
                                                       static_cast<const arrow::FixedSizeListType&>(type).list_size());
      }
      return nullptr;
    default: break;
  }
  if (!arrow::is_primitive(type.id()) && type.id() != arrow::Type::FIXED_SIZE_BINARY) return nullptr;
  return std::make_unique<FixedWidthDigester>(type.byte_width());
}

void ColumnDigester::Add(const arrow::ArrayData& array, int64_t first, int64_t count) {
  if (count == 0) return;
  if (array.GetNullCount() == 0) {
    AddValues(array, first, count);
  } else {
    int64_t end = 0;
    arrow::internal::VisitSetBitRunsVoid(array.buffers[0], array.offset + first, count,
                                         [&](int64_t position, int64_t length) {
                                           AddNulls(end, position);
                                           AddValues(array, first + position, length);
                                           end = position + length;
                                         });
    AddNulls(end, count);
  }
  count_ += count;
}

void ColumnDigester::AddNulls(int64_t first, int64_t end) {
  Batcher<uint64_t> positions(nulls_);
  for (int64_t i = first; i < end; ++i) positions.Add(static_cast<uint64_t>(count_ + i));
}

void ColumnDigester::Finish(DigestBuilder& digest) {
  digest.AddNumber(static_cast<uint64_t>(count_));
  nulls_.Finish(digest);
  FinishValues(digest);
  count_ = 0;
}

}  // namespace tenuki
