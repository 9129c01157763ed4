// The eight symmetries of the square board, and canonical forms of positions under them.
//
//   CanonicalPosition canonical = Canonicalise(board.size(), board.stones(Color::kBlack), board.stones(Color::kWhite));
//   Move folded = canonical.Fold(move);        // the same for all moves that the position cannot tell apart
//
// The canonical form of a position is the smallest of its eight images, compared by black stones, then white stones,
// each as a number whose bit size·column + row says whether a stone is there.
#pragma once

#include <array>
#include <cstdint>

#include "engine/board/point.h"
#include "engine/board/point_set.h"

namespace tenuki {

// Bit 0: mirror columns, bit 1: mirror rows, bit 2: exchange columns and rows first. 0 is the identity.
using Symmetry = int;
inline constexpr int kNumSymmetries = 8;

// Where `move` goes; a pass stays a pass.
Move Transform(Symmetry symmetry, int size, Move move);
PointSet Transform(Symmetry symmetry, int size, const PointSet& points);
// Transform(Inverse(s), …) undoes Transform(s, …).
Symmetry Inverse(Symmetry symmetry);
// Transform(Compose(a, b), …) is Transform(a, …) after Transform(b, …).
Symmetry Compose(Symmetry a, Symmetry b);

struct CanonicalPosition {
  int size;
  PointSet black;
  PointSet white;
  Symmetry symmetry;   // takes the given position to this one; the smallest number where several do
  uint8_t stabiliser;  // bit s: symmetry s maps the canonical position onto itself

  // Takes a move of the given position to the canonical one, and to the smallest point that its stabiliser can map it
  // to.
  Move Fold(Move move) const;
};

CanonicalPosition Canonicalise(int size, const PointSet& black, const PointSet& white);

}  // namespace tenuki
