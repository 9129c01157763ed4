// Who wins a semeai, by playing out everything that can happen in it: for positions whose status a test has to know.
//
//   SolveSemeai(board, black_group, white_group, Color::kBlack)       // when Black plays first in it
//
// Moves are the empty points that hang together with a liberty of either group, and passes, under the simple rule of ko
// and without suicide. A group that loses a stone has lost. After two passes nobody has. What is around is taken as it
// stands: the caller knows that it lives (HasTwoEyes).
//
// Exhaustive and slow: up to some twelve such points. Pure functions: no thread rules.
#pragma once

#include <optional>

#include "engine/board/board.h"
#include "engine/board/point_set.h"

namespace tenuki {

// Where moves of the semeai are.
PointSet SemeaiRegion(const Board& board, const PointSet& black_group, const PointSet& white_group);

// kEmpty when nobody wins; nothing when a position came again, which this search cannot judge.
std::optional<Color> SolveSemeai(const Board& board, const PointSet& black_group, const PointSet& white_group,
                                 Color first);

// Whether the chain at `point` has two empty points with nothing beside them but the chain: it can never be captured.
bool HasTwoEyes(const Board& board, Point point);

}  // namespace tenuki
