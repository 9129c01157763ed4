#include "report/terminal.h"

#include <gtest/gtest.h>

#include <string>

#include "report/test_report.h"

namespace tenuki {
namespace {

// The figure alone, at 80 columns; with a line break before it, as raw strings have.
std::string Draw(const std::string& figure) {
  return "\n" + RenderTerminal(ReportOf(ParseText<v1::Figure>(figure)), {.width = 80});
}

std::string DrawTable(const std::string& table, int width) {
  v1::Report report;
  *report.add_sections()->add_blocks()->mutable_table() = ParseText<v1::Table>(table);
  return "\n" + RenderTerminal(report, {.width = width});
}

TEST(TerminalTest, MatchWithAPapersValues) {
  EXPECT_EQ("\n" + RenderTerminal(ParseText(kMatchReport), {.width = 80}), R"(
uct-vs-gnugo
============

UCT against GNU Go, as in table 2.

One playout a move more.

Results of match.player against match.opponent
----------------------------------------------

All games

playouts   games             win rate   paper      differs
---------  -----  -------------------  ------  -----------
100        1,200  53.1 % [50.2, 56.0]  52.0 %    p = 0.443
1000|rave      0                    –  71.0 %  p < 0.001 *

[…]: 95 % confidence interval; *: hypothesis rejected

Win rates count a draw as half a win.

Assumptions
-----------

- board size 9: the paper does not say
- komi 7.5: *usual* at that time
)");
}

TEST(TerminalTest, ANarrowTerminalWrapsTextAndCutsTablesIntoBands) {
  EXPECT_EQ("\n" + RenderTerminal(ParseText(kMatchReport), {.width = 40}), R"(
uct-vs-gnugo
============

UCT against GNU Go, as in table 2.

One playout a move more.

Results of match.player against
match.opponent
----------------------------------------

All games

playouts   games             win rate
---------  -----  -------------------
100        1,200  53.1 % [50.2, 56.0]
1000|rave      0                    –

playouts    paper      differs
---------  ------  -----------
100        52.0 %    p = 0.443
1000|rave  71.0 %  p < 0.001 *

[…]: 95 % confidence interval; *:
hypothesis rejected

Win rates count a draw as half a win.

Assumptions
-----------

- board size 9: the paper does not say
- komi 7.5: *usual* at that time
)");
}

TEST(TerminalTest, ColorMakesBoldAndNothingElse) {
  const v1::Report report = ParseText(kMatchReport);
  std::string colored = RenderTerminal(report, {.width = 80, .color = true});
  EXPECT_NE(colored.find("\x1b[1muct-vs-gnugo\x1b[0m\n"), std::string::npos) << colored;
  EXPECT_NE(colored.find("  \x1b[1mp < 0.001 *\x1b[0m\n"), std::string::npos) << colored;
  for (const std::string code : {"\x1b[1m", "\x1b[0m"}) {
    for (size_t at = 0; (at = colored.find(code)) != std::string::npos;) colored.erase(at, code.size());
  }
  EXPECT_EQ(colored, RenderTerminal(report, {.width = 80}));
}

TEST(TerminalTest, RowsMayBeShortOrLong) {
  EXPECT_EQ(DrawTable(R"(columns { name: "name" }
                         columns { name: "n" alignment: ALIGNMENT_RIGHT }
                         rows { values { text: "手抜き" } }
                         rows { values { text: "tenuki" } values { count: 12 } values { text: "more" } }
                         rows {})",
                      80),
            R"(
name     n
------  --  ----
手抜き   –  –
tenuki  12  more
–        –  –
)");
}

TEST(TerminalTest, LongTextsInATableAreBroken) {
  EXPECT_EQ(DrawTable(R"(columns { name: "rule" }
                         columns { name: "meaning" }
                         columns { name: "n" alignment: ALIGNMENT_RIGHT }
                         rows { values { text: "superko" }
                                values { text: "a move may not repeat any position of the game" }
                                values { count: 7 } })",
                      40),
            R"(
rule     meaning                       n
-------  ----------------------------  -
superko  a move may not repeat any     7
         position of the game
)");
}

TEST(TerminalTest, TablesWithoutRowsOrColumns) {
  EXPECT_EQ(DrawTable("", 80), "\n(an empty table)\n");
  EXPECT_EQ(DrawTable("columns { name: 'a' } columns { name: 'b' }", 80), R"(
a  b
-  -
(no rows)
)");
}

TEST(TerminalTest, IntervalChart) {
  EXPECT_EQ(Draw(R"(
    caption: "Win rate"
    interval_chart {
      x { label: "playouts" }
      y { label: "win rate" format { decimals: 1 percent: true } }
      series {
        name: "UCT"
        points { x: 100 y { estimate: 0.461 low: 0.428 high: 0.509 confidence: 0.95 } paper_y: 0.5 }
        points { x: 1000 y { estimate: 0.55 low: 0.51 high: 0.59 confidence: 0.95 } paper_y: 0.551 }
      }
      series {
        name: "RAVE"
        points { x: 100 y { estimate: 0.6 low: 0.57 high: inf confidence: 0.95 } }
        points { x: 1000 paper_y: 0.62 }
        points { x: 5000 y { estimate: nan low: nan high: nan } }
      }
    })"),
            R"(
Win rate

playouts  40 %     50 %        60 %       70 %
          +----------+-----------+----------+
UCT
     100     |---o---x|                        46.1 % [42.8, 50.9]  paper 50.0 %
    1000              |----@----|              55.0 % [51.0, 59.0]  paper 55.1 %
RAVE
     100                     |---o---------->  60.0 % [57.0, ∞]
    1000                           x           –  paper 62.0 %
    5000                                       –

o win rate, |---| 95 % confidence interval, x paper, @ both
)");
}

TEST(TerminalTest, HistogramWithACurve) {
  EXPECT_EQ(Draw(R"(
    caption: "Scores"
    histogram {
      x { label: "score" }
      first_edge: -10
      bin_width: 5
      counts: [3, 1012, 40, 0]
      curve_name: "normal"
      curve: [10, 800.5, 80, 1]
    })"),
            R"(
Scores

    score  count  normal  █ count, | normal
-10 to -5      3      10  |
  -5 to 0  1,012   800.5  ██████████████████████████████████████████|███████████
   0 to 5     40      80  ██▏ |
  5 to 10      0       1  |
)");
}

TEST(TerminalTest, HistogramWithoutACurve) {
  EXPECT_EQ(Draw("histogram { x { format { decimals: 1 } } bin_width: 0.5 counts: [1, 2, 4] }"), R"(
            count
0.0 to 0.5      1  ███████████████▎
0.5 to 1.0      2  ██████████████████████████████▌
1.0 to 1.5      4  █████████████████████████████████████████████████████████████
)");
}

TEST(TerminalTest, DistributionOverlay) {
  EXPECT_EQ(Draw(R"(
    distribution_overlay {
      x { label: "score" }
      at: [-10, -5, 0, 5, 10, 15, 20]
      densities { name: "UCT" values: [0, 0.01, 0.04, 0.08, 0.04, 0.01, 0] }
      densities { name: "uniform" values: [0.03, 0.03, 0.03, 0.03, 0.03] }
    })"),
            R"(
                                ▁▂▃▄▆▇█▇▅▄▃▁
                         ▁▂▃▄▅▆██████████████▇▅▄▃▂▁
UCT       ▁▁▁▁▂▂▂▂▃▃▄▅▆▇█████████████████████████████▇▆▅▄▃▃▂▂▂▁▁▁▁   peak at 5

         ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
uniform  ███████████████████████████████████████                     peak at -10
         +---------+--------+---------+--------+---------+--------+
score    -10      -5        0         5       10        15       20
)");
}

TEST(TerminalTest, BoardWithMarks) {
  EXPECT_EQ(Draw(R"(
    caption: "After move 4"
    board {
      size: 5
      black: [6, 12]
      white: [7, 0]
      marks { point: 12 label: "1" }
      marks { point: 4 label: "a" }
      marks { point: 24 label: "last move" }
    })"),
            R"(
After move 4

   A  B  C  D  E
 5 O  .  .  .  .  5
 4 .  X  .  .  .  4
 3 .  O  X1 .  .  3
 2 .  .  .  .  .  2
 1 a  .  .  .  *  1
   A  B  C  D  E
E1: last move
)");
}

TEST(TerminalTest, BoardHasStarPoints) {
  EXPECT_EQ(Draw("board { size: 9 black: 40 }"), R"(
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . + . . . + . . 7
 6 . . . . . . . . . 6
 5 . . . . X . . . . 5
 4 . . . . . . . . . 4
 3 . . + . . . + . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
)");
}

TEST(TerminalTest, BoardWithShades) {
  EXPECT_EQ(Draw("board { size: 2 black: 0 shades: [1, 0.3, -0.2, -0.9] }"), R"(
   A  B
 2 X# .- 2
 1 .+ .= 1
   A  B
# + Black's, - = White's
)");
}

TEST(TerminalTest, BoardsThatCannotBe) {
  EXPECT_EQ(Draw("board {}"), "\n(a board of size 0 is not drawn)\n");
  EXPECT_EQ(Draw("board { size: -3 black: 1 }"), "\n(a board of size -3 is not drawn)\n");
  EXPECT_EQ(Draw("board { size: 2147483647 }"), "\n(a board of size 2147483647 is not drawn)\n");
  EXPECT_EQ(Draw("board { size: 2 black: [0, -1, 4] white: [0, 3] shades: 1 }"), R"(
   A B
 2 ? . 2
 1 . O 1
   A B
A2: both a black and a white stone
shades not shown: 1 for 4 points
off the board and not shown: 2
)");
}

TEST(TerminalTest, BoardTripleSideBySide) {
  EXPECT_EQ(Draw(R"(
    board_triple {
      left { size: 3 black: 4 }
      middle { size: 3 white: 4 }
      right { size: 3 marks { point: 4 label: "-1" } }
      titles: ["paper", "ours", "difference"]
    })"),
            R"(
paper         ours          difference
   A B C         A B C         A  B  C
 3 . . . 3     3 . . . 3     3 .  .  .  3
 2 . X . 2     2 . O . 2     2 .  -1 .  2
 1 . . . 1     1 . . . 1     1 .  .  .  1
   A B C         A B C         A  B  C
)");
}

TEST(TerminalTest, BoardTripleBelowOneAnotherWhereThereIsNoRoom) {
  EXPECT_EQ(Draw(R"(
    board_triple {
      left { size: 1 black: 0 }
      middle { size: 1 }
      titles: ["a title that is longer than forty columns", "another that is longer than forty columns"]
    })"),
            R"(
a title that is longer than forty columns
   A
 1 X 1
   A

another that is longer than forty columns
   A
 1 . 1
   A


(a board of size 0 is not drawn)
)");
}

TEST(TerminalTest, Crosstable) {
  EXPECT_EQ(Draw(R"(
    crosstable {
      players: ["GNU Go", "UCT", "RAVE"]
      rows { values {} values { count: 40 } values { count: 31 } }
      rows { values { count: 60 } values {} }
    })"),
            R"(
        GNU Go  UCT  RAVE
------  ------  ---  ----
GNU Go           40    31
UCT         60          –
RAVE         –    –
)");
}

TEST(TerminalTest, Matrix) {
  EXPECT_EQ(Draw(R"(
    matrix {
      row_names: ["first", "second"]
      column_names: ["a", "b"]
      values: [1, 0.25, nan]
      format { decimals: 2 }
    })"),
            R"(
           a     b
------  ----  ----
first   1.00  0.25
second     –     –
)");
}

TEST(TerminalTest, HistogramWithGroupsOverPowersOfTen) {
  EXPECT_EQ(Draw(R"(
    histogram {
      x { label: "distance" }
      y { label: "positions" logarithmic: true }
      bin_width: 1
      counts: [95000, 100, 1, 0]
      curve: [95000, 1000, 0.00001]
      groups: [0, 0, 1]
      group_names: ["near", ""]
    })"),
            R"(
distance    group  positions  curve  █ count, | curve; powers of ten from 0.1 to 100000
  0 to 1     near     95,000  95000  ██████████████████████████████████████████|
  1 to 2     near        100   1000  █████████████████████▌      |
  2 to 3  group 2          1  1e-05  ███████▏
  3 to 4        –          0      –
)");
}

TEST(TerminalTest, DistributionOverlayOverPowersOfTen) {
  EXPECT_EQ(Draw(R"(
    distribution_overlay {
      y { label: "share" logarithmic: true }
      at: [0, 1, 2, 3, 4, 5]
      densities { name: "UCT" values: [0.9, 0.09, 0.009, 0.0009, 0, 0.0001] }
    })"),
            R"(
     ██▇▇▇▇▆▆▅▅▄▃▂▂▁▁▁▁
     ████████████████████▇▇▆▅▄▄▃▃▃▃▂▂▁▁
UCT  ███████████████████████████████████▇▆▅▅▅▅▄▄▃▃▂▁             ▁  peak at 0
     +-----------+-----------+-----------+-----------+-----------+
     0           1           2           3           4           5
height: share, powers of ten from 0.0001 to 1
)");
}

TEST(TerminalTest, BoardWithValues) {
  EXPECT_EQ(Draw(R"(
    board { size: 3 black: 4 marks { point: 8 label: "a" }
            values { name: "covariance" format { decimals: 2 }
                     values: [0.04, 0.02, 0, -0.04, 0.001, 0, nan, 0, 0.03] } })"),
            R"(
   A   B   C
 3 .9  .-9 .?  3
 2 .5  X1  .   2
 1 .   .   a7  1
   A   B   C
1 to 9: covariance up to 0.04, - below zero
)");
}

TEST(TerminalTest, AWideMatrixIsAMap) {
  EXPECT_EQ(Draw(R"(
    matrix {
      row_names: ["first", "second", "a name of more than sixteen"]
      column_names: ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M"]
      column_names: ["N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y"]
      value_name: "similarity"
      format { decimals: 1 }
      values: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
               1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, nan, 0.5, 0.5, inf, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
               0.9, 0.8]
    })"),
            R"(
first              .:-=++*#%@             @
second            @@@@@@@@@@@?++@
a name of more …  %#

similarity: from 0.0, blank, by . : - = + * # % to 1.0, @
)");
}

TEST(TerminalTest, AMapOfAMatrixIsNotWiderThanTheTerminal) {
  v1::Figure figure;
  for (int i = 0; i < 100; ++i) figure.mutable_matrix()->add_column_names("c");
  for (int i = 0; i < 200; ++i) figure.mutable_matrix()->add_values(i);
  const std::string drawn = RenderTerminal(ReportOf(figure), {.width = 80});
  EXPECT_NE(drawn.find("22 more columns are not shown"), std::string::npos) << drawn;
}

TEST(TerminalTest, NothingToShow) {
  EXPECT_EQ(RenderTerminal({}, {}), "");
  EXPECT_EQ(Draw(""), "\n(an empty figure)\n");
  EXPECT_EQ(Draw("interval_chart {}"), "\n(no points)\n");
  EXPECT_EQ(Draw("histogram {}"), "\n(no bins)\n");
  EXPECT_EQ(Draw("distribution_overlay {}"), "\n(no densities)\n");
  EXPECT_EQ(Draw("crosstable {}"), "\n\n-\n(no rows)\n");
}

}  // namespace
}  // namespace tenuki
