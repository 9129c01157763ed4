#include "report/svg_canvas.h"

#include <gtest/gtest.h>

#include <limits>

#include "report/svg_colors.h"
#include "report/well_formed_xml.h"

namespace tenuki {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(WellFormedXmlTest, FindsWhatIsWrong) {
  EXPECT_EQ(WhyNotWellFormed("<svg a=\"1\" b=\"&lt;\"><g/><text>手抜き &amp; x</text></svg>\n"), "");
  for (const char* wrong :
       {"", "svg", "<svg>", "<svg><g></svg>", "<svg></svg><svg></svg>", "<svg a=1></svg>", "<svg a=\"1\" a=\"2\"/>",
        "<svg>&nbsp;</svg>", "<svg>a & b</svg>", "<svg>\x01</svg>", "<svg>\xFF</svg>", "<svg>\xC0\xAF</svg>",
        "<svg>\uFFFE</svg>", "<svg a=\"<\"></svg>", "<svg", "<>", "<svg></svg>text"}) {
    EXPECT_NE(WhyNotWellFormed(wrong), "") << wrong;
  }
}

TEST(SvgCanvasTest, NumbersHaveAtMostTwoDecimals) {
  EXPECT_EQ(SvgNumber(3), "3");
  EXPECT_EQ(SvgNumber(12.5), "12.5");
  EXPECT_EQ(SvgNumber(-0.25), "-0.25");
  EXPECT_EQ(SvgNumber(0.05), "0.05");
  EXPECT_EQ(SvgNumber(1.999), "2");
  EXPECT_EQ(SvgNumber(-0.001), "0");
}

TEST(SvgCanvasTest, NumbersOutsideAnyPageAreItsEnd) {
  EXPECT_EQ(SvgNumber(kInfinity), "1000000");
  EXPECT_EQ(SvgNumber(-1e300), "-1000000");
  EXPECT_EQ(SvgNumber(std::numeric_limits<double>::quiet_NaN()), "0");
}

TEST(SvgCanvasTest, TextIsEscaped) {
  EXPECT_EQ(SvgEscape("a < b & \"c\" > d"), "a &lt; b &amp; &quot;c&quot; &gt; d");
  EXPECT_EQ(SvgEscape("two\nlines\x1b[2J"), "two lines [2J");
  EXPECT_EQ(SvgEscape("\xFF \uFFFE"), "\uFFFD \uFFFD");
}

TEST(SvgCanvasTest, FileIsWellFormed) {
  SvgCanvas canvas;
  canvas.BeginGroup({{"fill", kInk}});
  canvas.Add("circle", {{"cx", 1.5}, {"cy", 2}, {"r", 3}, {"stroke", ""}}, "<12> games");
  canvas.EndGroup();
  canvas.AddText(1, 2, "a\"b", {.bold = true, .turn = -90});
  canvas.AddText(1, 2, "", {});
  const std::string file = canvas.Finish(10, 20, "A & B");
  EXPECT_EQ(WhyNotWellFormed(file), "");
  EXPECT_NE(file.find("<circle cx=\"1.5\" cy=\"2\" r=\"3\"><title>&lt;12&gt; games</title></circle>"),
            std::string::npos)
      << file;
  EXPECT_NE(file.find("viewBox=\"0 0 10 20\""), std::string::npos) << file;
  EXPECT_NE(file.find("font-weight=\"bold\" fill=\"#1a1a1a\" transform=\"rotate(-90 1 2)\">a&quot;b</text>"),
            std::string::npos)
      << file;
}

TEST(SvgColorsTest, RampsGoFromEndToEnd) {
  EXPECT_EQ(SequentialColor(0), "#f7fbff");
  EXPECT_EQ(SequentialColor(1), "#08306b");
  EXPECT_EQ(SequentialColor(kInfinity), SequentialColor(1));
  EXPECT_EQ(DivergingColor(0), "#67001f");
  EXPECT_EQ(DivergingColor(0.5), "#fafafa");
  EXPECT_EQ(DivergingColor(-1), DivergingColor(0));
}

TEST(SvgColorsTest, InkCanBeRead) {
  EXPECT_EQ(InkOn("#ffffff"), kInk);
  EXPECT_EQ(InkOn("#000000"), kPaper);
  EXPECT_EQ(InkOn(SequentialColor(1)), kPaper);
  EXPECT_EQ(InkOn(DivergingColor(0.5)), kInk);
}

}  // namespace
}  // namespace tenuki
