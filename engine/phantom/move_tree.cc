#include "engine/phantom/move_tree.h"

#include <algorithm>
#include <cmath>

#include "common/portable_math.h"
#include "common/random.h"

namespace tenuki {

void MoveTree::Clear() {
  edges_.clear();
  visits_.clear();
}

int MoveTree::AddNode() {
  edges_.resize(edges_.size() + num_edges_);
  visits_.push_back(0);
  return num_nodes() - 1;
}

Move MoveTree::Select(int node, const PointSet& moves, const Selection& selection, uint64_t seed) {
  Edge* const edges = edges_.data() + static_cast<size_t>(node) * num_edges_;
  PointSet untried;
  int num_untried = 0;
  for (Point point : moves) {
    ++edges[point].available;
    if (edges[point].visits > 0) continue;
    untried.Insert(point);
    ++num_untried;
  }
  if (num_untried > 0) {
    auto point = untried.begin();
    for (uint32_t rank = UniformBelow(static_cast<uint32_t>(num_untried), Random32(seed, 0)); rank > 0; --rank) ++point;
    return *point;
  }
  const double log_visits = PortableLog(std::max(visits_[node], 1));
  Move best = kPass;
  double best_bound = 0;
  for (Point point : moves) {
    const Edge& edge = edges[point];
    const double log_total = selection.counts_availability ? PortableLog(edge.available) : log_visits;
    const double bound = edge.Mean() + selection.exploration * std::sqrt(log_total / edge.visits);
    if (best != kPass && bound <= best_bound) continue;
    best = point;
    best_bound = bound;
  }
  return best;
}

void MoveTree::Update(int node, Move move, double value) {
  Edge& edge = At(node, move);
  ++edge.visits;
  edge.sum += value;
  ++visits_[node];
}

}  // namespace tenuki
