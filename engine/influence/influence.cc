#include "engine/influence/influence.h"

#include <algorithm>
#include <cstdlib>

namespace tenuki {
namespace {

constexpr int16_t kStoneValue = 64;  // of Zobrist, Ryder and Bouzy
constexpr int kZobristRounds = 4;

// A board with a border, so that neighbours need no test for the edge: columns of kStride cells one after the other, an
// empty one before and after them. The cell after a column's last row is also the one before the next column's first.
constexpr int kStride = kMaxBoardSize + 1;
constexpr int kNumCells = kStride * (kMaxBoardSize + 2);
using Cells = std::array<int16_t, kNumCells>;

constexpr int CellOf(int column, int row) { return kStride * (column + 1) + row; }
constexpr int CellAt(int size, Point point) { return CellOf(ColumnOf(size, point), RowOf(size, point)); }

// What the models' steps work on. Steps run over all cells from kStride to `end`, the borders between columns too: that
// is what lets the compiler vectorise them. They have to leave borders 0.
struct Field {
  int end;
  Cells values{};
  Cells on_board{};  // all bits where the board has a point
  Cells empty{};     // all bits where a point holds no stone
  Cells degree{};    // the number of neighbours

  Field(int size, const PointSet& black, const PointSet& white, int16_t stone) : end(kStride * (size + 1)) {
    for (int column = 0; column < size; ++column) {
      for (int row = 0; row < size; ++row) {
        const int cell = CellOf(column, row);
        on_board[cell] = empty[cell] = -1;
        degree[cell] = static_cast<int16_t>((column > 0) + (column + 1 < size) + (row > 0) + (row + 1 < size));
      }
    }
    for (Point point : black) values[CellAt(size, point)] = stone;
    for (Point point : white) values[CellAt(size, point)] = static_cast<int16_t>(-stone);
    for (Point point : black | white) empty[CellAt(size, point)] = 0;
  }
};

// How many neighbours are above zero, below zero. What is off the board is neither.
struct Counts {
  int16_t positive;
  int16_t negative;
};

inline Counts CountNeighbours(const Cells& cells, int cell) {
  const int16_t a = cells[cell - 1], b = cells[cell + 1], c = cells[cell - kStride], d = cells[cell + kStride];
  return {static_cast<int16_t>((a > 0) + (b > 0) + (c > 0) + (d > 0)),
          static_cast<int16_t>((a < 0) + (b < 0) + (c < 0) + (d < 0))};
}

void Radiate(Field& field) {
  const Cells before = field.values;
  for (int cell = kStride; cell < field.end; ++cell) {
    const Counts counts = CountNeighbours(before, cell);
    field.values[cell] = static_cast<int16_t>(before[cell] + (field.empty[cell] & (counts.positive - counts.negative)));
  }
}

void Dilate(Field& field) {
  const Cells before = field.values;
  for (int cell = kStride; cell < field.end; ++cell) {
    const Counts counts = CountNeighbours(before, cell);
    const int16_t value = before[cell];
    // At most one of the two is not zero.
    const int16_t gain = (value >= 0) & (counts.negative == 0) ? counts.positive : int16_t{0};
    const int16_t loss = (value <= 0) & (counts.positive == 0) ? counts.negative : int16_t{0};
    field.values[cell] = static_cast<int16_t>(value + (field.on_board[cell] & (gain - loss)));
  }
}

void Erode(Field& field) {
  const Cells before = field.values;
  for (int cell = kStride; cell < field.end; ++cell) {
    const Counts counts = CountNeighbours(before, cell);
    const int16_t value = before[cell];
    const int16_t not_positive = static_cast<int16_t>(field.degree[cell] - counts.positive);
    const int16_t not_negative = static_cast<int16_t>(field.degree[cell] - counts.negative);
    const int16_t down = std::max<int16_t>(static_cast<int16_t>(value - not_positive), 0);
    const int16_t up = std::min<int16_t>(static_cast<int16_t>(value + not_negative), 0);
    field.values[cell] = value > 0 ? down : value < 0 ? up : int16_t{0};
  }
}

// Of each point from the nearest of `stones`, along the lines; kFar without any.
constexpr int16_t kFar = 4 * kMaxBoardSize;
Cells Distances(int size, const PointSet& stones) {
  Cells distances;
  distances.fill(kFar);
  for (Point point : stones) distances[CellAt(size, point)] = 0;
  const auto step = [&](int cell, int a, int b) {
    const int16_t nearest = std::min(distances[a], distances[b]);
    distances[cell] = std::min(distances[cell], static_cast<int16_t>(nearest + 1));
  };
  // A shortest way can be walked so that all its steps of one direction come first; two passes see them all.
  for (int column = 0; column < size; ++column) {
    for (int row = 0; row < size; ++row) {
      const int cell = CellOf(column, row);
      step(cell, cell - 1, cell - kStride);
    }
  }
  for (int column = size - 1; column >= 0; --column) {
    for (int row = size - 1; row >= 0; --row) {
      const int cell = CellOf(column, row);
      step(cell, cell + 1, cell + kStride);
    }
  }
  return distances;
}

Field Spight(int size, const PointSet& black, const PointSet& white) {
  Field field(size, black, white, 0);
  const Cells to_black = Distances(size, black);
  const Cells to_white = Distances(size, white);
  for (int cell = kStride; cell < field.end; ++cell) {
    field.values[cell] = static_cast<int16_t>((to_black[cell] < to_white[cell]) - (to_white[cell] < to_black[cell]));
  }
  return field;
}

constexpr int kRyderReach = 3;
constexpr int16_t kRyder[kRyderReach + 1][kRyderReach + 1] = {{kStoneValue, 13, 5, 1}, {13, 6, 2}, {5, 2, 1}, {1}};

void AddDiamond(Field& field, int size, Point stone, int sign) {
  const int column = ColumnOf(size, stone);
  const int row = RowOf(size, stone);
  for (int c = std::max(0, column - kRyderReach); c <= std::min(size - 1, column + kRyderReach); ++c) {
    for (int r = std::max(0, row - kRyderReach); r <= std::min(size - 1, row + kRyderReach); ++r) {
      int16_t& value = field.values[CellOf(c, r)];
      value = static_cast<int16_t>(value + sign * kRyder[std::abs(c - column)][std::abs(r - row)]);
    }
  }
}

Field Run(InfluenceModel model, const BouzyOperator& bouzy, int size, const PointSet& black, const PointSet& white) {
  if (model == InfluenceModel::kSpight) return Spight(size, black, white);
  if (model == InfluenceModel::kRyder) {
    Field field(size, black, white, 0);
    for (Point stone : black) AddDiamond(field, size, stone, 1);
    for (Point stone : white) AddDiamond(field, size, stone, -1);
    return field;
  }
  Field field(size, black, white, model == InfluenceModel::kStones ? int16_t{1} : kStoneValue);
  if (model == InfluenceModel::kZobrist) {
    for (int round = 0; round < kZobristRounds; ++round) Radiate(field);
  }
  if (model == InfluenceModel::kBouzy) {
    for (int i = 0; i < bouzy.dilations; ++i) Dilate(field);
    for (int i = 0; i < bouzy.erosions; ++i) Erode(field);
  }
  return field;
}

}  // namespace

std::string_view InfluenceModelName(InfluenceModel model) {
  constexpr std::string_view kNames[kNumInfluenceModels] = {"stones", "zobrist", "ryder", "spight", "bouzy"};
  return kNames[static_cast<int>(model)];
}

InfluenceMap ComputeInfluence(InfluenceModel model, const BouzyOperator& bouzy, int size, const PointSet& black,
                              const PointSet& white) {
  const Field field = Run(model, bouzy, size, black, white);
  InfluenceMap map{.size = size, .values = {}};
  for (int column = 0; column < size; ++column) {
    std::copy_n(&field.values[CellOf(column, 0)], size, &map.values[MakePoint(size, column, 0)]);
  }
  return map;
}

}  // namespace tenuki
