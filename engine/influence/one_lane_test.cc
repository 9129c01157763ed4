// The distance kernel as other architectures have it, in plain code: compiled here, wherever this is.
#define TENUKI_ONE_LANE

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "common/random.h"
#include "engine/influence/distance_kernel.h"
#include "engine/influence/map_set.h"

namespace tenuki {
namespace {

constexpr int kSize = 7;
constexpr int kNumMaps = 45;

std::vector<InfluenceMap> RandomMaps(int limit) {
  std::vector<InfluenceMap> maps(kNumMaps, InfluenceMap{.size = kSize, .values = {}});
  for (int i = 0; i < kNumMaps; ++i) {
    for (Point point = 0; point < kSize * kSize; ++point) {
      maps[i].values[point] =
          static_cast<int16_t>(static_cast<int>(UniformBelow(2 * limit + 1, Random32(i, point))) - limit);
    }
  }
  return maps;
}

template <typename Values>
void ExpectPlain(const std::vector<InfluenceMap>& maps, const InfluenceMapSet::Layout& layout) {
  for (int first = 0; first < kNumMaps; first += 11) {
    const int num = kNumMaps - first;
    std::vector<int32_t> distances(kNumMaps * num);
    RunDistances<Values>({.rows = layout.words,
                          .columns = layout.words,
                          .lines_per_block = layout.lines_per_block,
                          .first_row = 0,
                          .num_rows = kNumMaps,
                          .first_column = first,
                          .num_columns = num,
                          .distances = distances.data()});
    for (int row = 0; row < kNumMaps; ++row) {
      for (int column = 0; column < num; ++column) {
        int expected = 0;
        for (Point point = 0; point < kSize * kSize; ++point) {
          expected += std::abs(maps[row].values[point] - maps[first + column].values[point]);
        }
        ASSERT_EQ(distances[row * num + column], expected) << row << ", " << first + column;
      }
    }
  }
}

TEST(OneLaneTest, IsThePlainLoop) {
  ASSERT_EQ(kNumLanes, 1);
  for (const int limit : {127, 32767}) {
    const std::vector<InfluenceMap> maps = RandomMaps(limit);
    InfluenceMapSet set(kSize);
    for (const InfluenceMap& map : maps) set.Add(map);
    ExpectPlain<Halves>(maps, set.halves());
    ASSERT_EQ(set.fits_bytes(), limit == 127);
    if (set.fits_bytes()) ExpectPlain<Bytes>(maps, set.bytes());
  }
}

}  // namespace
}  // namespace tenuki
