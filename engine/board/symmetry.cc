#include "engine/board/symmetry.h"

#include <algorithm>
#include <compare>

namespace tenuki {
namespace {

constexpr int kMirrorColumns = 1;
constexpr int kMirrorRows = 2;
constexpr int kExchange = 4;

}  // namespace

Move Transform(Symmetry symmetry, int size, Move move) {
  if (move == kPass) return kPass;
  int column = ColumnOf(size, move);
  int row = RowOf(size, move);
  if ((symmetry & kExchange) != 0) std::swap(column, row);
  if ((symmetry & kMirrorColumns) != 0) column = size - 1 - column;
  if ((symmetry & kMirrorRows) != 0) row = size - 1 - row;
  return MakePoint(size, column, row);
}

PointSet Transform(Symmetry symmetry, int size, const PointSet& points) {
  PointSet image;
  for (Point point : points) image.Insert(Transform(symmetry, size, point));
  return image;
}

Symmetry Inverse(Symmetry symmetry) {
  // Mirrors undo themselves; after an exchange, what mirrored columns must mirror rows.
  if ((symmetry & kExchange) == 0) return symmetry;
  return kExchange | (symmetry & kMirrorColumns) << 1 | (symmetry & kMirrorRows) >> 1;
}

Symmetry Compose(Symmetry a, Symmetry b) {
  int mirrors_of_b = b & (kMirrorColumns | kMirrorRows);
  if ((a & kExchange) != 0) mirrors_of_b = (mirrors_of_b & kMirrorColumns) << 1 | (mirrors_of_b & kMirrorRows) >> 1;
  return ((a ^ b) & kExchange) | ((a & (kMirrorColumns | kMirrorRows)) ^ mirrors_of_b);
}

CanonicalPosition Canonicalise(int size, const PointSet& black, const PointSet& white) {
  CanonicalPosition best{.size = size, .black = black, .white = white, .symmetry = 0, .stabiliser = 0};
  for (Symmetry symmetry = 1; symmetry < kNumSymmetries; ++symmetry) {
    const PointSet image_black = Transform(symmetry, size, black);
    const auto order = image_black <=> best.black;
    if (std::is_gt(order)) continue;
    const PointSet image_white = Transform(symmetry, size, white);
    if (std::is_eq(order) && image_white >= best.white) continue;
    best.black = image_black;
    best.white = image_white;
    best.symmetry = symmetry;
  }
  for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
    if (Transform(symmetry, size, best.black) == best.black && Transform(symmetry, size, best.white) == best.white) {
      best.stabiliser |= static_cast<uint8_t>(1 << symmetry);
    }
  }
  return best;
}

Move CanonicalPosition::Fold(Move move) const {
  const Move moved = Transform(symmetry, size, move);
  Move smallest = moved;
  for (Symmetry s = 1; s < kNumSymmetries; ++s) {
    if ((stabiliser >> s & 1) != 0) smallest = std::min(smallest, Transform(s, size, moved));
  }
  return smallest;
}

}  // namespace tenuki
