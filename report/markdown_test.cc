#include "report/markdown.h"

#include <gtest/gtest.h>

#include <string>

#include "report/test_report.h"

namespace tenuki {
namespace {

std::string RenderParagraph(const std::string& paragraph) {
  v1::Report report;
  report.add_sections()->add_blocks()->set_paragraph(paragraph);
  return RenderMarkdown(report);
}

TEST(MarkdownTest, MatchWithAPapersValues) {
  EXPECT_EQ("\n" + RenderMarkdown(ParseText(kMatchReport)), R"(
# uct-vs-gnugo

UCT against GNU Go, as in table 2.

One playout a move more.

## Results of match.player against match.opponent

**All games**

| playouts   | games |            win rate |  paper |      differs |
| ---------- | ----: | ------------------: | -----: | -----------: |
| 100        | 1,200 | 53.1 % [50.2, 56.0] | 52.0 % |    p = 0.443 |
| 1000\|rave |     0 |                   – | 71.0 % | p < 0.001 \* |

\[…\]: 95 % confidence interval; \*: hypothesis rejected

Win rates count a draw as half a win.

## Assumptions

- board size 9: the paper does not say
- komi 7.5: \*usual\* at that time
)");
}

TEST(MarkdownTest, FiguresAreFencedTextUnderTheirCaption) {
  const v1::Figure figure =
      ParseText<v1::Figure>("caption: 'After *2*' board { size: 3 black: 4 white: 0 marks { point: 8 label: 'a|`' } }");
  EXPECT_EQ("\n" + RenderMarkdown(ReportOf(figure)), R"(
**After \*2\***

```text
   A   B   C
 3 O   .   .   3
 2 .   X   .   2
 1 .   .   a|` 1
   A   B   C
```
)");
}

TEST(MarkdownTest, FiguresAreImagesWithTheTextFoldedAway) {
  const v1::Figure figure = ParseText<v1::Figure>("caption: 'After *2* [b]' board { size: 1 black: 0 }");
  EXPECT_EQ("\n" + RenderMarkdown(ReportOf(figure), MarkdownFigures::kImagesAndText), R"(
![After \*2\* \[b\]](figures/01-after-2-b.svg)

<details><summary>The same in text</summary>

```text
   A
 1 X 1
   A
```

</details>
)");
}

TEST(MarkdownTest, AFenceIsLongerThanAnyInsideIt) {
  const v1::Figure figure = ParseText<v1::Figure>("board { size: 1 marks { label: '```' } }");
  EXPECT_EQ("\n" + RenderMarkdown(ReportOf(figure)), R"(
````text
   A
 1 ``` 1
   A
````
)");
}

TEST(MarkdownTest, MarkupInTextIsEscaped) {
  EXPECT_EQ(RenderParagraph("a*b*c `d` ~e~ $f$ x|y \\z"), "a\\*b\\*c \\`d\\` \\~e\\~ \\$f\\$ x\\|y \\\\z\n");
  EXPECT_EQ(RenderParagraph("<script> </b> a < b &lt; A&B"), "\\<script> \\</b> a < b \\&lt; A&B\n");
  EXPECT_EQ(RenderParagraph("[link](x) ![image](y) [50.2, 56.0]"), "\\[link\\](x) ![image\\](y) [50.2, 56.0]\n");
  EXPECT_EQ(RenderParagraph("_this_ but match.board_size"), "\\_this\\_ but match.board_size\n");
}

TEST(MarkdownTest, TextDoesNotBeginABlock) {
  EXPECT_EQ(RenderParagraph("# a\n- b\n+ c\n> d\n1. e\n12) f\n[g]: h\n    i\n---"),
            "\\# a\n\n\\- b\n\n\\+ c\n\n\\> d\n\n1\\. e\n\n12\\) f\n\n\\[g\\]: h\n\ni\n\n\\---\n");
  EXPECT_EQ(RenderMarkdown(ParseText("title: 'C#' assumptions: ['[x] done', '# 1']")),
            "# C\\#\n\n## Assumptions\n\n- \\[x] done\n- \\# 1\n");
}

TEST(MarkdownTest, RowsMayBeShortOrLong) {
  const v1::Report report = ParseText(R"(sections { blocks { table {
      columns { name: "name" }
      columns { name: "n" alignment: ALIGNMENT_RIGHT }
      rows { values { text: "two\nlines" } }
      rows { values { text: "tenuki" } values { count: 12 } values { text: "more" } } } } })");
  EXPECT_EQ("\n" + RenderMarkdown(report), R"(
| name      |   n |      |
| --------- | --: | ---- |
| two lines |   – | –    |
| tenuki    |  12 | more |
)");
}

TEST(MarkdownTest, NothingToShow) {
  EXPECT_EQ(RenderMarkdown({}), "");
  EXPECT_EQ(RenderMarkdown(ParseText("sections { blocks {} blocks { paragraph: '\\n \\n' } }")), "");
  EXPECT_EQ(RenderMarkdown(ParseText("sections { heading: 'A' blocks { table {} } }")), "## A\n\n(an empty table)\n");
  EXPECT_EQ(RenderMarkdown(ReportOf({})), "```text\n(an empty figure)\n```\n");
}

}  // namespace
}  // namespace tenuki
