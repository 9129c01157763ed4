#include "engine/criticality/criticality.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "common/random.h"
#include "engine/criticality/control_table.h"
#include "engine/playout/playout.h"

namespace tenuki {
namespace {

// What the statistics are of, one by one.
struct Simulation {
  int score;
  Control control;
};

std::vector<Simulation> PlayoutsOf(const Board& board, int count) {
  const PlayoutKernel kernel(CpuLevel::kBaseline);
  std::vector<Simulation> simulations;
  for (int i = 0; i < count; ++i) {
    const Playout playout = kernel.Run(board, static_cast<uint64_t>(i), {});
    simulations.push_back({playout.score, {playout.area.black, playout.area.white}});
  }
  return simulations;
}

ScoreTable TableOf(int size, const std::vector<Simulation>& simulations) {
  ScoreTable table(size);
  for (const Simulation& each : simulations) table.Add(each.score, each.control);
  return table;
}

// Pearson's, of two lists of numbers.
double Correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double x_mean = 0, y_mean = 0, product = 0, x_square = 0, y_square = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    x_mean += x[i] / n;
    y_mean += y[i] / n;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    product += (x[i] - x_mean) * (y[i] - y_mean);
    x_square += (x[i] - x_mean) * (x[i] - x_mean);
    y_square += (y[i] - y_mean) * (y[i] - y_mean);
  }
  return x_square * y_square == 0 ? 0 : product / std::sqrt(x_square * y_square);
}

TEST(CriticalityTest, IsTheCorrelationOfControllingAPointAndOfTheGroup) {
  const std::vector<Simulation> simulations = PlayoutsOf(Board(5), 300);
  const ScoreTable table = TableOf(5, simulations);
  // Three groups by score, and a few scores in none.
  const auto group_of = [](int score) { return score == 3 ? kNoScoreGroup : score < -7 ? 0 : score < 5 ? 1 : 2; };
  std::vector<int> groups;
  for (const ScoreCount& each : table.Histogram()) groups.push_back(group_of(each.score));
  const Criticality criticality(table, groups, 3);
  for (int group = 0; group < 3; ++group) {
    for (Color color : {Color::kBlack, Color::kWhite}) {
      for (Point point = 0; point < 25; ++point) {
        std::vector<double> controls, falls;
        for (const Simulation& each : simulations) {
          controls.push_back((color == Color::kBlack ? each.control.black : each.control.white).Contains(point));
          falls.push_back(group_of(each.score) == group);
        }
        EXPECT_NEAR(criticality.At(color, point, group), Correlation(controls, falls), 1e-12);
      }
    }
  }
}

TEST(CriticalityTest, IsZeroWhereNothingVaries) {
  ScoreTable table(3);
  PointSet first;
  first.Insert(0);
  PointSet second;
  second.Insert(1);
  table.Add(1, {first | second, {}});
  table.Add(-1, {first, second});
  const Criticality criticality(table, {0, 1}, 2);
  EXPECT_EQ(criticality.At(Color::kBlack, 0, 0), 0) << "always Black's";
  EXPECT_EQ(criticality.At(Color::kWhite, 0, 0), 0) << "never White's";
  EXPECT_EQ(criticality.At(Color::kWhite, 1, 0), 1);
  EXPECT_EQ(criticality.At(Color::kBlack, 1, 0), -1);
  EXPECT_EQ(criticality.ForWhite(1, 0), 1);
  const Criticality of_one(table, {0, 0}, 1);
  EXPECT_EQ(of_one.At(Color::kWhite, 1, 0), 0) << "all simulations are in the group";
  const Criticality of_none(ScoreTable(3), {}, 1);
  EXPECT_EQ(of_none.At(Color::kWhite, 1, 0), 0);
  EXPECT_EQ(of_none.ShareControlled(Color::kWhite, 1), 0);
}

TEST(CriticalityTest, SharesAreOfTheGroupAndOfAll) {
  ScoreTable table(3);
  PointSet point;
  point.Insert(4);
  for (int i = 0; i < 3; ++i) table.Add(-3, {{}, point});
  table.Add(-3, {point, {}});
  for (int i = 0; i < 6; ++i) table.Add(5, {point, {}});
  const Criticality criticality(table, {0, 1}, 2);
  EXPECT_DOUBLE_EQ(criticality.ShareControlled(Color::kBlack, 4, 0), 0.25);
  EXPECT_DOUBLE_EQ(criticality.ShareControlled(Color::kBlack, 4, 1), 1);
  EXPECT_DOUBLE_EQ(criticality.ShareControlled(Color::kBlack, 4), 0.7);
  EXPECT_DOUBLE_EQ(criticality.ShareControlled(Color::kWhite, 4), 0.3);
  EXPECT_DOUBLE_EQ(criticality.Weight(0), 0.4);
  EXPECT_DOUBLE_EQ(criticality.Weight(1), 0.6);
}

TEST(CriticalityTest, OfWhoWinsItIsTheFormerOneAndTheCovarianceIsThatOfControlTables) {
  constexpr int kKomiHalfPoints = 6;  // ties occur
  const PlayoutKernel kernel(CpuLevel::kBaseline);
  const Board board(4);
  ScoreTable table(4);
  ControlTable control_table(4, ControlReading::kArea);
  for (uint64_t seed = 0; seed < 500; ++seed) {
    const Playout playout = kernel.Run(board, seed, {});
    table.Add(playout.score, {playout.area.black, playout.area.white});
    control_table.Add(playout, kKomiHalfPoints);
  }
  const Criticality of_winners(table, WinnerGroups(table.Histogram(), kKomiHalfPoints), 2);
  bool is_anything = false;
  for (Point point = 0; point < 16; ++point) {
    EXPECT_DOUBLE_EQ(WinCovariance(of_winners, point), control_table.Covariance(point));
    EXPECT_DOUBLE_EQ(FormerCriticality(of_winners, point),
                     of_winners.At(Color::kBlack, point, Side(Color::kBlack)) +
                         of_winners.At(Color::kWhite, point, Side(Color::kWhite)));
    is_anything = is_anything || FormerCriticality(of_winners, point) > 0.05;
  }
  EXPECT_TRUE(is_anything);
}

TEST(WinnerGroupsTest, TiesAreInNone) {
  EXPECT_EQ(WinnerGroups({{-3, 1}, {7, 1}, {9, 1}}, 14), (std::vector<int>{1, kNoScoreGroup, 0}));
}

}  // namespace
}  // namespace tenuki
