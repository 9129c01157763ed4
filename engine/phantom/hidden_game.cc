#include "engine/phantom/hidden_game.h"

#include <algorithm>
#include <utility>

namespace tenuki {

Point Draws::OneOf(const PointSet& points) {
  auto point = points.begin();
  for (uint32_t rank = Below(static_cast<uint32_t>(points.size())); rank > 0; --rank) ++point;
  return *point;
}

void HiddenGame::Restart(std::vector<Point> moves) {
  moves_ = std::move(moves);
  board_ = start_;
  num_played_ = next_observation_ = 0;
  seen_.clear();
  has_captures_ = false;
}

bool HiddenGame::Advance(const PlayerView& view, Draws& draws) {
  for (; next_observation_ < view.observations().size(); ++next_observation_) {
    if (!Apply(view, view.observations()[next_observation_], draws)) return false;
  }
  return true;
}

bool HiddenGame::Apply(const PlayerView& view, const Observation& observation, Draws& draws) {
  switch (observation.kind) {
    case Observation::Kind::kRefused: return !IsLegal(view, observation.point);
    case Observation::Kind::kPlayed: return PlayOwn(view, observation);
    case Observation::Kind::kOpponentPlayed: return PlayOpposing(view, observation, draws);
    case Observation::Kind::kPassed:
    case Observation::Kind::kOpponentPassed: Play(kPass); return true;
    case Observation::Kind::kOver: return true;
  }
  return false;
}

bool HiddenGame::PlayOwn(const PlayerView& view, const Observation& observation) {
  if (!IsLegal(view, observation.point)) return false;
  // To play and look is simplest, but the board has to stay when it does not agree.
  if (observation.captured == 0) {
    if (board_.WouldCapture(observation.point)) return false;
    Play(observation.point);
    return true;
  }
  const Board before = board_;
  board_.PlayUnchecked(observation.point);
  const bool agrees = board_.captured_by(view.color()) - before.captured_by(view.color()) == observation.captured;
  board_ = before;
  if (agrees) Play(observation.point);
  return agrees;
}

bool HiddenGame::PlayOpposing(const PlayerView& view, const Observation& observation, Draws& draws) {
  if (num_played_ == moves_.size()) {
    const std::optional<Point> move = DrawMove(observation, draws);
    if (!move.has_value()) return false;
    moves_.push_back(*move);
  }
  const Point move = moves_[num_played_];
  if (!IsLegal(view, move)) return false;
  if (observation.captured == 0) {
    if (board_.WouldCapture(move)) return false;
  } else {
    Board after = board_;
    after.PlayUnchecked(move);
    if (board_.stones(view.color()) - after.stones(view.color()) != observation.lost) return false;
  }
  Play(move);
  ++num_played_;
  return true;
}

// Captures need the last liberty of what was captured; all others are free to choose.
std::optional<Point> HiddenGame::DrawMove(const Observation& observation, Draws& draws) const {
  if (observation.captured > 0) {
    const PointSet liberties = board_.LibertiesAt(*observation.lost.begin());
    return liberties.size() == 1 ? std::optional(*liberties.begin()) : std::nullopt;
  }
  PointSet candidates = board_.PlayoutCandidates();
  while (!candidates.empty()) {
    const Point point = draws.OneOf(candidates);
    if (!board_.WouldCapture(point)) return point;
    candidates.Erase(point);
  }
  return std::nullopt;
}

bool HiddenGame::IsLegal(const PlayerView& view, Point point) const {
  return board_.Check(point, view.rules()) == MoveError::kNone && !Repeats(view, point);
}

bool HiddenGame::Repeats(const PlayerView& view, Point point) const {
  // Without captures stones are only added.
  if (view.rules().ko == KoRule::kSimple || !(has_captures_ || board_.WouldCapture(point))) return false;
  const uint64_t hash = board_.HashAfter(point);
  const Color to_move = Opponent(board_.to_move());
  const bool by_side = view.rules().ko == KoRule::kSituationalSuperko;
  return std::ranges::any_of(
      seen_, [&](const auto& past) { return past.first == hash && (!by_side || past.second == to_move); });
}

void HiddenGame::Play(Move move) {
  has_captures_ = has_captures_ || (move != kPass && board_.WouldCapture(move));
  board_.PlayUnchecked(move);
  seen_.emplace_back(board_.hash(), board_.to_move());
}

}  // namespace tenuki
