#include "engine/phantom/random_player.h"

#include "common/random.h"
#include "engine/phantom/count_points.h"

namespace tenuki {
namespace {

// REQUIRES: 0 <= rank < set.size().
Point NthPoint(const PointSet& set, int rank) {
  int word = 0;
  for (int count; rank >= (count = CountBits(set.word(word))); ++word) rank -= count;
  uint64_t rest = set.word(word);
  for (; rank > 0; --rank) rest &= rest - 1;
  return word * 64 + std::countr_zero(rest);
}

}  // namespace

Move RandomPhantomPlayer::Propose(const PlayerView& view) {
  // Eyes are few: to draw again is quicker than to find them all.
  PointSet points = view.unknown() - view.refused();
  int num_points = CountPoints(points, view.num_points());
  const uint64_t stream = seed_ + view.observations().size() * 0x10000;
  for (uint64_t draw = 0; num_points > 0; ++draw, --num_points) {
    const Point point =
        NthPoint(points, static_cast<int>(UniformBelow(static_cast<uint32_t>(num_points), Random32(stream, draw))));
    if (!view.IsOwnEye(point)) return point;
    points.Erase(point);
  }
  return kPass;
}

}  // namespace tenuki
