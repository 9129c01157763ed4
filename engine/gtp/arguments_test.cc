#include "engine/gtp/arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/board/board.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(GtpArgumentsTest, Ints) {
  EXPECT_EQ(*ParseGtpInt("0"), 0);
  EXPECT_EQ(*ParseGtpInt("2147483647"), 2147483647);
  for (std::string_view word : {"", "-1", "+1", "2147483648", "1.0", "x", "0x10"}) {
    EXPECT_THAT(ParseGtpInt(word).status().message(), StartsWith("syntax error")) << word;
  }
}

TEST(GtpArgumentsTest, Seeds) {
  EXPECT_EQ(*ParseSeed("18446744073709551615"), 18446744073709551615u);
  EXPECT_FALSE(ParseSeed("18446744073709551616").ok());
  EXPECT_FALSE(ParseSeed("-1").ok());
}

TEST(GtpArgumentsTest, Colors) {
  for (std::string_view word : {"b", "B", "black", "BLACK", "Black"}) EXPECT_EQ(*ParseGtpColor(word), Color::kBlack);
  for (std::string_view word : {"w", "W", "white", "WHITE", "White"}) EXPECT_EQ(*ParseGtpColor(word), Color::kWhite);
  for (std::string_view word : {"", "x", "bl", "empty", "blackk"}) EXPECT_FALSE(ParseGtpColor(word).ok()) << word;
}

TEST(GtpArgumentsTest, Vertices) {
  EXPECT_EQ(*ParseGtpVertex(9, "A9"), MakePoint(9, 0, 0));
  EXPECT_EQ(*ParseGtpVertex(9, "j1"), MakePoint(9, 8, 8));
  EXPECT_EQ(*ParseGtpVertex(9, "PASS"), kPass);
  for (std::string_view word : {"", "I5", "K1", "A10", "A0", "5A", "resign", "A"}) {
    EXPECT_THAT(ParseGtpVertex(9, word).status().message(), HasSubstr("A1 to J9")) << word;
  }
}

TEST(GtpArgumentsTest, VerticesAreListedInPointOrder) {
  PointSet points;
  EXPECT_EQ(FormatGtpVertices(9, points), "");
  for (std::string_view word : {"C3", "A1", "A9"}) points.Insert(*MoveFromGtp(9, word));
  EXPECT_EQ(FormatGtpVertices(9, points), "A9 A1 C3");
}

TEST(GtpArgumentsTest, KomiIsInHalfPoints) {
  EXPECT_EQ(*ParseKomi("7.5"), 15);
  EXPECT_EQ(*ParseKomi("-0.5"), -1);
  EXPECT_EQ(*ParseKomi("0"), 0);
  EXPECT_EQ(*ParseKomi("6.50"), 13);
  EXPECT_EQ(*ParseKomi("-1000000"), -2'000'000);
  EXPECT_EQ(ParseKomi("6.3").status().message(), "syntax error: komi must be a multiple of 0.5");
  for (std::string_view word : {"", "x", "nan", "inf", "-inf", "1000000.5", "1e300", "7,5"}) {
    EXPECT_THAT(ParseKomi(word).status().message(), StartsWith("syntax error: '")) << word;
  }
}

TEST(GtpArgumentsTest, HalfPointsAndScores) {
  EXPECT_EQ(FormatHalfPoints(15), "7.5");
  EXPECT_EQ(FormatHalfPoints(-1), "-0.5");
  EXPECT_EQ(FormatHalfPoints(-6), "-3");
  EXPECT_EQ(FormatHalfPoints(0), "0");
  EXPECT_EQ(FormatScore(7), "B+3.5");
  EXPECT_EQ(FormatScore(-24), "W+12");
  EXPECT_EQ(FormatScore(0), "0");
}

TEST(GtpArgumentsTest, RulesAreReadBackAsWritten) {
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko, KoRule::kSituationalSuperko}) {
    for (bool suicide : {false, true}) {
      const Rules rules = {.ko = ko, .suicide_allowed = suicide, .komi_half_points = 11};
      EXPECT_EQ(*ParseRules(FormatRules(rules), 11), rules) << FormatRules(rules);
    }
  }
  EXPECT_EQ(FormatRules({}), "positional");
  for (std::string_view word : {"", ",suicide", "chinese", "simple,", "simple,suicide,suicide"}) {
    EXPECT_FALSE(ParseRules(word, 0).ok()) << word;
  }
}

TEST(GtpArgumentsTest, ErrorsShowOnlyTheStartOfALongWord) {
  EXPECT_LT(ParseGtpColor(std::string(10'000, 'x')).status().message().size(), 120);
}

}  // namespace
}  // namespace tenuki
