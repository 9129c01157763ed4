#include "engine/phantom/own_chains.h"

#include "engine/board/geometry.h"

namespace tenuki {

PointSet OwnChains::AroundWith(Point point, const PointSet& own) const {
  PointSet around;
  const Neighbours& sides = GeometryOf(size_).neighbours[point];
  // Whole sets first, then points: the other way a processor waits for each point to be written.
  for (unsigned side : sides.side) {
    const auto near = static_cast<Point>(side);
    if (near < size_ * size_ && own.Contains(near)) around |= around_[Root(chain_at_[near])];
  }
  for (unsigned side : sides.side) {
    const auto near = static_cast<Point>(side);
    if (near < size_ * size_ && !own.Contains(near)) around.Insert(near);
  }
  around.Erase(point);
  return around;
}

void OwnChains::Add(Point point, const PointSet& own) {
  const PointSet around = AroundWith(point, own);
  constexpr uint16_t kNone = UINT16_MAX;
  uint16_t chain = kNone;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near == size_ * size_ || !own.Contains(near)) continue;
    const uint16_t root = Root(chain_at_[near]);
    if (chain == kNone) chain = root;
    parents_[root] = chain;
  }
  if (chain == kNone) {
    chain = static_cast<uint16_t>(parents_.size());
    parents_.push_back(chain);
    around_.emplace_back();
  }
  chain_at_[point] = chain;
  around_[chain] = around;
}

}  // namespace tenuki
