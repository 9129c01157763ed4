#include "engine/phantom/own_chains.h"

#include <gtest/gtest.h>

#include "common/random.h"
#include "engine/board/board.h"

namespace tenuki {
namespace {

// One side's stones come at random, with the other's that capture some: what is around a stone's chain is what a board
// says.
TEST(OwnChainsTest, KnowsWhatIsAroundAChain) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    Board board(6);
    OwnChains chains(6);
    for (uint64_t ply = 0; ply < 120; ++ply) {
      const auto point = static_cast<Point>(UniformBelow(36, Random32(seed, ply)));
      if (board.Check(point, Rules{}) != MoveError::kNone) continue;
      const PointSet own = board.stones(Color::kBlack);
      if (board.to_move() == Color::kBlack) {
        const PointSet around = chains.AroundWith(point, own);
        // The same stones on a board without opponents: what is around is what is free there.
        PointSet with = own;
        with.Insert(point);
        const Board alone = *Board::FromStones(6, with, PointSet(), Color::kBlack);
        ASSERT_EQ(around, alone.LibertiesAt(point)) << "seed " << seed << " ply " << ply;
        chains.Add(point, own);
      }
      board.PlayUnchecked(point);
    }
  }
}

}  // namespace
}  // namespace tenuki
