#include "common/random.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

namespace tenuki {
namespace {

// The published first outputs of SplitMix64 for seed 1234567.
TEST(RandomTest, IsSplitMix64) {
  EXPECT_EQ(Random64(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(Random64(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(Random64(1234567, 2), 9817491932198370423u);
  EXPECT_EQ(Random32(1234567, 0), 6457827717110365317u >> 32);
}

TEST(RandomTest, UniformBelowCoversItsRangeAndNoMore) {
  EXPECT_EQ(UniformBelow(7, 0), 0u);
  EXPECT_EQ(UniformBelow(7, 0xFFFFFFFF), 6u);
  EXPECT_EQ(UniformBelow(1, 0xFFFFFFFF), 0u);
  EXPECT_EQ(UniformBelow(361, 0xFFFFFFFF), 360u);
}

// Chi-square over 81 bins with consecutive seeds and a fixed counter, the way playouts use it: 80 degrees of
// freedom, 99.9 % point 124.8.
TEST(RandomTest, ConsecutiveSeedsAreUniform) {
  constexpr int kDraws = 810'000;
  for (uint64_t counter : {0, 1, 57}) {
    std::array<int, 81> bins{};
    for (int seed = 0; seed < kDraws; ++seed) ++bins[UniformBelow(81, Random32(seed, counter))];
    double chi_square = 0;
    for (int count : bins) chi_square += (count - kDraws / 81.0) * (count - kDraws / 81.0) / (kDraws / 81.0);
    EXPECT_LT(chi_square, 124.8) << "counter " << counter;
  }
}

TEST(RandomTest, DerivedSeedsDiffer) {
  std::set<uint64_t> seeds;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    for (uint64_t index = 0; index < 100; ++index) seeds.insert(DeriveSeed(seed, index));
  }
  EXPECT_EQ(seeds.size(), 10'000u);
}

}  // namespace
}  // namespace tenuki
