#include "engine/criticality/regions.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "common/random.h"
#include "engine/board/board.h"

namespace tenuki {
namespace {

// A board of size 9 where whole areas are won or lost as by the toss of a coin, and the rest of the points by noise of
// no consequence. The score is what it adds up to.
struct Race {
  PointSet points;
  int worth;
  double black_wins;
};

PointSet Rectangle(int first_column, int last_column, int first_row, int last_row) {
  PointSet points;
  for (int column = first_column; column <= last_column; ++column) {
    for (int row = first_row; row <= last_row; ++row) points.Insert(MakePoint(9, column, row));
  }
  return points;
}

ScoreTable Simulate(const std::vector<Race>& races, int count) {
  ScoreTable table(9);
  PointSet rest = PointSet::All(9);
  for (const Race& race : races) rest -= race.points;
  uint64_t draw = 0;
  const auto toss = [&](double chance) { return Random32(11, draw++) * 0x1p-32 < chance; };
  for (int i = 0; i < count; ++i) {
    Control control;
    int score = 1;
    for (const Race& race : races) {
      const bool black = toss(race.black_wins);
      (black ? control.black : control.white) |= race.points;
      score += black ? race.worth / 2 : -race.worth / 2;
    }
    for (Point point : rest) (toss(0.5) ? control.black : control.white).Insert(point);
    table.Add(score + 2 * static_cast<int>(toss(0.5)), control);
  }
  return table;
}

Localisation Find(const ScoreTable& table, ScoreClusters& clusters) {
  const ScoreHistogram histogram = table.Histogram();
  clusters = FindClusters(histogram, {});
  const Criticality criticality(table, clusters.cluster_of, static_cast<int>(clusters.clusters.size()));
  return Localise(criticality, clusters, {});
}

TEST(RegionsTest, TwoRacesAreFoundWithTheirWorth) {
  const PointSet large = Rectangle(0, 3, 0, 2);
  const PointSet small = Rectangle(6, 8, 6, 8);
  ScoreClusters clusters;
  const Localisation found = Find(Simulate({{large, 44, 0.5}, {small, 20, 0.3}}, 5000), clusters);
  ASSERT_EQ(clusters.clusters.size(), 4);
  ASSERT_EQ(found.semeai.size(), 2);
  EXPECT_EQ(found.semeai[0].points, large);
  EXPECT_EQ(found.semeai[1].points, small);
  EXPECT_NEAR(found.semeai[0].worth.value(), 44, 1);
  EXPECT_NEAR(found.semeai[1].worth.value(), 20, 1);
  // In the leftmost cluster White has to hold both, in the next one Black has to hold the small one.
  ASSERT_GE(found.regions.size(), 4);
  EXPECT_EQ(found.regions[0].cluster, 0);
  EXPECT_EQ(found.regions[0].semeai, 0);
  EXPECT_EQ(found.regions[0].points, large);
  EXPECT_EQ(found.regions[0].holder, Color::kWhite);
  EXPECT_GE(found.regions[0].peak, found.regions[0].mean - 1e-12);
  EXPECT_EQ(found.regions[1].holder, Color::kWhite);
  EXPECT_EQ(found.regions[3].cluster, 1);
  EXPECT_EQ(found.regions[3].holder, Color::kBlack);
  EXPECT_EQ(found.semeai[0].black_share, (std::vector<double>{0, 0, 1, 1}));
  EXPECT_EQ(found.semeai[1].black_share, (std::vector<double>{0, 1, 0, 1}));
}

TEST(RegionsTest, ABoardThatIsTakenAltogetherNowAndThenIsNoRegion) {
  const PointSet large = Rectangle(0, 3, 0, 2);
  const PointSet small = Rectangle(6, 8, 6, 8);
  const PointSet between = Rectangle(4, 5, 0, 8);
  ScoreTable table(9);
  uint64_t draw = 0;
  const auto toss = [&](double chance) { return Random32(5, draw++) * 0x1p-32 < chance; };
  for (int i = 0; i < 20'000; ++i) {
    // The wall between is Black's, but for one in fifty, when White takes everything.
    if (toss(0.02)) {
      table.Add(-81, {{}, PointSet::All(9)});
      continue;
    }
    Control control = {between, PointSet::All(9) - between - large - small};
    int score = 1;
    for (const auto& [points, half] : {std::pair(large, 22), std::pair(small, 10)}) {
      const bool black = toss(0.5);
      (black ? control.black : control.white) |= points;
      score += black ? half : -half;
    }
    table.Add(score, control);
  }
  ScoreClusters clusters;
  const Localisation found = Find(table, clusters);
  ASSERT_EQ(clusters.clusters.size(), 5);
  ASSERT_EQ(found.semeai.size(), 2);
  EXPECT_EQ(found.semeai[0].points, large);
  EXPECT_EQ(found.semeai[1].points, small);
}

TEST(RegionsTest, RacesThatTouchAreTwo) {
  const PointSet left = Rectangle(0, 3, 0, 8);
  const PointSet right = Rectangle(4, 8, 0, 8);
  ScoreClusters clusters;
  const Localisation found = Find(Simulate({{left, 50, 0.5}, {right, 22, 0.5}}, 5000), clusters);
  ASSERT_EQ(found.semeai.size(), 2);
  EXPECT_EQ(found.semeai[0].points, right);
  EXPECT_EQ(found.semeai[1].points, left);
}

TEST(RegionsTest, ManyClustersHideNoRace) {
  ScoreClusters clusters;
  const Localisation found = Find(
      Simulate({{Rectangle(0, 8, 0, 0), 80, 0.5}, {Rectangle(0, 8, 4, 4), 40, 0.5}, {Rectangle(0, 8, 8, 8), 20, 0.5}},
               20'000),
      clusters);
  ASSERT_EQ(clusters.clusters.size(), 8);
  EXPECT_EQ(found.semeai.size(), 3);
  EXPECT_EQ(found.regions.size(), 24) << "each is decided in each cluster";
  // Each in the outermost clusters: 1/√7.
  EXPECT_NEAR(found.regions[0].mean, 0.378, 0.02);
}

TEST(RegionsTest, RacesOfTheSameWorthShareIt) {
  ScoreClusters clusters;
  const Localisation found =
      Find(Simulate({{Rectangle(0, 8, 0, 0), 30, 0.5}, {Rectangle(0, 8, 8, 8), 30, 0.5}}, 5000), clusters);
  ASSERT_EQ(clusters.clusters.size(), 3) << "who has won one of two cannot be told from the score";
  ASSERT_EQ(found.semeai.size(), 2);
  EXPECT_NEAR(found.semeai[0].worth.value(), 30, 1);
  EXPECT_NEAR(found.semeai[1].worth.value(), 30, 1);
}

TEST(RegionsTest, OneClusterHasNoRegions) {
  ScoreClusters clusters;
  const Localisation found = Find(Simulate({}, 2000), clusters);
  ASSERT_EQ(clusters.clusters.size(), 1);
  EXPECT_TRUE(found.semeai.empty());
  EXPECT_TRUE(found.regions.empty());
  EXPECT_TRUE(Find(ScoreTable(9), clusters).semeai.empty());
}

TEST(RegionsTest, SmallRegionsAreLeftOut) {
  ScoreClusters clusters;
  EXPECT_TRUE(Find(Simulate({{Rectangle(0, 2, 0, 0), 30, 0.5}}, 2000), clusters).semeai.empty());
  EXPECT_EQ(clusters.clusters.size(), 2);
}

}  // namespace
}  // namespace tenuki
