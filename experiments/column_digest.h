// The part of a table's digest that one column has: fed by ranges of arrays, independent of how they were cut.
//
//   std::unique_ptr<ColumnDigester> column = ColumnDigester::Make(*field->type());
//   column->Add(*batch.column_data(0), 0, batch.num_rows());
//   column->Finish(builder);
//
// What is hashed, for each kind of type, are streams that just grow with the rows:
//
//   every column         the positions of nulls; the streams below have valid values only
//   fixed width          the values' bytes; a bool is a byte
//   string, binary       the lengths | the bytes
//   list                 the lengths | its elements, as a column
//   fixed_size_list      its elements, as a column
//
// One thread at a time.
#pragma once

#include <arrow/api.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/digest.h"

namespace tenuki {

// A column's type as the digest has it: names of list elements are left out, since formats change them.
std::string TypeText(const arrow::DataType& type);

// Bytes that come piece by piece. A short stream goes into the digest as it is, so that small tables need no hashes but
// their own; a long one as its SHA-256.
class DigestStream {
 public:
  void Add(std::string_view bytes);
  // Length and content. The stream is empty again afterwards.
  void Finish(DigestBuilder& digest);

 private:
  static constexpr size_t kMaxShort = 1024;

  // The end of the stream: what the builder has not seen yet.
  std::string buffer_;
  std::optional<DigestBuilder> builder_;
  uint64_t length_ = 0;
};

class ColumnDigester {
 public:
  // Null for a type that has no digest.
  static std::unique_ptr<ColumnDigester> Make(const arrow::DataType& type);
  virtual ~ColumnDigester() = default;

  // `first` counts from the array's own offset.
  void Add(const arrow::ArrayData& array, int64_t first, int64_t count);
  void Finish(DigestBuilder& digest);

 protected:
  // A range without nulls, and not empty.
  virtual void AddValues(const arrow::ArrayData& array, int64_t first, int64_t count) = 0;
  virtual void FinishValues(DigestBuilder& digest) = 0;

 private:
  void AddNulls(int64_t first, int64_t end);

  int64_t count_ = 0;
  DigestStream nulls_;
};

}  // namespace tenuki
