#include "engine/phantom/thinking_player.h"

#include <algorithm>

#include "absl/log/check.h"
#include "common/random.h"
#include "engine/phantom/belief.h"

namespace tenuki {
namespace {

// Beliefs have a stream of their own.
constexpr uint64_t kBeliefStream = uint64_t{1} << 62;

std::unique_ptr<Guesser> MakeGuesser(const PhantomParameters& parameters, uint64_t seed) {
  if (parameters.guess == PhantomParameters::Guess::kStoneCount) return std::make_unique<CountGuesser>();
  return std::make_unique<Belief>(parameters.beliefs, DeriveSeed(seed, kBeliefStream));
}

}  // namespace

ThinkingPlayer::ThinkingPlayer(const PhantomParameters& parameters, const PlayoutKernel& kernel, const Clock& clock,
                               uint64_t seed)
    : parameters_(parameters),
      kernel_(kernel),
      seed_(seed),
      budget_(parameters.playouts, parameters.seconds_per_game, clock),
      guesser_(MakeGuesser(parameters, seed)) {}

Move ThinkingPlayer::Propose(const PlayerView& view) {
  const PointSet worthwhile = view.Candidates();
  if (worthwhile.empty()) return kPass;
  const Board visible = view.VisibleBoard();
  std::vector<Point> candidates;
  for (Point point : worthwhile) {
    if (visible.Check(point, view.rules()) == MoveError::kNone) candidates.push_back(point);
  }
  // Suicide against the stones that are known is legal if it captures more than is known: it costs nothing to ask.
  if (candidates.empty()) return *worthwhile.begin();
  const bool goes_on = !view.observations().empty() && view.observations().back().kind == Observation::Kind::kRefused &&
                       known_ == view.known();
  if (!goes_on) Think(view, visible, candidates);
  // What was refused since is left out.
  const auto best = std::ranges::find_first_of(ranking_, candidates);
  CHECK(best != ranking_.end());
  return *best;
}

void ThinkingPlayer::Think(const PlayerView& view, const Board& visible, const std::vector<Point>& candidates) {
  budget_.Begin(view);
  guesser_->Update(view);
  if (parameters_.guess == PhantomParameters::Guess::kAllObservations) {
    ++(guesser_->IsConsistent() ? effort_.consistent_guesses : effort_.inconsistent_guesses);
  }
  known_ = view.known();
  if (candidates.size() == 1) {
    ranking_ = candidates;
  } else {
    const Evaluation evaluation(kernel_, view.color(), view.rules().komi_half_points, parameters_.aggregate);
    ranking_ = Rank({.view = view,
                     .visible = visible,
                     .candidates = candidates,
                     .evaluation = evaluation,
                     .seed = DeriveSeed(seed_, view.observations().size())});
  }
  budget_.End();
}

}  // namespace tenuki
