#include "engine/criticality/score_table.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "common/random.h"
#include "engine/playout/playout.h"

namespace tenuki {
namespace {

TEST(ScoreTableTest, CountsWhatPlayoutsEndWith) {
  for (int size : {1, 5, 9, 19}) {
    const Board board(size);
    const PlayoutKernel kernel(CpuLevel::kBaseline);
    ScoreTable table(size);
    std::map<int, int64_t> scores;
    std::map<std::tuple<Color, Point, int>, int> control;
    for (uint64_t seed = 0; seed < 40; ++seed) {
      const Playout playout = kernel.Run(board, seed, {});
      table.Add(playout.score, {playout.area.black, playout.area.white});
      ++scores[playout.score];
      for (Point point : playout.area.black) ++control[{Color::kBlack, point, playout.score}];
      for (Point point : playout.area.white) ++control[{Color::kWhite, point, playout.score}];
    }
    ScoreHistogram expected;
    for (const auto& [score, count] : scores) expected.push_back({score, count});
    EXPECT_EQ(table.Histogram(), expected);
    for (const auto& [score, count] : scores) {
      for (Color color : {Color::kBlack, Color::kWhite}) {
        for (Point point = 0; point < size * size; ++point) {
          EXPECT_EQ(table.Control(color, point, score), (control[{color, point, score}]));
        }
      }
    }
  }
}

TEST(ScoreTableTest, CountsScoresOfPointsThatAreNobodys) {
  ScoreTable table(3);
  table.Add(0, {});
  table.Add(0, {});
  EXPECT_EQ(table.Histogram(), (ScoreHistogram{{0, 2}}));
  EXPECT_EQ(table.Control(Color::kBlack, 4, 0), 0);
}

TEST(ScoreTableTest, TakesCountsMadeElsewhere) {
  ScoreTable table(3);
  table.AddControl(-5, 7, 2, 9);
  EXPECT_EQ(table.Histogram(), ScoreHistogram()) << "control alone makes no simulation";
  table.AddSimulations(-5, 11);
  table.AddSimulations(9, 1);
  EXPECT_EQ(table.Histogram(), (ScoreHistogram{{-5, 11}, {9, 1}}));
  EXPECT_EQ(table.Control(Color::kBlack, 7, -5), 2);
  EXPECT_EQ(table.Control(Color::kWhite, 7, -5), 9);
  EXPECT_EQ(table.Control(Color::kWhite, 7, -3), 0);
}

TEST(ScoreTableTest, MemoryIsByTheScoresThatOccur) {
  ScoreTable table(19);
  const int64_t empty = table.num_bytes();
  table.Add(7, {});
  const int64_t one = table.num_bytes() - empty;
  EXPECT_LT(one, 4'000);
  for (int i = 0; i < 100; ++i) table.Add(7, {});
  EXPECT_EQ(table.num_bytes(), empty + one);
}

}  // namespace
}  // namespace tenuki
