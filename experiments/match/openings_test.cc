#include "experiments/match/openings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "common/testing/status_matchers.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<Openings> Read(const std::vector<std::pair<std::string, std::string>>& files, Rules rules = {}) {
  v1::InputFiles input;
  for (const auto& [path, content] : files) {
    v1::InputFile& file = *input.add_files();
    file.set_path(path);
    file.set_content(content);
  }
  return Openings::Read(input, /*board_size=*/5, rules);
}

TEST(OpeningsTest, AreTheMainLinesOfAllGamesInTurn) {
  const absl::StatusOr<Openings> openings =
      Read({{"a.sgf", "(;SZ[5];B[aa];W[bb](;B[cc])(;B[dd]))"}, {"b.sgf", "(;SZ[5]AB[ee])(;SZ[5]KM[0.5];B[ab])"}},
           {.komi_half_points = 15});
  ASSERT_THAT(openings, IsOk());
  EXPECT_EQ(openings->size(), 3);
  EXPECT_EQ(openings->IndexOf(0), 0);
  EXPECT_EQ(openings->IndexOf(7), 1);
  EXPECT_EQ(openings->StartOf(0).plies().size(), 3);
  EXPECT_EQ(openings->StartOf(3).board().to_move(), Color::kWhite);
  EXPECT_EQ(openings->StartOf(1).plies().size(), 0);
  EXPECT_EQ(openings->StartOf(1).board().ComputeArea().Score(), 25) << "the stone that was set up";
  EXPECT_EQ(openings->StartOf(2).rules().komi_half_points, 15) << "komi is the match's";
}

TEST(OpeningsTest, ErrorsNameTheFileAndThePlace) {
  const auto error = [](const char* sgf) { return std::string(Read({{"b/1.sgf", sgf}}).status().message()); };
  EXPECT_THAT(error("nothing"), HasSubstr("b/1.sgf: line 1"));
  EXPECT_THAT(error("(;SZ[9];B[aa])"),
              HasSubstr("b/1.sgf: the game is on a board of size 9, and match.board_size is 5"));
  EXPECT_THAT(error("(;SZ[5];B[aa]\n;W[aa])"), HasSubstr("b/1.sgf: line 2"));
  EXPECT_THAT(error("(;SZ[5];B[aa])(;SZ[5];B[];W[])"), HasSubstr("b/1.sgf: game 2: the game is over"));
  EXPECT_THAT(Read({}), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no games")));
}

TEST(OpeningsTest, LinesOfATextAreOpeningsToo) {
  const absl::StatusOr<Openings> openings = Read({{"book.txt", "# ours\naabb\nccddee some event\n"}});
  ASSERT_THAT(openings, IsOk());
  EXPECT_EQ(openings->size(), 2);
  EXPECT_EQ(openings->StartOf(1).plies().size(), 3);
  EXPECT_EQ(openings->StartOf(1).board().to_move(), Color::kWhite);
  const auto error = [](const char* text) { return std::string(Read({{"book.txt", text}}).status().message()); };
  EXPECT_THAT(error("aa\naaaa"), HasSubstr("book.txt: line 2, column 3"));
  EXPECT_THAT(error("aa\ntttt"), HasSubstr("book.txt: line 2: the game is over"));
  EXPECT_THAT(error("zz"), HasSubstr("book.txt: line 1, column 1: 'zz' is no point of a board of size 5"));
}

TEST(OpeningsTest, HandicapStonesAreBlacksAndWhiteBegins) {
  const Openings openings(9, {}, /*handicap=*/3);
  EXPECT_EQ(openings.IndexOf(4), std::nullopt);
  const Game game = openings.StartOf(4);
  EXPECT_EQ(game.board().to_move(), Color::kWhite);
  EXPECT_EQ(game.board().stones(Color::kBlack).size(), 3);
}

TEST(OpeningsTest, AreCheckedUnderTheRulesOfTheMatch) {
  // Black fills the last liberty of two stones.
  const char* const suicide = "(;SZ[5]AB[aa]AW[ca][bb][ab];B[ba])";
  EXPECT_THAT(Read({{"s.sgf", suicide}}, {.suicide_allowed = true}), IsOk());
  EXPECT_THAT(Read({{"s.sgf", suicide}}, {.suicide_allowed = false}).status().message(), HasSubstr("s.sgf: line 1"));
}

}  // namespace
}  // namespace tenuki
