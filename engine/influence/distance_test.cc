// Distances against a plain double loop, at every CPU level.
#include "engine/influence/distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "common/cpu.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/influence/influence.h"
#include "engine/influence/map_set.h"

namespace tenuki {
namespace {

// Maps, and the set of them.
struct Maps {
  Maps(int size, std::vector<InfluenceMap> all) : list(std::move(all)), set(size) {
    for (const InfluenceMap& map : list) set.Add(map);
  }

  std::vector<InfluenceMap> list;
  InfluenceMapSet set;
};

// Values in low … high, any.
Maps RandomMaps(int size, int num_maps, int low, int high, uint64_t seed) {
  std::vector<InfluenceMap> maps;
  for (int i = 0; i < num_maps; ++i) {
    InfluenceMap map{.size = size, .values = {}};
    for (Point point = 0; point < size * size; ++point) {
      map.values[point] = static_cast<int16_t>(
          low + static_cast<int>(UniformBelow(high - low + 1, Random32(DeriveSeed(seed, i), point))));
    }
    maps.push_back(map);
  }
  return Maps(size, std::move(maps));
}

int PlainDistance(const InfluenceMap& a, const InfluenceMap& b) {
  int distance = 0;
  for (Point point = 0; point < a.size * a.size; ++point) distance += std::abs(a.values[point] - b.values[point]);
  return distance;
}

struct Rectangle {
  int first_row;
  int num_rows;
  int first_column;
  int num_columns;
};

// Compares every distance of the rectangle, and that nothing before or after them was written.
void ExpectPlain(CpuLevel level, const Maps& rows, const Maps& columns, const Rectangle& rectangle) {
  constexpr int32_t kUntouched = -12345;
  constexpr int kMargin = 64;
  const auto [first_row, num_rows, first_column, num_columns] = rectangle;
  std::vector<int32_t> distances(num_rows * num_columns + 2 * kMargin, kUntouched);
  std::vector<int32_t> expected = distances;
  for (int r = 0; r < num_rows; ++r) {
    for (int c = 0; c < num_columns; ++c) {
      expected[kMargin + r * num_columns + c] = PlainDistance(rows.list[first_row + r], columns.list[first_column + c]);
    }
  }
  DistanceKernel(level).Run(rows.set, first_row, num_rows, columns.set, first_column, num_columns,
                            distances.data() + kMargin);
  ASSERT_TRUE(distances == expected) << "rows " << first_row << " + " << num_rows << ", columns " << first_column
                                     << " + " << num_columns << ", board " << rows.set.size();
}

class DistanceTest : public testing::TestWithParam<CpuLevel> {};

TEST_P(DistanceTest, OfDrawnPositions) {
  // X is 1 in the one, 0 in the other; O is −1 in the one and 1 in the other: 1 + 2.
  const Board a = *ParseDiagram("X . O\n. . .\n. . .");
  const Board b = *ParseDiagram(". . X\n. . .\n. . .");
  Maps maps(3, {ComputeInfluence(InfluenceModel::kStones, {}, 3, a.stones(Color::kBlack), a.stones(Color::kWhite)),
                ComputeInfluence(InfluenceModel::kStones, {}, 3, b.stones(Color::kBlack), b.stones(Color::kWhite))});
  std::vector<int32_t> distances(4);
  DistanceKernel(GetParam()).Run(maps.set, 0, 2, maps.set, 0, 2, distances.data());
  EXPECT_EQ(distances, (std::vector<int32_t>{0, 3, 3, 0}));
}

TEST_P(DistanceTest, OfBytesOnAllSizes) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    const Maps rows = RandomMaps(size, 11, -128, 127, size);
    const Maps columns = RandomMaps(size, 37, -128, 127, 100 + size);
    ASSERT_TRUE(rows.set.fits_bytes() && columns.set.fits_bytes());
    ExpectPlain(GetParam(), rows, columns, {0, 11, 0, 37});
  }
}

TEST_P(DistanceTest, OfHalvesOnAllSizes) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    const Maps rows = RandomMaps(size, 11, -1000, 1000, 200 + size);
    const Maps columns = RandomMaps(size, 37, -1000, 1000, 300 + size);
    if (size > 2) {
      ASSERT_FALSE(rows.set.fits_bytes() || columns.set.fits_bytes());
    }
    ExpectPlain(GetParam(), rows, columns, {0, 11, 0, 37});
  }
}

// The largest sums that there can be: all bits of a difference, at all points.
TEST_P(DistanceTest, OfExtremeValues) {
  const auto filled = [](int value) {
    InfluenceMap map{.size = 19, .values = {}};
    map.values.fill(static_cast<int16_t>(value));
    return map;
  };
  const Maps bytes(19, {filled(-128), filled(127), filled(0)});
  ASSERT_TRUE(bytes.set.fits_bytes());
  ExpectPlain(GetParam(), bytes, bytes, {0, 3, 0, 3});
  const Maps halves(19, {filled(-32768), filled(32767), filled(0)});
  ASSERT_FALSE(halves.set.fits_bytes());
  ExpectPlain(GetParam(), halves, halves, {0, 3, 0, 3});
}

TEST_P(DistanceTest, OfAnyRectangle) {
  for (const int high : {127, 1000}) {
    const Maps rows = RandomMaps(7, 75, -high, high, 1);
    const Maps columns = RandomMaps(7, 131, -high, high, 2);
    ExpectPlain(GetParam(), rows, columns, {0, 75, 0, 131});
    ExpectPlain(GetParam(), rows, columns, {74, 1, 130, 1});
    ExpectPlain(GetParam(), rows, columns, {0, 0, 0, 131});
    ExpectPlain(GetParam(), rows, columns, {0, 75, 5, 0});
    for (uint64_t i = 0; i < 300; ++i) {
      const auto draw = [&](int below, int counter) {
        return static_cast<int>(UniformBelow(below, Random32(DeriveSeed(high, i), counter)));
      };
      Rectangle rectangle{.first_row = draw(75, 0), .first_column = draw(131, 1)};
      rectangle.num_rows = 1 + draw(75 - rectangle.first_row, 2);
      rectangle.num_columns = 1 + draw(131 - rectangle.first_column, 3);
      ExpectPlain(GetParam(), rows, columns, rectangle);
    }
  }
}

// Every start and end within and around a few blocks of columns.
TEST_P(DistanceTest, OfUnalignedColumns) {
  const Maps maps = RandomMaps(5, 43, -128, 127, 3);
  for (int first = 0; first < 43; ++first) {
    for (int end = first + 1; end <= 43; ++end) ExpectPlain(GetParam(), maps, maps, {first, 1, first, end - first});
  }
}

// One set in bytes and one that has to be in 16 bits.
TEST_P(DistanceTest, OfSetsThatDiffer) {
  const Maps bytes = RandomMaps(9, 10, -128, 127, 4);
  const Maps halves = RandomMaps(9, 20, -184, 184, 5);
  ASSERT_NE(bytes.set.fits_bytes(), halves.set.fits_bytes());
  ExpectPlain(GetParam(), bytes, halves, {0, 10, 0, 20});
  ExpectPlain(GetParam(), halves, bytes, {0, 20, 0, 10});
}

// Ryder's values of a crowd do not fit bytes: the set changes over when one comes, with what it has by then.
TEST_P(DistanceTest, OfRyderInACrowd) {
  std::vector<InfluenceMap> maps;
  InfluenceMapSet growing(9);
  PointSet black;
  for (Point point = 0; point < 81; ++point) {
    black.Insert(point);
    maps.push_back(ComputeInfluence(InfluenceModel::kRyder, {}, 9, black, {}));
    growing.Add(maps.back());
    const bool fits = *std::max_element(maps.back().values.begin(), maps.back().values.end()) <= 127;
    ASSERT_EQ(growing.fits_bytes(), fits) << point + 1 << " stones";
  }
  ASSERT_FALSE(growing.fits_bytes());
  const Maps all(9, maps);
  ExpectPlain(GetParam(), all, all, {0, 81, 0, 81});
}

TEST_P(DistanceTest, IsAMetricOfTheModels) {
  std::vector<InfluenceMap> maps;
  for (uint64_t index = 0; index < 30; ++index) {
    PointSet black, white;
    for (int stone = 0; stone < 6; ++stone) {
      const auto point = static_cast<Point>(UniformBelow(361, Random32(index, stone)));
      (stone % 2 == 0 ? black : white).Insert(point);
    }
    maps.push_back(ComputeInfluence(InfluenceModel::kBouzy, {}, 19, black, white - black));
  }
  const Maps all(19, maps);
  std::vector<int32_t> distances(900);
  DistanceKernel(GetParam()).Run(all.set, 0, 30, all.set, 0, 30, distances.data());
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(distances[31 * i], 0);
    for (int j = 0; j < 30; ++j) {
      EXPECT_EQ(distances[30 * i + j], distances[30 * j + i]);
      for (int k = 0; k < 30; ++k) ASSERT_LE(distances[30 * i + j], distances[30 * i + k] + distances[30 * k + j]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryCpuLevel, DistanceTest, testing::ValuesIn(SupportedCpuLevels()),
                         [](const auto& test) { return std::string(CpuLevelName(test.param)); });

}  // namespace
}  // namespace tenuki
