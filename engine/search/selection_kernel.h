// Selection, compiled once per CPU level (selection_*.cc include this after naming the entry point). Loops that a
// compiler makes vector code of; see board_core.h for why everything is in an unnamed namespace.
#pragma once

#include <cstdint>
#include <cstring>

#include "engine/board/board_core.h"  // TENUKI_INLINE
#include "engine/search/selection.h"

namespace tenuki {
namespace {  // NOLINT: on purpose

TENUKI_INLINE float Larger(float a, float b) { return a < b ? b : a; }
TENUKI_INLINE float Smaller(float a, float b) { return b < a ? b : a; }

// Eq. 1 of Pellegrino et al. 2009, with the bonus of eq. 4.
TENUKI_INLINE void EvaluateBound(const SelectionEdges& edges, const SelectionRule& rule, float log_total,
                                 float* values) {
  const float* const visits = edges.visits;
  const float* const wins = edges.wins;
  const float* const bonus = edges.bonus;
  const float exploration = rule.exploration;
  const float urgency = rule.urgency;
  if (rule.kind == SelectionRule::Kind::kUcb1Tuned) {
    for (uint32_t i = 0; i < edges.count; ++i) {
      const float count = Larger(visits[i], 1.0F);
      const float mean = wins[i] / count;
      const float ratio = log_total / count;
      const float variance = mean - mean * mean + __builtin_sqrtf(2 * ratio);
      const float bound = mean + exploration * __builtin_sqrtf(ratio * Smaller(0.25F, variance));
      values[i] = (visits[i] > 0 ? bound : urgency) + bonus[i];
    }
  } else {
    for (uint32_t i = 0; i < edges.count; ++i) {
      const float count = Larger(visits[i], 1.0F);
      const float bound = wins[i] / count + exploration * __builtin_sqrtf(2 * log_total / count);
      values[i] = (visits[i] > 0 ? bound : urgency) + bonus[i];
    }
  }
}

// Eq. 2, and p U_j of eq. 1 where exploration is not 0.
TENUKI_INLINE void EvaluateRave(const SelectionEdges& edges, const SelectionRule& rule, float log_total,
                                float* values) {
  for (uint32_t i = 0; i < edges.count; ++i) {
    const float n = edges.visits[i];
    const float r = edges.rave_visits[i];
    const float count = Larger(n, 1.0F);
    const float mean = edges.wins[i] / count;
    const float rave_mean = edges.rave_wins[i] / Larger(r, 1e-6F);
    const float beta = r / Larger(n + r + n * r * rule.rave_bias, 1e-6F);
    const float ratio = log_total / count;
    const float variance = mean - mean * mean + __builtin_sqrtf(2 * ratio);
    const float bound = rule.exploration * __builtin_sqrtf(ratio * Smaller(0.25F, variance));
    const float value = beta * rave_mean + (1 - beta) * mean + bound;
    values[i] = n + r > 0 ? value : rule.urgency;
  }
}

// Floats are compared as integers that are in the same order, which the compiler turns into vector instructions
// whatever it may assume of floats.
TENUKI_INLINE int32_t OrderOf(float value) {
  int32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits ^ ((bits >> 31) & 0x7FFFFFFF);
}

TENUKI_INLINE uint32_t SelectEdge(const SelectionEdges& edges, const SelectionRule& rule, float log_total,
                                  float* __restrict values) {
  if (rule.kind == SelectionRule::Kind::kRave) {
    EvaluateRave(edges, rule, log_total, values);
  } else {
    EvaluateBound(edges, rule, log_total, values);
  }
  int32_t largest = INT32_MIN;
  for (uint32_t i = 0; i < edges.count; ++i) {
    const int32_t order = OrderOf(values[i]);
    largest = order > largest ? order : largest;
  }
  uint32_t first = 0;
  while (OrderOf(values[first]) != largest) ++first;
  return first;
}

TENUKI_INLINE void UpdateRave(const int16_t* moves, uint32_t count, const float* played, float wins,
                              float* __restrict rave_visits, float* __restrict rave_wins) {
  for (uint32_t i = 0; i < count; ++i) {
    const float each = played[moves[i] + 1];
    rave_visits[i] += each;
    rave_wins[i] += each * wins;
  }
}

}  // namespace
}  // namespace tenuki
