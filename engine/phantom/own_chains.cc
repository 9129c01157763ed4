#include "engine/phantom/own_chains.h"

#include "engine/board/geometry.h"

namespace tenuki {

PointSet OwnChains::AroundWith(Point point, const PointSet& own) const {
  PointSet around;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near == size_ * size_) continue;
    if (own.Contains(near)) {
      around |= around_[Root(chain_at_[near])];
    } else {
      around.Insert(near);
    }
  }
  around.Erase(point);
  return around;
}

void OwnChains::Add(Point point, const PointSet& own) {
  const auto chain = static_cast<uint16_t>(parents_.size());
  around_.push_back(AroundWith(point, own));
  parents_.push_back(chain);
  chain_at_[point] = chain;
  for (unsigned side : GeometryOf(size_).neighbours[point].side) {
    const auto near = static_cast<Point>(side);
    if (near < size_ * size_ && own.Contains(near)) parents_[Root(chain_at_[near])] = chain;
  }
}

}  // namespace tenuki
