// Small problems drawn at random, for tests: dense boards, any region, walls, kos in force.
#pragma once

#include <cstdint>

#include "common/random.h"
#include "engine/tsumego/problem.h"

namespace tenuki {

// The same problem for the same seed. Many are decided from the start; all are right.
inline Problem RandomProblem(uint64_t seed) {
  uint64_t counter = 0;
  const auto below = [&](uint32_t n) { return static_cast<int>(UniformBelow(n, Random32(seed, counter++))); };
  while (true) {
    const int size = 3 + below(3);
    const int stones_in_ten = 5 + below(4);
    PointSet black, white;
    for (Point point = 0; point < size * size; ++point) {
      if (below(10) >= stones_in_ten) continue;
      (below(2) == 0 ? black : white).Insert(point);
    }
    const std::optional<Board> board =
        Board::FromStones(size, black, white, below(2) == 0 ? Color::kBlack : Color::kWhite);
    if (!board.has_value()) continue;
    Problem problem{.board = *board, .defender = below(2) == 0 ? Color::kBlack : Color::kWhite};
    for (Point point : board->empty()) {
      const int place = below(8);
      if (place < 6) {
        problem.region.Insert(point);
      } else if (place == 6) {
        problem.walled.Insert(point);
      }
    }
    if (below(3) == 0) problem.safe_liberties = 2 + below(2);
    problem.goal = problem.attacker_to_move() ? Goal::kKill : Goal::kLive;
    const PointSet stones = board->stones(problem.defender);
    if (stones.empty() || problem.region.empty()) continue;
    int number = below(static_cast<uint32_t>(stones.size()));
    for (Point point : stones) {
      if (number-- > 0) continue;
      problem.target = board->ChainAt(point);
      break;
    }
    return problem;
  }
}

}  // namespace tenuki
