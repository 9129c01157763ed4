#include "experiments/table_digest.h"

#include <arrow/json/from_string.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/random.h"
#include "common/testing/status_matchers.h"

namespace tenuki {
namespace {

using testing::HasSubstr;

class Random {
 public:
  explicit Random(uint64_t seed) : seed_(seed) {}
  uint32_t Below(uint32_t n) { return UniformBelow(n, Random32(seed_, counter_++)); }

 private:
  uint64_t seed_;
  uint64_t counter_ = 0;
};

std::string RandomValue(const arrow::DataType& type, Random& random) {
  if (random.Below(4) == 0) return "null";
  const auto letters = [&](uint32_t count) {
    std::string text;
    for (uint32_t i = 0; i < count; ++i) text.push_back(static_cast<char>('a' + random.Below(26)));
    return absl::StrCat("\"", text, "\"");
  };
  const auto elements = [&](uint32_t count) {
    std::vector<std::string> values;
    for (uint32_t i = 0; i < count; ++i) values.push_back(RandomValue(*type.field(0)->type(), random));
    return absl::StrCat("[", absl::StrJoin(values, ","), "]");
  };
  switch (type.id()) {
    case arrow::Type::BOOL: return random.Below(2) == 0 ? "false" : "true";
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
    case arrow::Type::BINARY: return letters(random.Below(6));
    case arrow::Type::FIXED_SIZE_BINARY: return letters(type.byte_width());
    case arrow::Type::LIST: return elements(random.Below(4));
    case arrow::Type::FIXED_SIZE_LIST: return elements(static_cast<const arrow::FixedSizeListType&>(type).list_size());
    default: return absl::StrCat(random.Below(100));
  }
}

// A table as the text of its values, so that it can be changed anywhere.
struct TextTable {
  std::shared_ptr<arrow::Schema> schema;
  std::vector<std::vector<std::string>> columns;
};

TextTable RandomTable(int num_rows, uint64_t seed) {
  static const std::vector<std::shared_ptr<arrow::DataType>> kTypes = {
      arrow::boolean(),
      arrow::int8(),
      arrow::uint8(),
      arrow::int16(),
      arrow::uint16(),
      arrow::int32(),
      arrow::uint32(),
      arrow::int64(),
      arrow::uint64(),
      arrow::float32(),
      arrow::float64(),
      arrow::utf8(),
      arrow::large_utf8(),
      arrow::binary(),
      arrow::fixed_size_binary(3),
      arrow::timestamp(arrow::TimeUnit::MICRO, "UTC"),
      arrow::list(arrow::int16()),
      arrow::list(arrow::utf8()),
      arrow::list(arrow::list(arrow::boolean())),
      arrow::fixed_size_list(arrow::float32(), 2),
      arrow::list(arrow::fixed_size_list(arrow::utf8(), 2)),
  };
  Random random(seed);
  TextTable table;
  arrow::FieldVector fields;
  for (size_t i = 0; i < kTypes.size(); ++i) {
    fields.push_back(arrow::field(absl::StrCat("column", i), kTypes[i]));
    auto& column = table.columns.emplace_back();
    for (int row = 0; row < num_rows; ++row) column.push_back(RandomValue(*kTypes[i], random));
  }
  table.schema = arrow::schema(fields);
  return table;
}

std::shared_ptr<arrow::RecordBatch> BatchOf(const TextTable& table) {
  arrow::ArrayVector arrays;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const std::string json = absl::StrCat("[", absl::StrJoin(table.columns[i], ","), "]");
    arrays.push_back(
        arrow::json::ArrayFromJSONString(table.schema->field(static_cast<int>(i))->type(), json).ValueOrDie());
  }
  return arrow::RecordBatch::Make(table.schema, static_cast<int64_t>(table.columns[0].size()), arrays);
}

Digest DigestOfBatches(std::shared_ptr<arrow::Schema> schema, const arrow::RecordBatchVector& batches) {
  TableDigester digester(std::move(schema));
  for (const auto& batch : batches) EXPECT_THAT(digester.Add(*batch), IsOk());
  return digester.Finish();
}
Digest DigestOfBatch(const std::shared_ptr<arrow::RecordBatch>& batch) {
  return DigestOfBatches(batch->schema(), {batch});
}
Digest DigestOfArray(const std::shared_ptr<arrow::Array>& array) {
  return DigestOfBatch(
      arrow::RecordBatch::Make(arrow::schema({arrow::field("x", array->type())}), array->length(), {array}));
}
Digest DigestOfValues(const std::shared_ptr<arrow::DataType>& type, std::string_view json) {
  return DigestOfArray(arrow::json::ArrayFromJSONString(type, json).ValueOrDie());
}

// The same rows, somewhere else in memory and without an offset.
std::shared_ptr<arrow::RecordBatch> Copied(const arrow::RecordBatch& batch) {
  arrow::ArrayVector columns;
  for (const auto& column : batch.columns()) {
    columns.push_back(arrow::Concatenate({column, column->Slice(0, 0)}).ValueOrDie());
  }
  return arrow::RecordBatch::Make(batch.schema(), batch.num_rows(), columns);
}

class RandomTableDigestTest : public testing::TestWithParam<int> {};

TEST_P(RandomTableDigestTest, DoesNotDependOnBatches) {
  const int num_rows = GetParam();
  for (uint64_t seed = 0; seed < 5; ++seed) {
    const auto whole = BatchOf(RandomTable(num_rows, seed));
    const Digest digest = DigestOfBatch(whole);
    Random random(seed + 1000);
    for (int repetition = 0; repetition < 10; ++repetition) {
      const uint32_t max_piece = 1 + random.Below(std::max(1, num_rows));
      arrow::RecordBatchVector pieces;
      for (int64_t at = 0; at < num_rows;) {
        const int64_t size = std::min<int64_t>(random.Below(max_piece + 1), num_rows - at);
        const auto piece = whole->Slice(at, size);
        pieces.push_back(random.Below(2) == 0 ? Copied(*piece) : piece);
        at += size;
      }
      EXPECT_EQ(DigestOfBatches(whole->schema(), pieces), digest)
          << "seed " << seed << ", " << pieces.size() << " pieces";
    }
    // A range in the middle of a larger table.
    const auto middle = whole->Slice(num_rows / 3, num_rows / 2);
    EXPECT_EQ(DigestOfBatch(middle), DigestOfBatch(Copied(*middle)));
  }
}

TEST_P(RandomTableDigestTest, TellsEveryValue) {
  const int num_rows = GetParam();
  if (num_rows == 0) return;
  const TextTable table = RandomTable(num_rows, 7);
  std::set<Digest> digests = {DigestOfBatch(BatchOf(table))};
  Random random(99);
  for (size_t column = 0; column < table.columns.size(); ++column) {
    TextTable other = table;
    std::string& value = other.columns[column][random.Below(num_rows)];
    const std::string before = value;
    while (value == before) value = RandomValue(*table.schema->field(static_cast<int>(column))->type(), random);
    EXPECT_TRUE(digests.insert(DigestOfBatch(BatchOf(other))).second)
        << table.schema->field(static_cast<int>(column))->ToString() << ": " << before << " → " << value;
  }
}

TEST_P(RandomTableDigestTest, TellsTheOrderOfRows) {
  const int num_rows = GetParam();
  const TextTable table = RandomTable(num_rows, 8);
  const Digest digest = DigestOfBatch(BatchOf(table));
  Random random(3);
  for (int repetition = 0; repetition < 5 && num_rows > 1; ++repetition) {
    const uint32_t a = random.Below(num_rows);
    const uint32_t b = random.Below(num_rows);
    TextTable other = table;
    bool differs = false;
    for (auto& column : other.columns) {
      differs |= column[a] != column[b];
      std::swap(column[a], column[b]);
    }
    EXPECT_EQ(DigestOfBatch(BatchOf(other)) != digest, differs);
  }
}

// Below and above the size at which a column's content is hashed apart.
INSTANTIATE_TEST_SUITE_P(Rows, RandomTableDigestTest, testing::Values(0, 1, 2, 10, 100, 1000, 3000));

TEST(TableDigestTest, CoversTheSchemaWithoutItsMetadata) {
  const auto array = arrow::json::ArrayFromJSONString(arrow::int32(), "[1, 2]").ValueOrDie();
  const auto digest_of = [&](std::shared_ptr<arrow::Field> field) {
    return DigestOfBatch(arrow::RecordBatch::Make(arrow::schema({std::move(field)}), 2, {array}));
  };
  const Digest digest = digest_of(arrow::field("x", arrow::int32()));
  EXPECT_NE(digest_of(arrow::field("y", arrow::int32())), digest);
  EXPECT_NE(digest_of(arrow::field("x", arrow::int32(), /*nullable=*/false)), digest);
  EXPECT_NE(DigestOfValues(arrow::uint32(), "[1, 2]"), digest);
  const auto metadata = arrow::key_value_metadata({"made"}, {"today"});
  EXPECT_EQ(digest_of(arrow::field("x", arrow::int32(), true, metadata)), digest);
  EXPECT_EQ(
      DigestOfBatch(arrow::RecordBatch::Make(arrow::schema({arrow::field("x", arrow::int32())}, metadata), 2, {array})),
      digest);
  EXPECT_NE(DigestOfValues(arrow::timestamp(arrow::TimeUnit::SECOND), "[1]"),
            DigestOfValues(arrow::timestamp(arrow::TimeUnit::MILLI), "[1]"));
}

TEST(TableDigestTest, EmptyTablesHaveTheDigestOfTheirSchema) {
  const auto schema = arrow::schema({arrow::field("x", arrow::int32())});
  EXPECT_EQ(DigestOfBatches(schema, {}), DigestOfValues(arrow::int32(), "[]"));
  EXPECT_NE(DigestOfBatches(schema, {}), DigestOfValues(arrow::int32(), "[null]"));
  // Without columns the number of rows is all there is.
  const auto nothing = arrow::schema(arrow::FieldVector{});
  EXPECT_NE(DigestOfBatch(arrow::RecordBatch::Make(nothing, 1, arrow::ArrayVector{})), DigestOfBatches(nothing, {}));
}

TEST(TableDigestTest, WhereValuesEndMatters) {
  EXPECT_NE(DigestOfValues(arrow::utf8(), R"(["ab", "c"])"), DigestOfValues(arrow::utf8(), R"(["a", "bc"])"));
  EXPECT_NE(DigestOfValues(arrow::utf8(), R"(["", null])"), DigestOfValues(arrow::utf8(), R"([null, ""])"));
  const auto list = arrow::list(arrow::int32());
  EXPECT_NE(DigestOfValues(list, "[[1], [2, 3]]"), DigestOfValues(list, "[[1, 2], [3]]"));
  EXPECT_NE(DigestOfValues(list, "[[], null]"), DigestOfValues(list, "[null, []]"));
  EXPECT_NE(DigestOfValues(list, "[[null]]"), DigestOfValues(list, "[[]]"));
}

TEST(TableDigestTest, FloatingPointCountsByItsBits) {
  EXPECT_NE(DigestOfValues(arrow::float64(), "[0.0]"), DigestOfValues(arrow::float64(), "[-0.0]"));
  EXPECT_EQ(DigestOfValues(arrow::float64(), "[NaN]"), DigestOfValues(arrow::float64(), "[NaN]"));
}

// The array with its second value made null, whatever bytes lie under it.
std::shared_ptr<arrow::Array> WithoutSecond(const std::shared_ptr<arrow::DataType>& type, std::string_view json) {
  auto data = arrow::json::ArrayFromJSONString(type, json).ValueOrDie()->data()->Copy();
  data->buffers[0] = arrow::Buffer::FromString(std::string("\x05", 1));
  data->null_count = 1;
  return arrow::MakeArray(data);
}

TEST(TableDigestTest, BytesUnderANullDoNotCount) {
  EXPECT_EQ(DigestOfArray(WithoutSecond(arrow::int32(), "[1, 77, 3]")), DigestOfValues(arrow::int32(), "[1, null, 3]"));
  EXPECT_EQ(DigestOfArray(WithoutSecond(arrow::boolean(), "[true, true, true]")),
            DigestOfValues(arrow::boolean(), "[true, null, true]"));
  EXPECT_EQ(DigestOfArray(WithoutSecond(arrow::utf8(), R"(["a", "hidden", "b"])")),
            DigestOfValues(arrow::utf8(), R"(["a", null, "b"])"));
  const auto list = arrow::list(arrow::utf8());
  EXPECT_EQ(DigestOfArray(WithoutSecond(list, R"([["a"], ["hidden", null], ["b", "c"]])")),
            DigestOfValues(list, R"([["a"], null, ["b", "c"]])"));
  const auto pair = arrow::fixed_size_list(arrow::int8(), 2);
  EXPECT_EQ(DigestOfArray(WithoutSecond(pair, "[[1, 2], [3, null], [5, 6]]")),
            DigestOfValues(pair, "[[1, 2], null, [5, 6]]"));
  // A bitmap without a null is as good as none.
  auto data = arrow::json::ArrayFromJSONString(arrow::int32(), "[1, 2, 3]").ValueOrDie()->data()->Copy();
  data->buffers[0] = arrow::Buffer::FromString(std::string("\x07", 1));
  data->null_count = arrow::kUnknownNullCount;
  EXPECT_EQ(DigestOfArray(arrow::MakeArray(data)), DigestOfValues(arrow::int32(), "[1, 2, 3]"));
}

TEST(TableDigestTest, NamesOfElementsDoNotCount) {
  EXPECT_EQ(DigestOfValues(arrow::list(arrow::field("item", arrow::int8())), "[[1]]"),
            DigestOfValues(arrow::list(arrow::field("element", arrow::int8())), "[[1]]"));
  EXPECT_NE(DigestOfValues(arrow::list(arrow::field("item", arrow::int8())), "[[1]]"),
            DigestOfValues(arrow::list(arrow::field("item", arrow::int8(), /*nullable=*/false)), "[[1]]"));
}

TEST(TableDigestTest, RefusesOtherSchemasAndTypes) {
  const auto rows = BatchOf(RandomTable(3, 1));
  TableDigester digester(arrow::schema({arrow::field("x", arrow::int32())}));
  EXPECT_THAT(digester.Add(*rows), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("column3")));
  EXPECT_EQ(digester.num_rows(), 0);

  const auto type = arrow::list(arrow::struct_({arrow::field("a", arrow::int8())}));
  const auto array = arrow::json::ArrayFromJSONString(type, R"([[{"a": 1}]])").ValueOrDie();
  const auto schema = arrow::schema({arrow::field("odd", type)});
  EXPECT_THAT(TableDigester(schema).Add(*arrow::RecordBatch::Make(schema, 1, {array})),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'odd'")));
}

TEST(TableDigestTest, StartsAgainAfterFinish) {
  const auto rows = BatchOf(RandomTable(500, 1));
  TableDigester digester(rows->schema());
  ASSERT_THAT(digester.Add(*rows), IsOk());
  EXPECT_EQ(digester.num_rows(), 500);
  const Digest digest = digester.Finish();
  EXPECT_EQ(digester.num_rows(), 0);
  ASSERT_THAT(digester.Add(*rows), IsOk());
  EXPECT_EQ(digester.Finish(), digest);
}

// Stored digests have to stay what they are: when this changes, the definition has changed.
TEST(TableDigestTest, DoesNotChange) {
  EXPECT_EQ(DigestOfValues(arrow::list(arrow::utf8()), R"([["a", null], null, []])").Short(), "2f5641d3073c");
  EXPECT_EQ(DigestOfBatch(BatchOf(RandomTable(1000, 1))).Short(), "300375fe7dbc");
}

}  // namespace
}  // namespace tenuki
