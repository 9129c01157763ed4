// The first moves of a solution in SGF: which are correct, and which are refuted.
//
// A first move is correct when a comment somewhere below it says RIGHT or CORRECT (in any case, as a word of its own),
// and refuted when others have such a comment and it has not. Where no comment says it, the main line is the solution.
// First moves are those of the root's children.
//
// Pure functions: no thread rules.
#pragma once

#include <vector>

#include "engine/board/point.h"
#include "engine/sgf/tree.h"

namespace tenuki {

struct FirstMovesOfTree {
  std::vector<Move> correct;
  std::vector<Move> refuted;
};

// Values that are no moves are left out. REQUIRES: `root` is a root.
FirstMovesOfTree ReadFirstMoves(const SgfCollection& games, SgfCollection::NodeId root, int size);

}  // namespace tenuki
