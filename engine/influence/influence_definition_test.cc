// The influence models on random positions of all sizes: against a second, naive reading of their definitions, and by
// the laws that all of them keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/random.h"
#include "engine/board/symmetry.h"
#include "engine/influence/influence.h"

namespace tenuki {
namespace {

struct Position {
  int size;
  PointSet black;
  PointSet white;
};

InfluenceMap InfluenceOf(InfluenceModel model, const BouzyOperator& bouzy, const Position& position) {
  return ComputeInfluence(model, bouzy, position.size, position.black, position.white);
}

// A few stones, or many; of both colours, or of one. Not all are legal: models do not ask.
Position RandomPosition(int size, uint64_t seed) {
  Position position{.size = size};
  const uint32_t filled = UniformBelow(100, Random32(seed, 0)) >> (seed % 3);  // per cent
  const uint32_t blacks = seed % 7 == 0 ? 100 : seed % 7 == 1 ? 0 : 50;
  for (Point point = 0; point < size * size; ++point) {
    if (UniformBelow(100, Random32(seed, 1 + 2 * point)) >= filled) continue;
    const bool is_black = UniformBelow(100, Random32(seed, 2 + 2 * point)) < blacks;
    (is_black ? position.black : position.white).Insert(point);
  }
  return position;
}

// The naive reading: points are pairs of column and row, and a map has only those that are on the board.
using Place = std::pair<int, int>;
using Values = std::map<Place, int>;

std::vector<Place> NeighboursOf(const Values& values, Place place) {
  std::vector<Place> neighbours;
  for (auto [columns, rows] : {Place{1, 0}, Place{-1, 0}, Place{0, 1}, Place{0, -1}}) {
    const Place neighbour = {place.first + columns, place.second + rows};
    if (values.contains(neighbour)) neighbours.push_back(neighbour);
  }
  return neighbours;
}

int DistanceOf(Place a, Place b) { return std::abs(a.first - b.first) + std::abs(a.second - b.second); }

Values StonesOf(const Position& position, int value) {
  Values values;
  for (Point point = 0; point < position.size * position.size; ++point) {
    const int sign = position.black.Contains(point) - position.white.Contains(point);
    values[{ColumnOf(position.size, point), RowOf(position.size, point)}] = sign * value;
  }
  return values;
}

// Points give to their neighbours.
Values NaiveZobrist(const Position& position) {
  const Values stones = StonesOf(position, 64);
  Values values = stones;
  for (int round = 1; round <= 4; ++round) {
    Values next = values;
    for (auto [place, value] : values) {
      for (Place neighbour : NeighboursOf(values, place)) {
        if (stones.at(neighbour) != 0) continue;
        if (value > 0) next[neighbour] += 1;
        if (value < 0) next[neighbour] -= 1;
      }
    }
    values = next;
  }
  return values;
}

// Points take from all stones of the board.
Values NaiveRyder(const Position& position) {
  constexpr int kPattern[7][7] = {{0, 0, 0, 1, 0, 0, 0},     //
                                  {0, 1, 2, 5, 2, 1, 0},     //
                                  {0, 2, 6, 13, 6, 2, 0},    //
                                  {1, 5, 13, 64, 13, 5, 1},  //
                                  {0, 2, 6, 13, 6, 2, 0},    //
                                  {0, 1, 2, 5, 2, 1, 0},     //
                                  {0, 0, 0, 1, 0, 0, 0}};
  const Values stones = StonesOf(position, 1);
  Values values = StonesOf(position, 0);
  for (auto& [place, value] : values) {
    for (auto [stone, sign] : stones) {
      const int row = stone.second - place.second + 3;
      const int column = stone.first - place.first + 3;
      if (row >= 0 && row < 7 && column >= 0 && column < 7) value += sign * kPattern[row][column];
    }
  }
  return values;
}

Values NaiveSpight(const Position& position) {
  const Values stones = StonesOf(position, 1);
  Values values = StonesOf(position, 0);
  for (auto& [place, value] : values) {
    int to_black = 1000;
    int to_white = 1000;
    for (auto [stone, sign] : stones) {
      if (sign > 0) to_black = std::min(to_black, DistanceOf(place, stone));
      if (sign < 0) to_white = std::min(to_white, DistanceOf(place, stone));
    }
    if (to_black < to_white) value = 1;
    if (to_white < to_black) value = -1;
  }
  return values;
}

Values NaiveBouzy(const Position& position, const BouzyOperator& bouzy) {
  Values values = StonesOf(position, 64);
  // Of the neighbours of a point: how many have the sign −1, 0, 1.
  const auto count = [](const Values& all, Place place, int sign) {
    return static_cast<int>(std::ranges::count_if(NeighboursOf(all, place), [&](Place neighbour) {
      const int value = all.at(neighbour);
      return (value > 0) - (value < 0) == sign;
    }));
  };
  for (int i = 0; i < bouzy.dilations; ++i) {
    Values next = values;
    for (auto [place, value] : values) {
      for (int colour : {1, -1}) {
        if (value * colour < 0 || count(values, place, -colour) > 0) continue;
        next[place] += colour * count(values, place, colour);
      }
    }
    values = next;
  }
  for (int i = 0; i < bouzy.erosions; ++i) {
    Values next = values;
    for (auto [place, value] : values) {
      for (int colour : {1, -1}) {
        if (value * colour <= 0) continue;
        const int size = std::abs(value) - count(values, place, 0) - count(values, place, -colour);
        next[place] = size > 0 ? size * colour : 0;
      }
    }
    values = next;
  }
  return values;
}

Values NaiveInfluence(InfluenceModel model, const BouzyOperator& bouzy, const Position& position) {
  switch (model) {
    case InfluenceModel::kStones: return StonesOf(position, 1);
    case InfluenceModel::kZobrist: return NaiveZobrist(position);
    case InfluenceModel::kRyder: return NaiveRyder(position);
    case InfluenceModel::kSpight: return NaiveSpight(position);
    case InfluenceModel::kBouzy: return NaiveBouzy(position, bouzy);
  }
  return {};
}

constexpr BouzyOperator kBouzyOperators[] = {
    {.dilations = 5, .erosions = 21}, {.dilations = 4, .erosions = 13}, {.dilations = 0, .erosions = 3},
    {.dilations = 3, .erosions = 0},  {.dilations = 2, .erosions = 1},  {.dilations = kMaxDilations, .erosions = 40}};

class InfluenceDefinitionTest : public testing::TestWithParam<InfluenceModel> {};

TEST_P(InfluenceDefinitionTest, IsTheNaiveOne) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    for (uint64_t index = 0; index < 24; ++index) {
      const Position position = RandomPosition(size, DeriveSeed(size, index));
      const BouzyOperator& bouzy = kBouzyOperators[index % std::size(kBouzyOperators)];
      const InfluenceMap map = InfluenceOf(GetParam(), bouzy, position);
      ASSERT_EQ(map.size, size);
      for (auto [place, value] : NaiveInfluence(GetParam(), bouzy, position)) {
        ASSERT_EQ(map.values[MakePoint(size, place.first, place.second)], value)
            << size << "x" << size << ", position " << index << ", column " << place.first << ", row " << place.second;
      }
      EXPECT_TRUE(
          std::all_of(map.values.begin() + size * size, map.values.end(), [](int value) { return value == 0; }));
    }
  }
}

TEST_P(InfluenceDefinitionTest, CommutesWithTheEightSymmetries) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    for (uint64_t index = 0; index < 30; ++index) {
      const Position position = RandomPosition(size, DeriveSeed(100 + size, index));
      const BouzyOperator& bouzy = kBouzyOperators[index % std::size(kBouzyOperators)];
      const InfluenceMap map = InfluenceOf(GetParam(), bouzy, position);
      for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
        const InfluenceMap image = InfluenceOf(GetParam(), bouzy,
                                               {.size = size,
                                                .black = Transform(symmetry, size, position.black),
                                                .white = Transform(symmetry, size, position.white)});
        for (Point point = 0; point < size * size; ++point) {
          ASSERT_EQ(image.values[Transform(symmetry, size, point)], map.values[point])
              << size << "x" << size << ", position " << index << ", symmetry " << symmetry << ", "
              << ToSgf(size, point);
        }
      }
    }
  }
}

TEST_P(InfluenceDefinitionTest, CommutesWithAnExchangeOfColours) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    for (uint64_t index = 0; index < 60; ++index) {
      const Position position = RandomPosition(size, DeriveSeed(200 + size, index));
      const BouzyOperator& bouzy = kBouzyOperators[index % std::size(kBouzyOperators)];
      const InfluenceMap map = InfluenceOf(GetParam(), bouzy, position);
      const InfluenceMap exchanged =
          InfluenceOf(GetParam(), bouzy, {.size = size, .black = position.white, .white = position.black});
      for (Point point = 0; point < size * size; ++point) {
        ASSERT_EQ(exchanged.values[point], -map.values[point])
            << size << "x" << size << ", position " << index << ", " << ToSgf(size, point);
      }
    }
  }
}

// What influence.h says of the range; a set of maps relies on it for speed alone (map_set.h).
TEST_P(InfluenceDefinitionTest, StaysInItsRange) {
  const int limit = GetParam() == InfluenceModel::kRyder ? 184 : 127;
  const BouzyOperator most{.dilations = kMaxDilations, .erosions = 0};
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    for (uint64_t index = 0; index < 60; ++index) {
      for (int value : InfluenceOf(GetParam(), most, RandomPosition(size, DeriveSeed(300 + size, index))).values) {
        ASSERT_LE(std::abs(value), limit);
      }
    }
    for (int value : InfluenceOf(GetParam(), most, {.size = size, .black = PointSet::All(size)}).values) {
      ASSERT_LE(std::abs(value), limit);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllModels, InfluenceDefinitionTest,
                         testing::Values(InfluenceModel::kStones, InfluenceModel::kZobrist, InfluenceModel::kRyder,
                                         InfluenceModel::kSpight, InfluenceModel::kBouzy),
                         [](const auto& test) { return std::string(InfluenceModelName(test.param)); });

}  // namespace
}  // namespace tenuki
