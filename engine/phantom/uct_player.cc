#include "engine/phantom/uct_player.h"

#include <algorithm>

#include "common/random.h"

namespace tenuki {
namespace {

// Streams of a guess's seed; its elements are the order of late guessing.
constexpr uint64_t kEarlyStream = 1'000'000;
constexpr uint64_t kSelectionStream = 2'000'000;

PointSet SetOf(const std::vector<Point>& points) {
  PointSet set;
  for (Point point : points) set.Insert(point);
  return set;
}

}  // namespace

std::vector<Point> RankByRoot(const MoveTree& tree, const std::vector<Point>& candidates,
                              PhantomParameters::FinalChoice choice) {
  std::vector<Point> ranking = candidates;
  std::ranges::stable_sort(ranking, [&](Point a, Point b) {
    const MoveTree::Edge& first = tree.At(0, a);
    const MoveTree::Edge& second = tree.At(0, b);
    if (choice == PhantomParameters::FinalChoice::kMostVisits) return first.visits > second.visits;
    return std::pair(first.visits > 0, first.Mean()) > std::pair(second.visits > 0, second.Mean());
  });
  return ranking;
}

std::vector<Point> UctPlayer::Rank(const Decision& decision) {
  MoveTree tree(decision.view.num_points());
  tree.AddNode();
  int playout = 0;
  for (; MayThink(playout); ++playout) Grow(decision, playout, tree);
  CountPlayouts(playout);
  return RankByRoot(tree, decision.candidates, parameters().final_choice);
}

// One iteration: a way down the tree, a node, a playout, and the way back.
void UctPlayer::Grow(const Decision& decision, int playout, MoveTree& tree) {
  const bool is_early = parameters().method == PhantomParameters::Method::kEarlyGuess;
  const uint64_t seed = decision.GuessSeed(playout);
  const Color color = decision.view.color();
  Board board = decision.visible;
  int missing = decision.view.num_hidden();
  int node = 0;
  path_.clear();
  while (true) {
    const PointSet moves = node == 0 ? SetOf(decision.candidates) : board.PlayoutCandidates();
    const Move move = tree.Select(node, moves, {.exploration = parameters().exploration},
                                  DeriveSeed(seed, kSelectionStream + path_.size()));
    path_.push_back({.node = node, .move = move, .color = board.to_move()});
    board.PlayUnchecked(move);
    const int child = tree.At(node, move).child;
    if (child == 0) {
      const int added = tree.AddNode();
      tree.At(node, move).child = added;
      break;
    }
    if (board.passes() >= 2) break;
    node = child;
    if (is_early && path_.size() == 1) missing -= GuessEarly(decision, node, seed, tree, board);
  }
  const Color to_move = board.to_move();
  PlaceHidden(decision, playout, missing, board);
  board.SetToMove(to_move);
  const double value = decision.evaluation.Value(decision.evaluation.Run(board, decision.PlayoutSeed(playout)));
  for (const Step& step : path_) {
    tree.Update(step.node, step.move, step.color == color ? value : decision.evaluation.OpponentValue(value));
  }
}

// Replies of the opponent become stones: each with probability visited / parent visited × unknown, taken in an order
// that is drawn, so that no point is preferred when there are no more stones to place. Returns how many were placed.
int UctPlayer::GuessEarly(const Decision& decision, int node, uint64_t seed, const MoveTree& tree, Board& board) const {
  const int unknown = decision.view.num_hidden();
  const int parent_visited = tree.visits(node);
  if (unknown == 0 || parent_visited == 0) return 0;
  std::vector<Point> stones;
  const uint64_t stream = DeriveSeed(seed, kEarlyStream);
  uint64_t counter = 0;
  for (Point point : board.empty()) {
    const int visited = tree.At(node, point).visits;
    if (visited == 0) continue;
    // The probability as a number below 2^32, so that the comparison is one of integers.
    const uint64_t threshold =
        (static_cast<uint64_t>(visited) * static_cast<uint64_t>(unknown) << 32) / static_cast<uint64_t>(parent_visited);
    if (Random32(stream, counter++) < threshold) stones.push_back(point);
  }
  for (size_t i = 0; i + 1 < stones.size(); ++i) {
    const auto rest = static_cast<uint32_t>(stones.size() - i);
    std::swap(stones[i], stones[i + UniformBelow(rest, Random32(stream, counter++))]);
  }
  const Color to_move = board.to_move();
  const int placed = PlaceStones(board, Opponent(decision.view.color()), stones, unknown);
  board.SetToMove(to_move);
  return placed;
}

}  // namespace tenuki
