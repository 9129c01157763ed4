// The chains of one side, by what is around them: which points a chain touches, as its stones come and go.
//
//   chains.Add(point, own);
//   chains.AroundWith(point, own)           // of the chain that a stone there would belong to
//
// Chains are joined, never walked, so a question costs a few set operations. Not thread-safe for writing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/board/point_set.h"

namespace tenuki {

class OwnChains {
 public:
  explicit OwnChains(int size) : size_(size) {}

  // A stone comes. `own` are those of before. Stones that are captured need not be told: whole chains go, and nothing
  // asks for them again.
  void Add(Point point, const PointSet& own);
  // Points without a stone of this side beside the chain that a stone at `point` would make, without `point`.
  PointSet AroundWith(Point point, const PointSet& own) const;

 private:
  // The chain that it is a part of now.
  uint16_t Root(uint16_t chain) const {
    while (parents_[chain] != chain) chain = parents_[chain];
    return chain;
  }

  int size_;
  // Of points with own stones: the chain that the stone came to.
  std::array<uint16_t, kMaxPoints> chain_at_;
  // By chain: the one that it was joined to, or itself; and what is around it.
  std::vector<uint16_t> parents_;
  std::vector<PointSet> around_;
};

}  // namespace tenuki
