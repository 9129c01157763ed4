#include "engine/phantom/evaluation_player.h"

namespace tenuki {

Point EvaluationPlayer::Choose(const Decision& decision) {
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
  size_t best = 0;
  for (size_t i = 1; i < means.size(); ++i) {
    // Sums are multiplied across, so that equal means are equal exactly; one without playouts is behind all others.
    const double ours = means[i].sum * static_cast<double>(means[best].count);
    const double best_so_far = means[best].sum * static_cast<double>(means[i].count);
    if (means[i].count > 0 && (means[best].count == 0 || ours > best_so_far)) best = i;
  }
  return decision.candidates[best];
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
