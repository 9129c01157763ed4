// Which move of a node a search tries next: the one with the largest value, by UCB or by RAVE.
//
//   const uint32_t edge = SelectionFor(BestCpuLevel())(edges, rule, LogOf(visits), values);
//
// The hot loop of the tree: each edge costs divisions and square roots. It is compiled once per CPU level; + − × ÷ and
// square roots are exact in every one of them, so all choose the same edge.
#pragma once

#include <cstdint>

#include "common/cpu.h"

namespace tenuki {

// Arrays of `count` values, one for each edge.
struct SelectionEdges {
  const float* visits;
  const float* wins;
  const float* bonus;
  // Of a search with RAVE.
  const float* rave_visits;
  const float* rave_wins;
  uint32_t count;
};

struct SelectionRule {
  enum class Kind { kUcb1Tuned, kUcb1, kRave };
  Kind kind = Kind::kUcb1Tuned;
  float exploration = 0;
  // The value of an edge that nothing is known of.
  float urgency = 0;
  // 4 b² of RAVE's β.
  float rave_bias = 0;
};

// The first edge of those with the largest value. `values` is room for as many values as there are edges.
using SelectionFunction = uint32_t (*)(const SelectionEdges& edges, const SelectionRule& rule, float log_total,
                                       float* values);

// Adds a playout to the RAVE values of all edges of a node. `played` says by move + 1 (a pass is −1) whether the side
// that moves in the node was the first to play there: 1 or 0. `wins` is 1, 0 or a half.
using RaveFunction = void (*)(const int16_t* moves, uint32_t count, const float* played, float wins, float* rave_visits,
                              float* rave_wins);

// REQUIRES: `level` is one of SupportedCpuLevels().
SelectionFunction SelectionFor(CpuLevel level);
RaveFunction RaveUpdateFor(CpuLevel level);

// The entry points, one per CPU level.
uint32_t SelectEdgeBaseline(const SelectionEdges& edges, const SelectionRule& rule, float log_total, float* values);
uint32_t SelectEdgeAvx2(const SelectionEdges& edges, const SelectionRule& rule, float log_total, float* values);
uint32_t SelectEdgeAvx512(const SelectionEdges& edges, const SelectionRule& rule, float log_total, float* values);
void UpdateRaveBaseline(const int16_t* moves, uint32_t count, const float* played, float wins, float* rave_visits,
                        float* rave_wins);
void UpdateRaveAvx2(const int16_t* moves, uint32_t count, const float* played, float wins, float* rave_visits,
                    float* rave_wins);
void UpdateRaveAvx512(const int16_t* moves, uint32_t count, const float* played, float wins, float* rave_visits,
                      float* rave_wins);

}  // namespace tenuki
