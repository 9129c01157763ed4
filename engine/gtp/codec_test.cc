#include "engine/gtp/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Chunks = std::vector<std::string_view>;

template <typename Reader>
auto TakeAll(Reader& reader) {
  std::vector<typename decltype(reader.Next())::value_type> all;
  while (auto next = reader.Next()) all.push_back(*next);
  return all;
}

std::vector<GtpCommand> ReadCommands(const Chunks& chunks) {
  GtpRequestReader reader;
  for (std::string_view chunk : chunks) reader.Feed(chunk);
  return TakeAll(reader);
}

std::vector<GtpResponse> ReadResponses(const Chunks& chunks) {
  GtpResponseReader reader;
  for (std::string_view chunk : chunks) EXPECT_TRUE(reader.Feed(chunk).ok());
  return TakeAll(reader);
}

// Calls `check` with the stream cut in two at each place, in three at each pair of places, and into bytes.
template <typename Check>
void ForEverySplit(std::string_view stream, Check check) {
  for (size_t first = 0; first <= stream.size(); ++first) {
    for (size_t second = first; second <= stream.size(); ++second) {
      SCOPED_TRACE(absl::StrCat("cut at ", first, " and ", second));
      check({stream.substr(0, first), stream.substr(first, second - first), stream.substr(second)});
    }
  }
  Chunks bytes;
  for (size_t i = 0; i < stream.size(); ++i) bytes.push_back(stream.substr(i, 1));
  check(bytes);
}

TEST(GtpRequestReaderTest, EverySplitGivesTheSameCommands) {
  constexpr std::string_view kStream = "1 name\r\n\n# a comment\r\n  play B D4 # another\n\r\n12\n3 genmove\tW\nquit";
  const std::vector<GtpCommand> commands = {{.id = 1, .name = "name"},
                                            {.name = "play", .args = {"B", "D4"}},
                                            {.id = 12},
                                            {.id = 3, .name = "genmove", .args = {"W"}}};
  ForEverySplit(kStream, [&](const Chunks& chunks) { ASSERT_EQ(ReadCommands(chunks), commands); });
}

TEST(GtpRequestReaderTest, TheLastLineNeedsNoLineEnd) {
  GtpRequestReader reader;
  reader.Feed("name\nqu");
  reader.Feed("it");
  EXPECT_THAT(TakeAll(reader), SizeIs(1));
  reader.Finish();
  EXPECT_THAT(TakeAll(reader), ElementsAre(GtpCommand{.name = "quit"}));
  reader.Finish();
  EXPECT_THAT(TakeAll(reader), IsEmpty());
}

TEST(GtpRequestReaderTest, MarksALineThatIsTooLong) {
  GtpRequestReader reader;
  for (int megabytes = 0; megabytes < 3; ++megabytes) reader.Feed(absl::StrCat("5 ", std::string(1 << 20, 'x')));
  reader.Feed("\n6 name\n");
  const std::vector<GtpCommand> commands = TakeAll(reader);
  ASSERT_THAT(commands, SizeIs(2));
  EXPECT_TRUE(commands[0].too_long);
  EXPECT_EQ(commands[0].id, 5);
  EXPECT_EQ(commands[1], (GtpCommand{.id = 6, .name = "name"}));
}

TEST(GtpRequestReaderTest, TheLimitIsExactAndCommentsDoNotCount) {
  const std::string longest(kMaxGtpLineBytes, 'x');
  EXPECT_FALSE(ReadCommands({longest, "\n"}).at(0).too_long);
  EXPECT_TRUE(ReadCommands({longest, "x\n"}).at(0).too_long);
  EXPECT_EQ(ReadCommands({"name #", longest, "\n"}), ReadCommands({"name\n"}));
  EXPECT_THAT(ReadCommands({"#", longest, "\n"}), IsEmpty());
  EXPECT_TRUE(ReadCommands({std::string(kMaxGtpLineBytes, ' '), "name\n"}).at(0).too_long);
}

// A talkative engine on Windows, with noise before, between and after its responses.
constexpr std::string_view kEngineOutput =
    "loading\r\n"
    "=== net ===\r\n"
    "=1 2\r\n\r\n"
    "\r\n"
    "# thinking\n"
    "? illegal move\n\n\n"
    "= \n   A B\n 2 . X\n\n"
    "=3\n\n"
    "bye";

const std::vector<GtpResponse>& EngineResponses() {
  static const std::vector<GtpResponse> responses = {
      {.id = 1, .text = "2"}, {.ok = false, .text = "illegal move"}, {.text = "\n   A B\n 2 . X"}, {.id = 3}};
  return responses;
}

TEST(GtpResponseReaderTest, EverySplitGivesTheSameResponses) {
  ForEverySplit(kEngineOutput, [&](const Chunks& chunks) { ASSERT_EQ(ReadResponses(chunks), EngineResponses()); });
}

TEST(GtpResponseReaderTest, EverySplitGivesTheSameExcerpt) {
  ForEverySplit(kEngineOutput, [&](const Chunks& chunks) {
    GtpResponseReader reader;
    for (std::string_view chunk : chunks) ASSERT_TRUE(reader.Feed(chunk).ok());
    ASSERT_EQ(reader.Excerpt(), "loading\n=== net ===\nbye");
    ASSERT_EQ(reader.noise_lines(), 2);
  });
}

struct ResponseCase {
  std::string_view bytes;
  std::vector<GtpResponse> responses;
};

TEST(GtpResponseReaderTest, ReadsWhatEnginesWrite) {
  const ResponseCase kCases[] = {
      {"=\n\n", {{}}},
      {"= \n\n", {{}}},
      {"=D4\n\n", {{.text = "D4"}}},
      {"=  D4  \n\n", {{.text = "D4"}}},
      {"=12\n\n", {{.id = 12}}},
      {"=12 D4\n\n", {{.id = 12, .text = "D4"}}},
      {"=12\tD4\n\n", {{.id = 12, .text = "D4"}}},
      {"= 12 D4\n\n", {{.text = "12 D4"}}},
      {"=12a\n\n", {{.text = "12a"}}},
      {"=99999999999 D4\n\n", {{.text = "99999999999 D4"}}},
      {"?\n\n", {{.ok = false}}},
      {"?12 unknown command\n\n", {{.ok = false, .id = 12, .text = "unknown command"}}},
      {"= A1\r\n\r\n", {{.text = "A1"}}},
      {"= A1\n\r\r\n", {{.text = "A1"}}},
      {"= A\x01"
       "1\x7F\n\x02\n",
       {{.text = "A1"}}},
      {"= a\nb # c\n=d\n\n", {{.text = "a\nb # c\n=d"}}},
      {"= a\n \nb\n\n", {{.text = "a\n \nb"}}},
      {"= a\n\n= b\n\n", {{.text = "a"}, {.text = "b"}}},
      // Nothing complete, or nothing at all:
      {"", {}},
      {"\n\n\n", {}},
      {"=", {}},
      {"= D4", {}},
      {"= D4\n", {}},
      {"= D4\n ", {}},
      {"hello\n\n", {}},
      {" = D4\n\n", {}},
      {"== D4\n\n", {}},
      {"??\n\n", {}},
      {"#= D4\n\n", {}},
  };
  for (const auto& [bytes, responses] : kCases) EXPECT_EQ(ReadResponses({bytes}), responses) << bytes;
}

TEST(GtpResponseReaderTest, ReadsWhatOurServerFormats) {
  const GtpResponse kResponses[] = {{},
                                    {.id = 0, .text = "B+3.5"},
                                    {.ok = false, .id = 2147483647, .text = "cannot undo"},
                                    {.text = "\n  A B\n 2 . ."}};
  for (const GtpResponse& response : kResponses) {
    EXPECT_EQ(ReadResponses({FormatGtpResponse(response)}), std::vector{response});
  }
}

TEST(GtpResponseReaderTest, AResponseThatIsTooLongIsAnErrorForGood) {
  GtpResponseReader reader(/*max_response_bytes=*/100);
  ASSERT_TRUE(reader.Feed("= first\n\n= second\n").ok());
  const absl::Status status = reader.Feed(std::string(200, 'x'));
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(status.message(), HasSubstr("100 bytes"));
  EXPECT_EQ(reader.Feed("\n\n= third\n\n"), status);
  EXPECT_THAT(TakeAll(reader), ElementsAre(GtpResponse{.text = "first"}));
  EXPECT_THAT(reader.Excerpt(), HasSubstr("second\nxxx"));
}

TEST(GtpResponseReaderTest, EndlessLinesOfAResponseAreAnErrorToo) {
  GtpResponseReader reader(/*max_response_bytes=*/100);
  ASSERT_TRUE(reader.Feed("= \n").ok());
  absl::Status status;
  for (int i = 0; i < 200 && status.ok(); ++i) status = reader.Feed("x\n");
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
}

TEST(GtpResponseReaderTest, TheLimitIsExact) {
  GtpResponseReader fits(/*max_response_bytes=*/10);
  EXPECT_TRUE(fits.Feed("= 45678\n0\n\n").ok());
  EXPECT_EQ(fits.Next(), (GtpResponse{.text = "45678\n0"}));
  GtpResponseReader exceeds(/*max_response_bytes=*/10);
  EXPECT_FALSE(exceeds.Feed("= 345678901\n\n").ok());
}

TEST(GtpResponseReaderTest, NoiseIsBoundedAndItsEndIsKept) {
  GtpResponseReader reader;
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(reader.Feed(std::string(1 << 20, 'x')).ok());
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(reader.Feed(absl::StrCat("\nline ", i)).ok());
  ASSERT_TRUE(reader.Feed("\n= ok\n\nSegmentation fault").ok());
  EXPECT_EQ(reader.Next(), GtpResponse{.text = "ok"});
  EXPECT_EQ(reader.noise_lines(), 2001);
  EXPECT_LE(reader.Excerpt().size(), 2 * kMaxGtpNoiseBytes);
  EXPECT_THAT(reader.Excerpt(), EndsWith("line 1999\nSegmentation fault"));
}

TEST(AnswerToTest, AcceptsTheIdWhereverEnginesPutIt) {
  EXPECT_EQ(*AnswerTo(12, {.id = 12, .text = "D4"}), (GtpResponse{.id = 12, .text = "D4"}));
  EXPECT_EQ(*AnswerTo(12, {.text = "12 D4"}), GtpResponse{.text = "D4"});
  EXPECT_EQ(*AnswerTo(12, {.text = "12"}), GtpResponse{});
  EXPECT_EQ(*AnswerTo(12, {.text = "D4"}), GtpResponse{.text = "D4"});
  EXPECT_EQ(*AnswerTo(12, {.text = "123 D4"}), GtpResponse{.text = "123 D4"});
  EXPECT_EQ(*AnswerTo(12, {.ok = false, .text = "12 no"}), (GtpResponse{.ok = false, .text = "no"}));
}

TEST(AnswerToTest, RefusesAnotherId) {
  const absl::Status status = AnswerTo(12, {.id = 11, .text = "D4"}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(status.message(), HasSubstr("answered command 11 when command 12 was asked"));
}

}  // namespace
}  // namespace tenuki
