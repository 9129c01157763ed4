// Whatever a document holds, all renderers show something, and nothing that a terminal or a browser would obey. Random
// documents are made by reflection, so that a new field or figure is covered the day that it is added.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "common/random.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "report/figure_files.h"
#include "report/markdown.h"
#include "report/svg.h"
#include "report/terminal.h"
#include "report/test_report.h"
#include "report/text.h"
#include "report/well_formed_xml.h"

namespace tenuki {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr uint64_t kReports = 500;
constexpr uint64_t kFigures = 4000;
constexpr uint32_t kMaxRepeated = 5;
// Of figures with so few values.
constexpr size_t kMaxSvgBytes = 100'000;

constexpr double kDoubles[] = {0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               -0.25,
                               361,
                               1e-9,
                               -1e14,
                               1e15,
                               1e300,
                               std::numeric_limits<double>::max(),
                               std::numeric_limits<double>::lowest(),
                               std::numeric_limits<double>::denorm_min(),
                               std::numeric_limits<double>::infinity(),
                               -std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()};
constexpr int32_t kInts[] = {
    0, 1, 2, 3, 5, 9, 19, 25, 26, -1, std::numeric_limits<int32_t>::max(), std::numeric_limits<int32_t>::min()};
constexpr int64_t kCounts[] = {
    0, 1, 40, 1000, -3, std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
const std::string kTexts[] = {"",
                              "a",
                              "win rate",
                              "手抜き e\u0301 \u200B",
                              "\x1b[2J\x1b]0;title\x07 \u009B31m",
                              "two\nlines\r\n\tand more",
                              std::string("nul\0byte", 8),
                              "\xFF\xC0\xAF\xE2\x96",
                              "\u202Eright to left\u2028",
                              "|`*_[x](y)<b>&amp;$~#\\",
                              "```\n```\n# heading",
                              std::string(300, 'x'),
                              std::string(3000, ' ') + "x",
                              "many words that go on and on until no line of a table can hold them any more"};

// Fills messages at random; of a oneof, one of its fields or none.
class Filler {
 public:
  explicit Filler(uint64_t seed) : seed_(seed) {}

  void Fill(Message& message) {
    const google::protobuf::Descriptor& descriptor = *message.GetDescriptor();
    for (int i = 0; i < descriptor.field_count(); ++i) {
      const FieldDescriptor& field = *descriptor.field(i);
      if (field.real_containing_oneof() != nullptr) continue;
      const uint32_t values = Below(field.is_repeated() ? kMaxRepeated + 1 : 2);
      for (uint32_t j = 0; j < values; ++j) AddValue(message, field);
    }
    for (int i = 0; i < descriptor.real_oneof_decl_count(); ++i) {
      const google::protobuf::OneofDescriptor& oneof = *descriptor.oneof_decl(i);
      const int chosen = static_cast<int>(Below(static_cast<uint32_t>(oneof.field_count()) + 1));
      if (chosen < oneof.field_count()) AddValue(message, *oneof.field(chosen));
    }
  }

 private:
  uint32_t Below(uint32_t n) { return UniformBelow(n, Random32(seed_, counter_++)); }

  template <typename T>
  const T& Pick(std::span<const T> values) {
    return values[Below(static_cast<uint32_t>(values.size()))];
  }

  void AddValue(Message& message, const FieldDescriptor& field) {
    const Reflection& r = *message.GetReflection();
    const bool repeated = field.is_repeated();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_MESSAGE:
        return Fill(repeated ? *r.AddMessage(&message, &field) : *r.MutableMessage(&message, &field));
      case FieldDescriptor::CPPTYPE_STRING: {
        const std::string& text = Pick<std::string>(kTexts);
        return repeated ? r.AddString(&message, &field, text) : r.SetString(&message, &field, text);
      }
      case FieldDescriptor::CPPTYPE_DOUBLE: {
        const double value = Pick<double>(kDoubles);
        return repeated ? r.AddDouble(&message, &field, value) : r.SetDouble(&message, &field, value);
      }
      case FieldDescriptor::CPPTYPE_INT32: {
        const int32_t value = Pick<int32_t>(kInts);
        return repeated ? r.AddInt32(&message, &field, value) : r.SetInt32(&message, &field, value);
      }
      case FieldDescriptor::CPPTYPE_INT64: {
        const int64_t value = Pick<int64_t>(kCounts);
        return repeated ? r.AddInt64(&message, &field, value) : r.SetInt64(&message, &field, value);
      }
      case FieldDescriptor::CPPTYPE_BOOL: return r.SetBool(&message, &field, Below(2) == 1);
      // One more than there are: a value of a newer version.
      case FieldDescriptor::CPPTYPE_ENUM: return r.SetEnumValue(&message, &field, static_cast<int>(Below(4)));
      default: FAIL() << field.full_name() << " has a type that this test does not fill";
    }
  }

  const uint64_t seed_;
  uint64_t counter_ = 0;
};

v1::Report RandomReport(uint64_t seed) {
  v1::Report report;
  Filler(seed).Fill(report);
  return report;
}

// Lines of printable UTF-8: OneLine finds nothing to change but spaces at the ends.
void ExpectHarmless(std::string_view text) {
  for (std::string_view line : absl::StrSplit(text, '\n')) {
    EXPECT_EQ(OneLine(absl::StrCat("|", line, "|")), absl::StrCat("|", line, "|"));
  }
}

TEST(RobustnessTest, AnyReportIsShownWithoutControlCharacters) {
  for (uint64_t seed = 0; seed < kReports && !HasFailure(); ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const v1::Report report = RandomReport(seed);
    for (int width : {-1, 40, 80, 1'000'000}) ExpectHarmless(RenderTerminal(report, {.width = width}));
    const std::string colored = RenderTerminal(report, {.color = true});
    ExpectHarmless(absl::StrReplaceAll(colored, {{"\x1b[1m", ""}, {"\x1b[0m", ""}}));
    ExpectHarmless(RenderMarkdown(report));
    ExpectHarmless(RenderMarkdown(report, MarkdownFigures::kImagesAndText));
  }
}

TEST(RobustnessTest, AnyFigureIsASmallWellFormedFile) {
  for (uint64_t seed = 0; seed < kFigures && !HasFailure(); ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    v1::Figure figure;
    Filler(seed).Fill(figure);
    const std::string svg = RenderSvg(figure);
    EXPECT_EQ(WhyNotWellFormed(svg), "") << figure.DebugString();
    EXPECT_LE(svg.size(), kMaxSvgBytes) << figure.DebugString();
    ExpectHarmless(svg);
    EXPECT_EQ(RenderSvg(figure), svg);
    EXPECT_EQ(svg.find("nan"), std::string::npos) << svg;
    EXPECT_EQ(svg.find("inf"), std::string::npos) << svg;
  }
}

TEST(RobustnessTest, AnyFigureHasAFileOfItsOwn) {
  for (uint64_t seed = 0; seed < kReports && !HasFailure(); ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const v1::Report report = RandomReport(seed);
    const std::string markdown = RenderMarkdown(report, MarkdownFigures::kImagesAndText);
    std::set<std::string> paths;
    for (const FigureFile& file : FigureFiles(report)) {
      EXPECT_TRUE(paths.insert(file.path).second) << file.path;
      EXPECT_EQ(file.path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-./"), std::string::npos) << file.path;
      EXPECT_NE(markdown.find(absl::StrCat("](", file.path, ")\n")), std::string::npos) << file.path;
    }
  }
}

TEST(RobustnessTest, NoTableIsWiderThanTheTerminal) {
  for (uint64_t seed = 0; seed < kReports && !HasFailure(); ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    v1::Report report;
    v1::Table& table = *report.add_sections()->add_blocks()->mutable_table();
    Filler(seed).Fill(table);
    table.clear_caption();
    for (std::string_view line : absl::StrSplit(RenderTerminal(report, {.width = 40}), '\n')) {
      EXPECT_LE(TextWidth(line), 40) << line;
    }
  }
}

TEST(RobustnessTest, LargeTablesAreCutWithANote) {
  v1::Report report;
  v1::Table& table = *report.add_sections()->add_blocks()->mutable_table();
  for (int i = 0; i < 201; ++i) table.add_columns()->set_name("c");
  for (int i = 0; i < 5002; ++i) table.add_rows()->add_values()->set_count(i);
  for (const std::string& shown : {RenderTerminal(report, {}), RenderMarkdown(report)}) {
    EXPECT_NE(shown.find("2 more rows are not shown; 1 more columns are not shown"), std::string::npos);
    EXPECT_NE(shown.find("4,999"), std::string::npos);
    EXPECT_EQ(shown.find("5,000"), std::string::npos);
  }
}

TEST(RobustnessTest, AVeryLongTextTakesTimeInItsLengthOnly) {
  v1::Report report;
  const std::string text(1'000'000, 'x');
  report.set_title(text);
  v1::Table& table = *report.add_sections()->add_blocks()->mutable_table();
  table.add_columns()->set_name(text);
  table.add_rows()->add_values()->set_text(text);
  EXPECT_GT(RenderTerminal(report, {}).size(), 3 * text.size());
  EXPECT_GT(RenderMarkdown(report).size(), 3 * text.size());
}

}  // namespace
}  // namespace tenuki
