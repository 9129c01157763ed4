// What figures show, beyond how they look (svg_golden_test): nothing is left out in silence, and no file is large.
#include "report/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "report/test_report.h"
#include "report/well_formed_xml.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A page that takes longer than a moment to load is of no use.
constexpr size_t kMaxSvgBytes = 800'000;

std::string Draw(const v1::Figure& figure) {
  const std::string svg = RenderSvg(figure);
  EXPECT_EQ(WhyNotWellFormed(svg), "");
  EXPECT_LE(svg.size(), kMaxSvgBytes);
  return svg;
}
std::string Draw(const std::string& figure) { return Draw(ParseText<v1::Figure>(figure)); }

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

TEST(SvgTest, TheCaptionIsTheTitle) {
  const std::string svg = Draw("caption: 'Points < 3 & more' board { size: 3 }");
  EXPECT_EQ(Count(svg, "Points &lt; 3 &amp; more"), 2) << "as the title, and to be read";
  EXPECT_THAT(Draw("board { size: 3 }"), HasSubstr("<title>Figure</title>"));
}

TEST(SvgTest, NothingToShowIsSaid) {
  EXPECT_THAT(Draw(""), HasSubstr("(an empty figure)"));
  EXPECT_THAT(Draw("interval_chart {}"), HasSubstr("(no points)"));
  EXPECT_THAT(Draw("histogram {}"), HasSubstr("(no bins)"));
  EXPECT_THAT(Draw("histogram { counts: 1 }"), HasSubstr("(bins from 0 on of width 0 are not drawn)"));
  EXPECT_THAT(Draw("distribution_overlay {}"), HasSubstr("(no densities)"));
  EXPECT_THAT(Draw("board {}"), HasSubstr("(a board of size 0 is not drawn)"));
  EXPECT_THAT(Draw("board_triple { left { size: 3 } }"), HasSubstr("(a board of size 0 is not drawn)"));
  EXPECT_THAT(Draw("crosstable {}"), HasSubstr("(no players)"));
  EXPECT_THAT(Draw("matrix {}"), HasSubstr("(an empty matrix)"));
}

TEST(SvgTest, PointsOfAnIntervalChartSayTheirNumbers) {
  const std::string svg = Draw(R"(
    interval_chart {
      y { format { decimals: 1 percent: true } }
      series {
        name: "UCT"
        points { x: 100 y { estimate: 0.461 low: 0.428 high: 0.509 confidence: 0.95 } paper_y: 0.5 }
        points { x: 200 paper_y: 0.6 }
        points { x: nan y { estimate: 1 } }
      }
    })");
  EXPECT_THAT(svg, AllOf(HasSubstr("<title>UCT, 100: 46.1 % [42.8, 50.9], paper 50.0 %</title>"),
                         HasSubstr("<title>UCT, 200: –, paper 60.0 %</title>"), HasSubstr("95 % confidence interval"),
                         HasSubstr(">paper<"), HasSubstr("without a place on the axis: 1 points")));
}

TEST(SvgTest, AnAxisIsLogarithmicWhereItShallBe) {
  const std::string linear = "interval_chart { series { points { x: 10 } points { x: 1000 } points { x: 100000 } } }";
  EXPECT_THAT(Draw(linear), AllOf(HasSubstr(">20000<"), Not(HasSubstr(">1000<"))));
  const std::string logarithmic = "interval_chart { x { logarithmic: true } " + linear.substr(16);
  EXPECT_THAT(Draw(logarithmic), AllOf(HasSubstr(">10<"), HasSubstr(">1000<"), Not(HasSubstr(">20000<"))));
  EXPECT_THAT(Draw("interval_chart { x { logarithmic: true } series { points { x: 0 } points { x: 5 } } }"),
              HasSubstr("without a place on the axis: 1 points"));
}

TEST(SvgTest, BarsHaveTheColorOfTheirGroup) {
  const std::string svg = Draw(R"(
    histogram { bin_width: 2 counts: [5, 1000000000, 3, 2] groups: [0, 1, 7] group_names: ["kyu", ""] })");
  EXPECT_THAT(svg, AllOf(HasSubstr(">kyu<"), HasSubstr(">group 2<"), HasSubstr(">no group<"),
                         HasSubstr("2 to 4: 1,000,000,000")));
  EXPECT_EQ(Count(svg, "fill=\"#0072b2\""), 2) << "the bar and its sign";
  EXPECT_EQ(Count(svg, "fill=\"#d55e00\""), 2);
  EXPECT_EQ(Count(svg, "fill=\"#8a8a8a\""), 3) << "both that have no group";
}

TEST(SvgTest, TheSmallestBarIsSeen) {
  EXPECT_THAT(Draw("histogram { bin_width: 1 counts: [1000000, 1] }"), HasSubstr("height=\"1.5\""));
  EXPECT_THAT(Draw("histogram { y { logarithmic: true } bin_width: 1 counts: [1000000, 1] }"),
              AllOf(HasSubstr(">0.1<"), Not(HasSubstr("height=\"1.5\""))));
  EXPECT_THAT(Draw("histogram { bin_width: 1 counts: [9223372036854775807, 1] }"),
              HasSubstr("without a place on the axis: 1 bins"));
}

TEST(SvgTest, ADensityThatIsNowhereIsAGap) {
  const std::string svg = Draw("distribution_overlay { at: [0, 1, 2, 3] densities { values: [1, 2, nan, 3] } }");
  EXPECT_EQ(Count(svg, "<path"), 1);
  EXPECT_EQ(Count(svg, "<circle"), 1) << "the last one stands alone";
}

TEST(SvgTest, StonesMarksAndValuesOfABoard) {
  const std::string svg = Draw(R"(
    board { size: 5 black: [6, 12] white: 7 marks { point: 12 label: "1" } marks { point: 24 label: "last move" }
            values { name: "criticality" shape: SHAPE_SQUARE format { decimals: 2 }
                     values: [0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, -0.1] } })");
  EXPECT_THAT(svg, AllOf(HasSubstr(">1</text>"), HasSubstr("E1: last move"), HasSubstr("criticality 0.50"),
                         HasSubstr("criticality -0.12"), Not(HasSubstr("criticality -0.50"))));
  EXPECT_EQ(Count(svg, "<circle"), 4) << "three stones, and the ring of a mark";
  EXPECT_EQ(Count(svg, "<rect"), 2 + 2 + 3) << "the page and the board, two values, three signs in the legend";
}

TEST(SvgTest, WhatThreeBoardsShareIsSaidOnce) {
  const std::string svg = Draw(R"(
    board_triple { titles: ["referee", "Black", "White"]
                   left { size: 1 black: [0, 7] shades: 1 } middle { size: 1 black: 7 shades: -1 } 
                   right { size: 1 } })");
  EXPECT_EQ(Count(svg, "off the board and not shown: 1"), 1);
  EXPECT_EQ(Count(svg, ">White&apos;s<") + Count(svg, ">White's<"), 1);
  EXPECT_THAT(svg, AllOf(HasSubstr(">referee<"), HasSubstr(">Black<"), HasSubstr(">White<")));
}

TEST(SvgTest, ALargeFigureIsCutWithANote) {
  v1::Figure matrix;
  for (int i = 0; i < 210; ++i) {
    matrix.mutable_matrix()->add_row_names(absl::StrCat("row ", i));
    matrix.mutable_matrix()->add_column_names(absl::StrCat("column ", i));
    for (int j = 0; j < 210; ++j) matrix.mutable_matrix()->add_values((i * 7919 + j * 104729) % 1000);
  }
  EXPECT_THAT(Draw(matrix), AllOf(HasSubstr("10 more rows are not shown"), HasSubstr("10 more columns are not shown")));

  v1::Figure crosstable;
  for (int i = 0; i < 50; ++i) {
    crosstable.mutable_crosstable()->add_players(std::string(100, 'W'));
    v1::Row& row = *crosstable.mutable_crosstable()->add_rows();
    for (int j = 0; j < 50; ++j) row.add_values()->set_text(std::string(100, '&'));
  }
  EXPECT_THAT(Draw(crosstable), HasSubstr("10 more players are not shown"));

  v1::Figure chart;
  for (int i = 0; i < 30; ++i) {
    v1::IntervalSeries& series = *chart.mutable_interval_chart()->add_series();
    series.set_name(std::string(100, '"'));
    for (int j = 0; j < 100; ++j) {
      v1::IntervalPoint& point = *series.add_points();
      point.set_x(j);
      point.set_paper_y(i);
      point.mutable_y()->set_high(i + j);
    }
  }
  EXPECT_THAT(Draw(chart),
              AllOf(HasSubstr("16 more series are not shown"), HasSubstr("800 more points are not shown")));

  v1::Figure overlay;
  for (int j = 0; j < 1100; ++j) overlay.mutable_distribution_overlay()->add_at(j);
  for (int i = 0; i < 20; ++i) {
    v1::Density& density = *overlay.mutable_distribution_overlay()->add_densities();
    for (int j = 0; j < 1100; ++j) density.add_values((i * j) % 97);
  }
  EXPECT_THAT(Draw(overlay), AllOf(HasSubstr("6 more densities are not shown"),
                                   HasSubstr("100 more points of each density are not shown")));

  v1::Figure histogram;
  histogram.mutable_histogram()->set_bin_width(0.001);
  for (int i = 0; i < 1001; ++i) histogram.mutable_histogram()->add_counts(i);
  EXPECT_THAT(Draw(histogram), HasSubstr("1 more bins are not shown"));

  v1::Figure triple;
  for (v1::Board* board :
       {triple.mutable_board_triple()->mutable_left(), triple.mutable_board_triple()->mutable_middle(),
        triple.mutable_board_triple()->mutable_right()}) {
    board->set_size(25);
    for (int i = 0; i < 2 * 625; ++i) {
      board->add_black(i);
      v1::PointMark& mark = *board->add_marks();
      mark.set_point(i);
      mark.set_label(i % 2 == 0 ? "&&&" : "a label that has no room");
    }
    for (int i = 0; i < 625; ++i) {
      board->add_shades(0.001 * i);
      board->mutable_values()->add_values(i);
    }
  }
  EXPECT_THAT(Draw(triple), HasSubstr(">…<"));
}

TEST(SvgTest, ALongTextIsCut) {
  const std::string text(1'000'000, '&');
  v1::Figure figure;
  figure.set_caption(text);
  figure.mutable_histogram()->set_bin_width(1);
  figure.mutable_histogram()->add_counts(1);
  figure.mutable_histogram()->add_curve(1);
  figure.mutable_histogram()->set_curve_name(text);
  figure.mutable_histogram()->mutable_x()->set_label(text);
  figure.mutable_histogram()->mutable_y()->set_label(text);
  EXPECT_LT(Draw(figure).size(), 20'000);
}

}  // namespace
}  // namespace tenuki
