#include "engine/criticality/score_clusters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "common/random.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;

// Of the triweight kernel, as the paper has it.
double K(double x) { return std::abs(x) <= 1 ? 35.0 / 32 * std::pow(1 - x * x, 3) : 0; }

// So many scores around a mean, on odd numbers.
void AddHump(double mean, double deviation, int count, std::map<int, int64_t>& counts) {
  for (int i = 0; i < count; ++i) {
    double sum = -6;
    for (uint64_t j = 0; j < 12; ++j) {
      sum += Random32(static_cast<uint64_t>(mean * 1000) + 7, static_cast<uint64_t>(i) * 16 + j) * 0x1p-32;
    }
    ++counts[2 * static_cast<int>(std::floor((mean + deviation * sum) / 2)) + 1];
  }
}

ScoreHistogram HistogramOf(const std::map<int, int64_t>& counts) {
  ScoreHistogram histogram;
  for (const auto& [score, count] : counts) histogram.push_back({score, count});
  return histogram;
}

TEST(ScoreHistogramTest, TheMeanHasItsFactor) {
  const ScoreMoments moments = MomentsOf({{-5, 3}, {7, 1}});
  EXPECT_EQ(moments.count, 4);
  EXPECT_DOUBLE_EQ(moments.mean, -2);
  EXPECT_DOUBLE_EQ(moments.deviation, 6) << "the root of (3·9 + 81) / 3";
}

TEST(ScoreHistogramTest, OfNothingAndOfOneThereIsNoDeviation) {
  EXPECT_EQ(MomentsOf({}).deviation, 0);
  EXPECT_EQ(MomentsOf({}).mean, 0);
  EXPECT_EQ(MomentsOf({{3, 1}}).deviation, 0);
  EXPECT_EQ(MomentsOf({{3, 1}}).mean, 3);
}

TEST(ScoreHistogramTest, ATieIsHalfAWin) {
  EXPECT_DOUBLE_EQ(BlackWinRate({{-1, 2}, {7, 3}, {9, 5}}, /*komi_half_points=*/14), 0.65);
  EXPECT_EQ(BlackWinRate({}, 0), 0);
}

TEST(ScoreClustersTest, TheDensityIsTheSumOfKernels) {
  const ScoreHistogram histogram = {{-3, 2}, {1, 5}, {9, 1}};
  for (double y = -12; y <= 16; y += 0.37) {
    const double expected = (2 * K((y + 3) / 6) + 5 * K((y - 1) / 6) + K((y - 9) / 6)) / (8 * 6.0);
    EXPECT_NEAR(DensityAt(histogram, 6, y), expected, 1e-15);
  }
  EXPECT_EQ(DensityAt({}, 6, 0), 0);
}

TEST(ScoreClustersTest, TheBandwidthIsSilvermansWhereThatIsWiderThanTheLattice) {
  const ScoreHistogram histogram = {{-41, 500}, {1, 30}, {33, 470}};
  const ScoreClusters found = FindClusters(histogram, {});
  const double silverman = 3.15 * found.moments.deviation * std::pow(1000, -0.2);
  EXPECT_NEAR(found.bandwidth, silverman, 1e-12 * silverman);
  ClusterOptions wide;
  wide.lattice_factor = 50;
  EXPECT_EQ(FindClusters(histogram, wide).bandwidth, 100);
}

TEST(ScoreClustersTest, OneHumpIsOneClusterAndManyUnderThePrintedBandwidth) {
  std::map<int, int64_t> counts;
  AddHump(3, 10, 128'000, counts);
  const ScoreHistogram histogram = HistogramOf(counts);
  const ScoreClusters found = FindClusters(histogram, {});
  ASSERT_EQ(found.clusters.size(), 1);
  EXPECT_NEAR(found.clusters[0].mode, 3, 1);
  EXPECT_EQ(found.clusters[0].count, 128'000);
  EXPECT_EQ(found.Weight(0), 1);
  const ScoreClusters printed = FindClusters(histogram, {.bandwidth = ClusterOptions::Bandwidth::kPrinted});
  EXPECT_GT(printed.clusters.size(), 5);
}

TEST(ScoreClustersTest, HumpsAreClustersWithTheirModesAndWeights) {
  std::map<int, int64_t> counts;
  AddHump(-31, 3, 30'000, counts);
  AddHump(-5, 2, 10'000, counts);
  AddHump(24, 4, 60'000, counts);
  const ScoreClusters found = FindClusters(HistogramOf(counts), {});
  ASSERT_EQ(found.clusters.size(), 3);
  EXPECT_NEAR(found.clusters[0].mode, -31, 1);
  EXPECT_NEAR(found.clusters[1].mode, -5, 1);
  EXPECT_NEAR(found.clusters[2].mode, 24, 1);
  EXPECT_NEAR(found.Weight(0), 0.3, 0.005);
  EXPECT_NEAR(found.Weight(1), 0.1, 0.005);
  EXPECT_NEAR(found.Weight(2), 0.6, 0.005);
  for (size_t i = 1; i < found.clusters.size(); ++i) {
    EXPECT_GT(found.clusters[i].first_score, found.clusters[i - 1].last_score);
  }
}

// Mean shift as the paper has it, every score to the end.
double PlainMeanShift(const ScoreHistogram& histogram, double bandwidth, double m) {
  for (int step = 0; step < 100'000; ++step) {
    double weights = 0, sum = 0;
    for (const ScoreCount& each : histogram) {
      const double weight = static_cast<double>(each.count) * K((m - each.score) / bandwidth);
      weights += weight;
      sum += weight * each.score;
    }
    const double next = sum / weights;
    if (std::abs(next - m) < 1e-12) break;
    m = next;
  }
  return m;
}

TEST(ScoreClustersTest, ScoresGoWherePlainMeanShiftTakesThem) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    ScoreHistogram histogram;
    for (int score = -40; score <= 40; score += seed % 3 == 0 ? 1 : 2) {
      const uint32_t draw = UniformBelow(1000, Random32(seed, static_cast<uint64_t>(score + 100)));
      if (draw > 600) histogram.push_back({score, draw});
    }
    ClusterOptions options;
    options.lattice_factor = 1.0 + static_cast<double>(seed % 5);
    const ScoreClusters found = FindClusters(histogram, options);
    for (size_t i = 0; i < histogram.size(); ++i) {
      EXPECT_NEAR(found.mode_of[i], PlainMeanShift(histogram, found.bandwidth, histogram[i].score), 1e-4)
          << "seed " << seed << ", score " << histogram[i].score;
    }
  }
}

TEST(ScoreClustersTest, AScoreBelongsWhereItIsTakenToNotWhereItIsNearest) {
  // The slope from 0 down to 18 is one hump; 16 is nearer to the other one's mode.
  ScoreHistogram histogram;
  for (int score = 0; score <= 18; score += 2) histogram.push_back({score, 1000 - 50 * score});
  histogram.push_back({26, 500});
  ClusterOptions options;
  options.lattice_factor = 2.5;
  // Silverman's rule would smooth the rest away.
  options.bandwidth = ClusterOptions::Bandwidth::kLattice;
  const ScoreClusters found = FindClusters(histogram, options);
  ASSERT_EQ(found.clusters.size(), 2);
  EXPECT_EQ(found.clusters[0].last_score, 18);
  EXPECT_EQ(found.clusters[1].first_score, 26);
  EXPECT_LT(26 - 16, 16 - found.clusters[0].mode);
}

TEST(ScoreClustersTest, OfNothingThereIsNoCluster) {
  const ScoreClusters found = FindClusters({}, {});
  EXPECT_TRUE(found.clusters.empty());
  EXPECT_TRUE(found.cluster_of.empty());
  EXPECT_FALSE(MeanMisleads({}, found, 15, 0.1));
}

TEST(ScoreClustersTest, OneScoreIsOneClusterUnderEitherBandwidth) {
  for (const auto bandwidth : {ClusterOptions::Bandwidth::kLattice, ClusterOptions::Bandwidth::kPrinted}) {
    for (int64_t count : {1, 2, 128'000}) {
      const ScoreHistogram histogram = {{-7, count}};
      const ScoreClusters found = FindClusters(histogram, {.bandwidth = bandwidth});
      ASSERT_EQ(found.clusters.size(), 1);
      EXPECT_EQ(found.clusters[0].mode, -7);
      EXPECT_EQ(found.clusters[0].first_score, -7);
      EXPECT_EQ(found.clusters[0].last_score, -7);
      EXPECT_EQ(found.clusters[0].count, count);
      EXPECT_TRUE(std::isfinite(found.clusters[0].density));
      EXPECT_GT(found.clusters[0].density, 0);
      EXPECT_THAT(found.mode_of, ElementsAre(-7));
    }
  }
}

TEST(ScoreClustersTest, AScoreInAValleyJoinsTheLeft) {
  const ScoreHistogram histogram = {{-4, 100}, {0, 10}, {4, 100}};
  const ScoreClusters found = FindClusters(histogram, {.bandwidth = ClusterOptions::Bandwidth::kLattice});
  ASSERT_EQ(found.clusters.size(), 2);
  EXPECT_EQ(found.mode_of[1], 0) << "it stays where it is";
  EXPECT_THAT(found.cluster_of, ElementsAre(0, 0, 1));
}

TEST(ScoreClustersTest, ALowModeMakesNoClusterAndItsScoresJoinTheNearest) {
  const ScoreHistogram histogram = {{-41, 1000}, {9, 4}, {41, 900}};
  ASSERT_EQ(FindClusters(histogram, {.threshold = 0}).clusters.size(), 3);
  const ScoreClusters found = FindClusters(histogram, {});
  ASSERT_EQ(found.clusters.size(), 2);
  EXPECT_THAT(found.cluster_of, ElementsAre(0, 1, 1));
}

TEST(ScoreClustersTest, TheThresholdCanBeADensity) {
  const ScoreHistogram histogram = {{-41, 1000}, {41, 500}};
  const ScoreClusters all = FindClusters(histogram, {});
  ASSERT_EQ(all.clusters.size(), 2);
  const double between = (all.clusters[0].density + all.clusters[1].density) / 2;
  const ScoreClusters found = FindClusters(histogram, {.threshold = between, .threshold_is_relative = false});
  ASSERT_EQ(found.clusters.size(), 1);
  EXPECT_EQ(found.clusters[0].mode, all.clusters[0].mode);
  // None reaches it: the highest remains.
  EXPECT_EQ(FindClusters(histogram, {.threshold = 1, .threshold_is_relative = false}).clusters.size(), 1);
}

TEST(ScoreClustersTest, ModesWithinTheToleranceAreOne) {
  const ScoreHistogram histogram = {{-4, 100}, {0, 10}, {4, 120}};
  ASSERT_EQ(FindClusters(histogram, {}).clusters.size(), 2);
  const ScoreClusters found = FindClusters(histogram, {.merge_tolerance = 2});
  ASSERT_EQ(found.clusters.size(), 1);
  EXPECT_GT(found.clusters[0].mode, 3) << "at the higher of them";
}

TEST(MeanMisleadsTest, WhereHeavyClustersAreWonByDifferentSides) {
  const ScoreHistogram histogram = {{-21, 200}, {1, 500}, {23, 300}};
  const ScoreClusters found = FindClusters(histogram, {.threshold = 0});
  ASSERT_EQ(found.clusters.size(), 3);
  EXPECT_THAT(WinnersOf(histogram, found, 15), ElementsAre(Color::kWhite, Color::kWhite, Color::kBlack));
  EXPECT_TRUE(MeanMisleads(histogram, found, 15, 0.1));
  EXPECT_FALSE(MeanMisleads(histogram, found, 15, 0.4)) << "only one is so heavy";
  EXPECT_FALSE(MeanMisleads(histogram, found, 47, 0.1)) << "White wins them all";
}

}  // namespace
}  // namespace tenuki
