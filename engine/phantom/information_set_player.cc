#include "engine/phantom/information_set_player.h"

#include "common/random.h"
#include "engine/phantom/uct_player.h"

namespace tenuki {
namespace {

// Of a guess's seed; its elements are the order of the guess.
constexpr uint64_t kSelectionStream = 2'000'000;

}  // namespace

std::vector<Point> InformationSetPlayer::Rank(const Decision& decision) {
  trees_.assign(2, MoveTree(decision.view.num_points()));
  for (MoveTree& tree : trees_) tree.AddNode();
  children_.clear();
  PointSet candidates;
  for (Point point : decision.candidates) candidates.Insert(point);
  int playout = 0;
  for (; MayThink(playout); ++playout) Grow(decision, candidates, playout);
  CountPlayouts(playout);
  return RankByRoot(trees_[kOwn], decision.candidates, parameters().final_choice);
}

std::pair<int, bool> InformationSetPlayer::Follow(const Event& event) {
  MoveTree& tree = trees_[std::get<0>(event)];
  const auto [child, is_new] = children_.try_emplace(event, tree.num_nodes());
  if (is_new) tree.AddNode();
  return {child->second, is_new};
}

void InformationSetPlayer::Grow(const Decision& decision, const PointSet& candidates, int playout) {
  const Color color = decision.view.color();
  const uint64_t seed = DeriveSeed(decision.GuessSeed(playout), kSelectionStream);
  Board board = decision.visible;
  PlaceHidden(decision, playout, decision.view.num_hidden(), board);
  board.SetToMove(color);
  int nodes[2] = {0, 0};
  path_.clear();
  bool is_new = false;
  while (!is_new && board.passes() < 2) {
    const Color mover = board.to_move();
    const Observer observer = mover == color ? kOwn : kOpponent;
    const Observer other = mover == color ? kOpponent : kOwn;
    PointSet moves = board.PlayoutCandidates();
    if (path_.empty()) moves &= candidates;
    const Move move = trees_[observer].Select(nodes[observer], moves,
                                              {.exploration = parameters().exploration, .counts_availability = true},
                                              DeriveSeed(seed, path_.size()));
    path_.push_back({.observer = observer, .node = nodes[observer], .move = move});
    const int captured_before = board.captured_by(mover);
    board.PlayUnchecked(move);
    const int captured = board.captured_by(mover) - captured_before;
    std::tie(nodes[observer], is_new) = Follow({observer, nodes[observer], move, captured});
    nodes[other] = Follow({other, nodes[other], move == kPass ? kPass : kUnseen, captured}).first;
  }
  const double value = decision.evaluation.Value(decision.evaluation.Run(board, decision.PlayoutSeed(playout)));
  for (const Step& step : path_) {
    trees_[step.observer].Update(step.node, step.move,
                                 step.observer == kOwn ? value : decision.evaluation.OpponentValue(value));
  }
}

}  // namespace tenuki
