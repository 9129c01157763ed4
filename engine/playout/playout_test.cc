// Options, ends and determinism of playouts. That the moves are the right ones is playout_definition_test.cc's to show.
#include "engine/playout/playout.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "common/cpu.h"
#include "engine/board/diagram.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

class PlayoutTest : public testing::TestWithParam<CpuLevel> {
 protected:
  Playout Run(const Board& board, uint64_t seed, const PlayoutOptions& options = {}) const {
    return PlayoutKernel(GetParam()).Run(board, seed, options);
  }
};

auto AsTuple(const Playout& playout) {
  return std::make_tuple(playout.area.black, playout.area.white, playout.first_played[0], playout.first_played[1],
                         playout.score, playout.plies, playout.end, playout.mercy_winner);
}

TEST_P(PlayoutTest, ScoreIsTheDifferenceOfTwoDisjointAreas) {
  for (int size : {2, 5, 9, 13, 19}) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Playout playout = Run(Board(size), seed);
      EXPECT_TRUE((playout.area.black & playout.area.white).empty());
      EXPECT_EQ(playout.score, playout.area.black.size() - playout.area.white.size());
    }
  }
}

TEST_P(PlayoutTest, SameSeedSamePlayout) {
  Board board(9);
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Playout first = Run(board, seed);
    Run(Board(19), seed + 1);
    EXPECT_EQ(AsTuple(Run(board, seed)), AsTuple(first));
  }
}

TEST_P(PlayoutTest, AllCpuLevelsGiveTheSamePlayout) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_EQ(AsTuple(Run(Board(9), seed)), AsTuple(PlayoutKernel(CpuLevel::kBaseline).Run(Board(9), seed, {})));
  }
}

TEST_P(PlayoutTest, OtherSeedsGiveOtherPlayouts) {
  std::set<std::vector<Point>> black_firsts;
  for (uint64_t seed = 0; seed < 100; ++seed) black_firsts.insert(Points(Run(Board(9), seed).first_played[0]));
  EXPECT_EQ(black_firsts.size(), 100u);
}

TEST_P(PlayoutTest, LeavesItsStartAlone) {
  Board board(9);
  board.PlayUnchecked(40);
  Run(board, 1);
  EXPECT_EQ(Points(board.stones(Color::kBlack)), std::vector<Point>{40});
  EXPECT_TRUE(board.stones(Color::kWhite).empty());
  EXPECT_EQ(board.to_move(), Color::kWhite);
}

TEST_P(PlayoutTest, MaxPliesEndsIt) {
  for (int max_plies : {1, 2, 17, 60}) {
    Playout playout = Run(Board(9), 7, {.max_plies = max_plies});
    EXPECT_EQ(playout.plies, max_plies);
    EXPECT_EQ(playout.end, Playout::End::kMaxPlies);
  }
}

// A shorter playout is the beginning of a longer one with the same seed.
TEST_P(PlayoutTest, MaxPliesDoesNotChangeTheMoves) {
  PointSet played;
  for (int max_plies = 1; max_plies <= 40; ++max_plies) {
    Playout playout = Run(Board(9), 11, {.max_plies = max_plies});
    PointSet now = playout.first_played[0] | playout.first_played[1];
    EXPECT_TRUE((played - now).empty());
    EXPECT_LE(now.size(), played.size() + 1);
    played = now;
  }
  EXPECT_GT(played.size(), 35);
}

TEST_P(PlayoutTest, FirstPlayedSharesOutThePoints) {
  Playout playout = Run(Board(9), 3);
  EXPECT_TRUE((playout.first_played[0] & playout.first_played[1]).empty());
  EXPECT_GT((playout.first_played[0] | playout.first_played[1]).size(), 60);
}

// No move but passes: both colours have two eyes each and nothing else is left.
//   X's eyes are in the first column, O's in the last one.
constexpr std::string_view kSettled = R"(
    . X O .
    X X O O
    X X O O
    . X O . )";

TEST_P(PlayoutTest, SettledBoardIsPassedOut) {
  Playout playout = Run(*ParseDiagram(kSettled), 5);
  EXPECT_EQ(playout.end, Playout::End::kTwoPasses);
  EXPECT_EQ(playout.plies, 2);
  EXPECT_EQ(playout.score, 0);
  EXPECT_TRUE((playout.first_played[0] | playout.first_played[1]).empty());
}

TEST_P(PlayoutTest, APassBeforeTheStartCounts) {
  Board board = *ParseDiagram(kSettled);
  board.PlayUnchecked(kPass);
  EXPECT_EQ(Run(board, 5).plies, 1);
}

// Two passes before the start ended that game; whoever asks for a playout wants it played on.
TEST_P(PlayoutTest, FinishedGameIsPlayedOn) {
  Board settled = *ParseDiagram(kSettled);
  Board unsettled(9);
  for (Board* board : {&settled, &unsettled}) {
    board->PlayUnchecked(kPass);
    board->PlayUnchecked(kPass);
  }
  EXPECT_EQ(Run(settled, 5).plies, 2);
  EXPECT_EQ(AsTuple(Run(unsettled, 5)), AsTuple(Run(Board(9), 5)));
}

TEST_P(PlayoutTest, MercyEndsItForTheSideWithMoreStones) {
  bool won[2] = {false, false};
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Playout playout = Run(Board(9), seed, {.mercy_stones = 20});
    if (playout.end != Playout::End::kMercy) {
      EXPECT_EQ(playout.mercy_winner, Color::kEmpty);
      continue;
    }
    ASSERT_NE(playout.mercy_winner, Color::kEmpty);
    won[Side(playout.mercy_winner)] = true;
    // Mercy decides whatever the komi is.
    for (int komi_half_points : {-1000, 15, 1000}) {
      EXPECT_EQ(playout.BlackWins(komi_half_points), playout.mercy_winner == Color::kBlack);
      EXPECT_EQ(playout.WhiteWins(komi_half_points), playout.mercy_winner == Color::kWhite);
    }
    EXPECT_LT(playout.plies, Run(Board(9), seed).plies);
  }
  EXPECT_TRUE(won[0] && won[1]) << "200 playouts should see mercy for both sides";
}

TEST_P(PlayoutTest, KomiDecidesAndATieIsNobodys) {
  Playout playout = Run(*ParseDiagram(R"(
      . X .
      X X X
      . X . )"),
                        1);
  ASSERT_EQ(playout.score, 9);
  EXPECT_TRUE(playout.BlackWins(17));
  EXPECT_FALSE(playout.WhiteWins(17));
  EXPECT_FALSE(playout.BlackWins(18));
  EXPECT_FALSE(playout.WhiteWins(18));
  EXPECT_TRUE(playout.WhiteWins(19));
}

INSTANTIATE_TEST_SUITE_P(Levels, PlayoutTest, testing::ValuesIn(SupportedCpuLevels()),
                         [](const auto& info) { return std::string(CpuLevelName(info.param)); });

}  // namespace
}  // namespace tenuki
