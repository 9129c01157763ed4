#include "experiments/similarity/tiles.h"

#include <gtest/gtest.h>

#include <set>
#include <utility>

namespace tenuki {
namespace {

TEST(TilesTest, TheDrawingOfTheHeader) {
  const Tiles tiles(750, 256);
  ASSERT_EQ(tiles.count(), 6);
  EXPECT_EQ(tiles.At(0).rows.first, 0);
  EXPECT_TRUE(tiles.At(0).is_on_diagonal());
  EXPECT_EQ(tiles.At(2).rows.first, 0);
  EXPECT_EQ(tiles.At(2).columns.first, 512);
  EXPECT_EQ(tiles.At(2).columns.count, 238);
  EXPECT_EQ(tiles.At(4).rows.first, 256);
  EXPECT_EQ(tiles.At(4).columns.first, 512);
  EXPECT_TRUE(tiles.At(5).is_on_diagonal());
  EXPECT_EQ(tiles.At(5).rows.count, 238);
}

TEST(TilesTest, EveryPairIsInOneTile) {
  for (const auto& [positions, size] : {std::pair(1, 1), {1, 5}, {7, 1}, {7, 3}, {9, 3}, {10, 1000}}) {
    const Tiles tiles(positions, size);
    std::set<std::pair<int, int>> seen;
    for (int64_t unit = 0; unit < tiles.count(); ++unit) {
      const Tile tile = tiles.At(unit);
      for (int i = tile.rows.first; i < tile.rows.first + tile.rows.count; ++i) {
        for (int j = tile.columns.first; j < tile.columns.first + tile.columns.count; ++j) {
          EXPECT_TRUE(seen.emplace(i, j).second);
          if (!tile.is_on_diagonal()) {
            EXPECT_TRUE(seen.emplace(j, i).second);
          }
        }
      }
    }
    EXPECT_EQ(static_cast<int>(seen.size()), positions * positions);
  }
}

}  // namespace
}  // namespace tenuki
