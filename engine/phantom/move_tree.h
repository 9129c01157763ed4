// The statistics of a search tree in Phantom Go: visits and values of the moves of each node, and UCT's choice.
//
//   MoveTree tree(81);
//   const int root = tree.AddNode();
//   const Move move = tree.Select(root, moves, {.exploration = 10}, seed);
//   tree.Update(root, move, value);
//
// A node has a place for every point and the pass: which of them are moves may differ from one visit to the next, as
// the guessed stones do. Values are those of the side that moves at the node. Not thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/point.h"
#include "engine/board/point_set.h"

namespace tenuki {

class MoveTree {
 public:
  // Of a move at a node.
  struct Edge {
    int32_t visits = 0;
    // Visits of the node at which the move could be chosen.
    int32_t available = 0;
    // The node that the move leads to, or 0: the root is nobody's child.
    int32_t child = 0;
    double sum = 0;

    double Mean() const { return visits == 0 ? 0 : sum / visits; }
  };
  struct Selection {
    // C of eq. 1.
    double exploration = 0;
    // Whether t(N) of eq. 1 is the number of visits at which the move could be chosen (Cowling et al. 2012), not that
    // of all visits.
    bool counts_availability = false;
  };

  explicit MoveTree(int num_points) : num_edges_(static_cast<size_t>(num_points) + 1) {}

  // Forgets all nodes, and keeps their memory.
  void Clear();
  int AddNode();
  int num_nodes() const { return static_cast<int>(visits_.size()); }
  int visits(int node) const { return visits_[node]; }
  Edge& At(int node, Move move) { return edges_[static_cast<size_t>(node) * num_edges_ + IndexOf(move)]; }
  const Edge& At(int node, Move move) const { return edges_[static_cast<size_t>(node) * num_edges_ + IndexOf(move)]; }

  // UCT (Kocsis & Szepesvári 2006; Borsboom et al. 2007, eq. 1): X_i + C sqrt(ln t(N) / t(N_i)), of several the first
  // in point order. Moves that were never tried come first, one of them by `seed`. A pass when there are no moves.
  Move Select(int node, const PointSet& moves, const Selection& selection, uint64_t seed);
  // Counts a visit of the node and the move.
  void Update(int node, Move move, double value);

 private:
  size_t IndexOf(Move move) const { return move == kPass ? num_edges_ - 1 : static_cast<size_t>(move); }

  size_t num_edges_;
  std::vector<Edge> edges_;
  std::vector<int32_t> visits_;
};

}  // namespace tenuki
