#include "engine/gtp/dead_stones.h"

#include <array>

#include "common/random.h"

namespace tenuki {
namespace {

using Counts = std::array<int, kMaxPoints>;

// By point, the playouts in which it ends as the area of the opponent of the stone on it.
Counts CountLosses(const Board& board, const PlayoutKernel& kernel, int playouts, uint64_t seed) {
  const PointSet black = board.stones(Color::kBlack);
  const PointSet white = board.stones(Color::kWhite);
  Counts losses{};
  for (int i = 0; i < playouts; ++i) {
    const Color first = i % 2 == 0 ? Color::kBlack : Color::kWhite;
    const Board start = *Board::FromStones(board.size(), black, white, first);
    const Area area = kernel.Run(start, DeriveSeed(seed, i), PlayoutOptions{}).area;
    for (Point point : (black & area.white) | (white & area.black)) ++losses[point];
  }
  return losses;
}

}  // namespace

PointSet EstimateDeadStones(const Board& board, const PlayoutKernel& kernel, int playouts, uint64_t seed) {
  const Counts losses = CountLosses(board, kernel, playouts, seed);
  PointSet dead;
  PointSet unjudged = board.stones(Color::kBlack) | board.stones(Color::kWhite);
  while (!unjudged.empty()) {
    const PointSet chain = board.ChainAt(*unjudged.begin());
    unjudged -= chain;
    int64_t lost = 0;
    for (Point point : chain) lost += losses[point];
    if (2 * lost > int64_t{playouts} * chain.size()) dead |= chain;
  }
  return dead;
}

Board RemoveStones(const Board& board, const PointSet& stones) {
  // Fewer stones leave more liberties, so this is a position.
  return *Board::FromStones(board.size(), board.stones(Color::kBlack) - stones, board.stones(Color::kWhite) - stones,
                            board.to_move());
}

}  // namespace tenuki
