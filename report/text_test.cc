#include "report/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

TEST(TextTest, WidthCountsColumns) {
  EXPECT_EQ(TextWidth(""), 0);
  EXPECT_EQ(TextWidth("× – ± … █"), 9);
  EXPECT_EQ(TextWidth("手抜き"), 6);
  EXPECT_EQ(TextWidth("e\u0301"), 1);
  EXPECT_EQ(TextWidth("\xFF\xE2\x80"), 3);
}

TEST(TextTest, OneLineIsHarmless) {
  EXPECT_EQ(OneLine("  a\tb\r\n"), "a b");
  EXPECT_EQ(OneLine("\x1b[2Jx\x7F\u009By"), "[2Jx  y");
  EXPECT_EQ(OneLine("a\u202Eb"), "ab");
  EXPECT_EQ(OneLine("a\xC0\xAF\xED\xA0\x80"), "a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(TextTest, WrapsAtSpaces) {
  EXPECT_THAT(Wrap("to play  elsewhere", 8, LongWords::kKeep), ElementsAre("to play", "elsewhere"));
  EXPECT_THAT(Wrap("to play elsewhere", 8, LongWords::kBreak), ElementsAre("to play", "elsewher", "e"));
  EXPECT_THAT(Wrap("手抜き", 1, LongWords::kBreak), ElementsAre("手", "抜", "き"));
  EXPECT_THAT(Wrap("", 8, LongWords::kKeep), ElementsAre(""));
  EXPECT_THAT(Wrap(std::string(1'000'000, 'a'), 10, LongWords::kBreak), SizeIs(100'000));
}

TEST(TextTest, PadsAndShortensToColumns) {
  EXPECT_EQ(PadLeft("–", 3), "  –");
  EXPECT_EQ(PadRight("手", 3), "手 ");
  EXPECT_EQ(PadRight("long", 3), "long");
  EXPECT_EQ(Shorten("tenuki", 6), "tenuki");
  EXPECT_EQ(Shorten("tenuki", 4), "ten…");
  EXPECT_EQ(Shorten("手抜き", 4), "手…");
  EXPECT_EQ(Shorten("tenuki", 1), "…");
}

}  // namespace
}  // namespace tenuki
