// Who owns what when a game ends: Tromp–Taylor area.
#pragma once

#include "engine/board/board_state.h"
#include "engine/board/point_set.h"

namespace tenuki {

// A colour's area is its stones and the empty regions that reach no stone of the other colour, and one of its own.
struct Area {
  PointSet black;
  PointSet white;

  int Score() const { return black.size() - white.size(); }  // Black's lead on the board, before komi
};

Area TrompTaylorArea(const BoardState& state);
Area TrompTaylorArea(int size, const PointSet& black, const PointSet& white);

}  // namespace tenuki
