#include "engine/phantom/evaluation_player.h"

#include <algorithm>
#include <numeric>

namespace tenuki {

std::vector<Point> EvaluationPlayer::Rank(const Decision& decision) {
  const bool is_standard = parameters().method == PhantomParameters::Method::kStandard;
  std::vector<Mean> means(decision.candidates.size());
  int playout = 0;
  for (; MayThink(playout); ++playout) {
    if (is_standard) {
      SampleStandard(decision, playout, means);
    } else {
      SampleAllAsFirst(decision, playout, means);
    }
  }
  CountPlayouts(playout);
  std::vector<size_t> order(means.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return means[a].IsAbove(means[b]); });
  std::vector<Point> ranking;
  for (size_t i : order) ranking.push_back(decision.candidates[i]);
  return ranking;
}

void EvaluationPlayer::SampleStandard(const Decision& decision, int playout, std::vector<Mean>& means) {
  const size_t candidate = static_cast<size_t>(playout) % means.size();
  Board board = decision.visible;
  board.PlayUnchecked(decision.candidates[candidate]);
  PlaceHidden(decision, playout, decision.view.num_hidden(), board);
  board.SetToMove(Opponent(decision.view.color()));
  Mean& mean = means[candidate];
  mean.sum += decision.evaluation.Value(decision.evaluation.Run(board, decision.PlayoutSeed(playout)));
  ++mean.count;
}

void EvaluationPlayer::SampleAllAsFirst(const Decision& decision, int playout, std::vector<Mean>& means) {
  Board board = decision.visible;
  PlaceHidden(decision, playout, decision.view.num_hidden(), board);
  board.SetToMove(decision.view.color());
  const Playout result = decision.evaluation.Run(board, decision.PlayoutSeed(playout));
  const double value = decision.evaluation.Value(result);
  const PointSet& played = result.first_played[Side(decision.view.color())];
  for (size_t i = 0; i < means.size(); ++i) {
    if (!played.Contains(decision.candidates[i])) continue;
    means[i].sum += value;
    ++means[i].count;
  }
}

}  // namespace tenuki
