#include "engine/sgf/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tenuki {
namespace {

TEST(SgfTextTest, TakesAnEscapedByteAsItIs) {
  EXPECT_EQ(SgfText(R"(a \] b \\ c \: d \e)"), R"(a ] b \ c : d e)");
  EXPECT_EQ(SgfSimpleText(R"(a \] b \\ c \: d \e)"), R"(a ] b \ c : d e)");
}

TEST(SgfTextTest, KeepsHardLineBreaksAsOneNewlineWhateverTheLineEnd) {
  EXPECT_EQ(SgfText("a\nb"), "a\nb");
  EXPECT_EQ(SgfText("a\rb"), "a\nb");
  EXPECT_EQ(SgfText("a\r\nb"), "a\nb");
  EXPECT_EQ(SgfText("a\n\rb"), "a\nb");
  EXPECT_EQ(SgfText("a\n\nb"), "a\n\nb");
}

TEST(SgfTextTest, RemovesSoftLineBreaks) {
  for (std::string line_end : {"\n", "\r", "\r\n", "\n\r"}) {
    EXPECT_EQ(SgfText("o\\" + line_end + "k"), "ok");
    EXPECT_EQ(SgfSimpleText("o\\" + line_end + "k"), "ok");
  }
}

TEST(SgfTextTest, TurnsOtherWhiteSpaceIntoSpaces) {
  EXPECT_EQ(SgfText("a\tb\vc\fd\\\te"), "a b c d e");
  EXPECT_EQ(SgfSimpleText("a\tb\r\nc"), "a b c");
}

TEST(SgfTextTest, KeepsBytesOfAnyEncoding) {
  const std::string bytes("\xE7\xA2\x81\xFF\x80\0\x01", 7);
  EXPECT_EQ(SgfText(bytes), bytes);
  EXPECT_EQ(SgfSimpleText(bytes), bytes);
}

TEST(SgfTextTest, ReadsBackWhatEscapeWrote) {
  for (std::string text : {"", "]", "\\", "a]b\\c:d", "\\\n", "[x]", "line\nline"}) {
    EXPECT_TRUE(IsSgfValue(EscapeSgf(text))) << text;
    EXPECT_EQ(SgfText(EscapeSgf(text)), text);
  }
}

TEST(SgfTextTest, KnowsWhatCanStandBetweenBrackets) {
  EXPECT_TRUE(IsSgfValue(""));
  EXPECT_TRUE(IsSgfValue("[("));
  EXPECT_TRUE(IsSgfValue(R"(\])"));
  EXPECT_TRUE(IsSgfValue(R"(\\)"));
  EXPECT_FALSE(IsSgfValue("]"));
  EXPECT_FALSE(IsSgfValue(R"(\\])"));
  EXPECT_FALSE(IsSgfValue("\\"));
}

TEST(SgfTextTest, SplitsComposedValuesAtTheFirstPlainColon) {
  EXPECT_EQ(SplitComposed("aa:cc"), std::pair(std::string_view("aa"), std::string_view("cc")));
  EXPECT_EQ(SplitComposed(R"(a\:b:c:d)"), std::pair(std::string_view(R"(a\:b)"), std::string_view("c:d")));
  EXPECT_EQ(SplitComposed(":"), std::pair(std::string_view(), std::string_view()));
  EXPECT_EQ(SplitComposed("aa"), std::nullopt);
  EXPECT_EQ(SplitComposed(R"(a\:b)"), std::nullopt);
}

}  // namespace
}  // namespace tenuki
