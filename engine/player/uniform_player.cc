#include "engine/player/uniform_player.h"

#include "common/random.h"

namespace tenuki {
namespace {

// REQUIRES: 0 <= index < set.size().
Point NthPoint(const PointSet& set, int index) {
  auto point = set.begin();
  for (; index > 0; --index) ++point;
  return *point;
}

}  // namespace

std::optional<Move> UniformPlayer::ChooseMove(const Game& game) {
  const uint64_t stream = DeriveSeed(seed_, game.plies().size());
  PointSet candidates = game.board().PlayoutCandidates();
  for (uint64_t draw = 0; !candidates.empty(); ++draw) {
    const uint32_t index = UniformBelow(static_cast<uint32_t>(candidates.size()), Random32(stream, draw));
    const Point point = NthPoint(candidates, static_cast<int>(index));
    if (game.Check(point) == MoveError::kNone) return point;
    candidates.Erase(point);
  }
  return kPass;
}

}  // namespace tenuki
