#include "report/format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "google/protobuf/text_format.h"

namespace tenuki {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string Format(const std::string& value) {
  v1::Value parsed;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(value, &parsed)) << value;
  return FormatValue(parsed);
}

TEST(FormatTest, TextAndCounts) {
  EXPECT_EQ(Format("text: 'GNU Go 3.8'"), "GNU Go 3.8");
  EXPECT_EQ(Format("text: 'two\\nlines\\033[31m'"), "two lines [31m");
  EXPECT_EQ(Format("count: 24318165"), "24,318,165");
  EXPECT_EQ(Format("count: -9223372036854775808"), "-9,223,372,036,854,775,808");
  EXPECT_EQ(Format("count: 999"), "999");
  EXPECT_EQ(Format("count: 1000"), "1,000");
  EXPECT_EQ(Format("count: -999"), "-999");
  EXPECT_EQ(Format(""), "–");
}

TEST(FormatTest, Numbers) {
  EXPECT_EQ(Format("number { value: 7.25 format { decimals: 1 } }"), "7.2");
  EXPECT_EQ(Format("number { value: 7.5 format {} }"), "8");
  EXPECT_EQ(Format("number { value: 0.4831 format { decimals: 1 percent: true } }"), "48.3 %");
  EXPECT_EQ(Format("number { value: -0.0004 format { decimals: 2 } }"), "0.00");
  EXPECT_EQ(Format("number { value: -12.5 format { decimals: 1 } }"), "-12.5");
}

TEST(FormatTest, NumbersWithoutAFormatHaveTheDigitsTheyNeed) {
  EXPECT_EQ(FormatNumber(0.5), "0.5");
  EXPECT_EQ(FormatNumber(0), "0");
  EXPECT_EQ(FormatNumber(1.0 / 3), "0.3333");
  EXPECT_EQ(FormatNumber(123456), "123456");
  EXPECT_EQ(FormatNumber(-0.0), "0");
}

TEST(FormatTest, WhatIsNoNumberIsShort) {
  EXPECT_EQ(Format("number { value: nan format { percent: true } }"), "–");
  EXPECT_EQ(Format("number { value: inf }"), "∞");
  EXPECT_EQ(Format("number { value: -inf format { percent: true } }"), "-∞ %");
  EXPECT_EQ(Format("number { value: 1e300 format { decimals: 2 } }"), "1.000e+300");
  EXPECT_EQ(Format("number { value: 0.5 format { decimals: 2000000000 } }"), "0.500000000000000");
  EXPECT_EQ(Format("number { value: 0.5 format { decimals: -3 } }"), "0");
}

TEST(FormatTest, Intervals) {
  EXPECT_EQ(Format("interval { estimate: 0.483 low: 0.431 high: 0.536 confidence: 0.95 "
                   "format { decimals: 1 percent: true } }"),
            "48.3 % [43.1, 53.6]");
  EXPECT_EQ(Format("interval { estimate: 2 low: -inf high: 3 }"), "2 [-∞, 3]");
  EXPECT_EQ(Format("interval { estimate: 2 low: nan high: nan }"), "2");
  EXPECT_EQ(Format("interval { estimate: nan low: 1 high: 3 }"), "–");
  EXPECT_EQ(Format("interval { estimate: 2 low: 3 high: 1 }"), "2 [3, 1]") << "the mistake is there to be seen";
}

TEST(FormatTest, Tests) {
  EXPECT_EQ(Format("test { p_value: 0.0123 }"), "p = 0.012");
  EXPECT_EQ(Format("test { p_value: 0.0123 rejected: true }"), "p = 0.012 *");
  EXPECT_EQ(Format("test { p_value: 0.0123 adjusted_p_value: 0.0369 rejected: true }"), "p = 0.012 (adjusted 0.037) *");
  EXPECT_EQ(Format("test { p_value: 0.00002 adjusted_p_value: 0.0001 }"), "p < 0.001 (adjusted < 0.001)");
  EXPECT_EQ(Format("test { p_value: 0.00099 }"), "p < 0.001");
  EXPECT_EQ(Format("test { p_value: 0.001 }"), "p = 0.001");
  EXPECT_EQ(Format("test { p_value: 1 }"), "p = 1.000");
  EXPECT_EQ(Format("test { p_value: nan }"), "–");
}

TEST(FormatTest, Confidence) {
  EXPECT_EQ(FormatConfidence(0.95), "95 %");
  EXPECT_EQ(FormatConfidence(0.999), "99.9 %");
  for (double none : {0.0, 1.0, -1.0, kNan, kInfinity}) EXPECT_EQ(FormatConfidence(none), "") << none;
}

}  // namespace
}  // namespace tenuki
