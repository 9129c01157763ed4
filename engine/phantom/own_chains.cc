#include "engine/phantom/own_chains.h"

#include <bit>

#include "engine/board/geometry.h"

namespace tenuki {

PointSet OwnChains::AroundWith(Point point, const PointSet& own) const {
  PointSet around;
  const Neighbours& sides = GeometryOf(size_).neighbours[point];
  // What is beside a random point cannot be predicted, so all sides are taken for free, and what is not is taken out.
  unsigned own_sides = 0;
  for (int i = 0; i < 4; ++i) own_sides |= static_cast<unsigned>(own.Contains(sides.side[i])) << i;
  for (; own_sides != 0; own_sides &= own_sides - 1) {
    around |= around_[Root(chain_at_[sides.side[std::countr_zero(own_sides)]])];
  }
  for (unsigned side : sides.side) around.Insert(static_cast<Point>(side));
  around -= own;
  around.Erase(point);
  around.Erase(size_ * size_);  // stands for all that is off the board
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
