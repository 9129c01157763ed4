#include "engine/tsumego/surroundings.h"

#include <algorithm>
#include <array>
#include <deque>

#include "engine/board/geometry.h"

namespace tenuki {
namespace {

constexpr int kFar = 1000;
// By the region's width: steps that count as near, and how few liberties a chain beside the target is short with.
constexpr int kNearSteps[] = {1, 2, 3};
constexpr int kShortOfLiberties[] = {2, 3, 4};
using Distances = std::array<int, kMaxPoints>;

// Steps from `sources` along the lines, over points of `passable`.
Distances StepsFrom(const Board& board, const PointSet& sources, const PointSet& passable) {
  Distances steps;
  steps.fill(kFar);
  std::deque<Point> queue;
  for (Point point : sources) {
    steps[point] = 0;
    queue.push_back(point);
  }
  const Geometry& geometry = GeometryOf(board.size());
  while (!queue.empty()) {
    const Point point = queue.front();
    queue.pop_front();
    for (int side : geometry.neighbours[point].side) {
      if (side == geometry.num_points || steps[side] != kFar || !passable.Contains(side)) continue;
      steps[side] = steps[point] + 1;
      queue.push_back(side);
    }
  }
  return steps;
}

std::vector<PointSet> ChainsOf(const Board& board, Color color) {
  std::vector<PointSet> chains;
  PointSet rest = board.stones(color);
  while (!rest.empty()) {
    chains.push_back(board.ChainAt(*rest.begin()));
    rest -= chains.back();
  }
  return chains;
}

PointSet LibertiesOf(const Board& board, const PointSet& chain) { return board.LibertiesAt(*chain.begin()); }

bool Touches(const Board& board, const PointSet& a, const PointSet& b) {
  const Geometry& geometry = GeometryOf(board.size());
  for (Point point : a) {
    for (int side : geometry.neighbours[point].side) {
      if (side != geometry.num_points && b.Contains(side)) return true;
    }
  }
  return false;
}

// Empty points that the target's side gets to first, or that are near it; of those at three steps, no farther behind.
PointSet Reach(const Board& board, const Distances& from_target, const Distances& from_wall, int near_steps,
               int max_steps) {
  PointSet reach;
  for (Point point : board.empty()) {
    const int steps = from_target[point];
    const bool is_near = steps <= near_steps && (steps <= 2 || steps <= from_wall[point] + 1);
    if (steps <= max_steps && (is_near || steps <= from_wall[point])) reach.Insert(point);
  }
  return reach;
}

// Two chains that meet at a corner, with both points between them free of the opponent.
bool TouchAtCorner(const Board& board, const PointSet& a, const PointSet& b) {
  const Geometry& geometry = GeometryOf(board.size());
  for (Point point : a) {
    const Neighbours& near = geometry.neighbours[point];
    for (int i = 0; i < 4; ++i) {
      const int diagonal = near.diagonal[i];
      if (diagonal == geometry.num_points || !b.Contains(diagonal)) continue;
      int num_free = 0;
      for (int side : near.side) {
        if (side == geometry.num_points || board.at(side) == Opponent(board.at(point))) continue;
        for (int other : geometry.neighbours[diagonal].side) num_free += side == other;
      }
      if (num_free == 2) return true;
    }
  }
  return false;
}

}  // namespace

std::string_view RegionWidthName(RegionWidth width) {
  constexpr std::string_view kNames[] = {"narrow", "middle", "wide"};
  return kNames[static_cast<int>(width)];
}

Surroundings FindRegion(Problem& problem, const RegionLimits& limits) {
  const Board& board = problem.board;
  const PointSet empty = board.empty();
  const PointSet own = board.stones(problem.defender);
  const Color attacker = Opponent(problem.defender);
  std::vector<PointSet> walls = ChainsOf(board, attacker);
  const int near_steps = kNearSteps[static_cast<int>(limits.width)];
  Surroundings result;
  PointSet reach;
  // Stones of the attacker that have liberties only where the target reaches stand inside; then it reaches farther.
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    PointSet wall;
    for (const PointSet& chain : walls) wall |= chain;
    const Distances from_target = StepsFrom(board, problem.target, empty | own | result.inside);
    const Distances from_wall = StepsFrom(board, wall, empty);
    reach = Reach(board, from_target, from_wall, near_steps, limits.max_steps);
    result.reach = reach.size();
    int max_steps = limits.max_steps;
    while (max_steps > 2 && reach.size() > limits.max_points) {
      reach = Reach(board, from_target, from_wall, near_steps, --max_steps);
    }
    for (auto chain = walls.begin(); chain != walls.end();) {
      if ((LibertiesOf(board, *chain) - reach).empty()) {
        result.inside |= *chain;
        chain = walls.erase(chain);
        has_changed = true;
      } else {
        ++chain;
      }
    }
  }
  problem.region = reach;
  // Stones of the attacker that touch the target, or what it reaches, and are short of liberties, may be captured.
  for (const PointSet& chain : walls) {
    const PointSet liberties = LibertiesOf(board, chain);
    if (liberties.size() > kShortOfLiberties[static_cast<int>(limits.width)] || !Touches(board, chain, problem.target))
      continue;
    problem.region |= liberties;
  }
  // Friends that the region has around them may be captured with the target, or save it.
  const PointSet outside = empty - problem.region;
  const Distances from_attacker = StepsFrom(board, board.stones(attacker) - result.inside, empty);
  const Distances from_friends = StepsFrom(board, own - problem.target, empty);
  problem.walled = PointSet();
  for (Point point : outside) {
    if (from_attacker[point] <= from_friends[point]) problem.walled.Insert(point);
  }
  return result;
}

std::vector<PointSet> GroupsOf(const Board& board, Color color) {
  std::vector<PointSet> groups = ChainsOf(board, color);
  std::vector<PointSet> liberties;
  for (const PointSet& chain : groups) liberties.push_back(LibertiesOf(board, chain));
  for (size_t i = 0; i < groups.size(); ++i) {
    for (size_t j = i + 1; j < groups.size();) {
      const bool linked = (liberties[i] & liberties[j]).size() >= 2 || TouchAtCorner(board, groups[i], groups[j]);
      if (!linked) {
        ++j;
        continue;
      }
      groups[i] |= groups[j];
      liberties[i] |= liberties[j];
      groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(j));
      liberties.erase(liberties.begin() + static_cast<std::ptrdiff_t>(j));
      j = i + 1;
    }
  }
  return groups;
}

}  // namespace tenuki
