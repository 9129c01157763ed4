#include "report/figure_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/testing/faulty_file_system.h"
#include "common/testing/status_matchers.h"
#include "common/testing/temporary_folder.h"
#include "report/test_report.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr int64_t kMaxBytes = 1 << 20;

v1::Report TwoFigures() {
  return ParseText(R"(
    title: "x"
    sections { blocks { figure { caption: "Win rate [a]: 50 %" histogram { bin_width: 1 counts: 3 } } } }
    sections { blocks { paragraph: "and" } blocks { figure { board { size: 3 black: 4 } } } })");
}

std::string PathOf(const std::string& caption) {
  v1::Figure figure;
  figure.set_caption(caption);
  figure.mutable_board_triple();
  return FigurePath(figure, 7);
}

TEST(FigureFilesTest, NamesAreTheNumberAndTheCaption) {
  EXPECT_EQ(PathOf("Win rate"), "figures/07-win-rate.svg");
  EXPECT_EQ(PathOf("  ../../etc & \"x\"\n.  "), "figures/07-etc-x.svg");
  EXPECT_EQ(PathOf("手抜き"), "figures/07-board-triple.svg");
  EXPECT_EQ(PathOf(""), "figures/07-board-triple.svg");
  EXPECT_EQ(PathOf("Win rate of match.player by match.player.uct.playouts, with 95 % intervals"),
            "figures/07-win-rate-of-match-player-by-match-player.svg");
  EXPECT_EQ(PathOf(std::string(200, 'a')), "figures/07-" + std::string(40, 'a') + ".svg");
  EXPECT_EQ(FigurePath({}, 123), "figures/123-figure.svg");
}

class WriteReportFilesTest : public testing::Test {
 protected:
  absl::Status Write(const v1::Report& report) { return WriteReportFiles(report, files_, folder_.Path("x")); }
  std::string Read(const std::string& name) {
    return ReadWholeFile(files_, folder_.Path("x/" + name), kMaxBytes).value_or("(none)");
  }
  std::vector<std::string> Figures() {
    return files_.List(folder_.Path("x/figures")).value_or(std::vector<std::string>{});
  }

  TemporaryFolder folder_;
  FaultyFileSystem files_{FileSystem::Real()};
};

TEST_F(WriteReportFilesTest, TheReportShowsItsFigures) {
  ASSERT_THAT(Write(TwoFigures()), IsOk());
  EXPECT_THAT(Figures(), ElementsAre("01-win-rate-a-50.svg", "02-board.svg"));
  EXPECT_THAT(Read("report.md"), AllOf(HasSubstr("![Win rate \\[a\\]: 50 %](figures/01-win-rate-a-50.svg)\n"),
                                       HasSubstr("![Figure 2](figures/02-board.svg)\n")));
  EXPECT_THAT(Read("figures/01-win-rate-a-50.svg"), StartsWith("<svg "));
}

TEST_F(WriteReportFilesTest, FiguresOfAnEarlierReportAreNotLeft) {
  ASSERT_THAT(Write(TwoFigures()), IsOk());
  ASSERT_THAT(WriteWholeFile(files_, folder_.Path("x/figures/mine.svg"), "a"), IsOk());
  ASSERT_THAT(WriteWholeFile(files_, folder_.Path("x/figures/03-Notes.svg"), "b"), IsOk());
  v1::Report report = TwoFigures();
  report.mutable_sections(0)->mutable_blocks(0)->mutable_figure()->set_caption("Wins");
  report.mutable_sections()->RemoveLast();
  ASSERT_THAT(Write(report), IsOk());
  EXPECT_THAT(Figures(), ElementsAre("01-wins.svg", "03-Notes.svg", "mine.svg"));
  ASSERT_THAT(Write(ParseText("title: 'without figures'")), IsOk());
  EXPECT_THAT(Figures(), ElementsAre("03-Notes.svg", "mine.svg"));
}

TEST_F(WriteReportFilesTest, WithoutFiguresThereIsNoFolder) {
  ASSERT_THAT(Write(ParseText("title: 'x'")), IsOk());
  EXPECT_THAT(files_.List(folder_.Path("x")), IsOkAndHolds(ElementsAre("report.md")));
}

TEST_F(WriteReportFilesTest, AnErrorNamesTheFileAndKeepsTheOldReport) {
  ASSERT_THAT(Write(ParseText("title: 'old'")), IsOk());
  files_.FailAppend(2, absl::ResourceExhaustedError("the disk is full"), 10);
  EXPECT_THAT(Write(TwoFigures()), StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("the disk is full")));
  EXPECT_EQ(Read("report.md"), "# old\n");
  EXPECT_THAT(Figures(), ElementsAre("01-win-rate-a-50.svg")) << "no half of a file";
  ASSERT_THAT(Write(TwoFigures()), IsOk());
  EXPECT_THAT(Figures(), ElementsAre("01-win-rate-a-50.svg", "02-board.svg"));
}

TEST_F(WriteReportFilesTest, AFileInTheWayIsNamed) {
  ASSERT_THAT(files_.MakeFolder(folder_.Path("x")), IsOk());
  ASSERT_THAT(WriteWholeFile(files_, folder_.Path("x/figures"), "a file"), IsOk());
  const absl::Status status = Write(TwoFigures());
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(std::string(status.message()), HasSubstr("x/figures"));
}

TEST(FigureFilesTest, AReportWithoutFiguresHasNone) { EXPECT_THAT(FigureFiles(ParseText("title: 'x'")), IsEmpty()); }

}  // namespace
}  // namespace tenuki
