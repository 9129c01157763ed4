// Points of pairs, from games that come one at a time in any order.
//
//   if (std::optional<int> points = pairs.Add(cell, unit, points_of_game)) ++counts[*points];
//
// The games of a pair stand together in canonical tables, so that few of them wait for the other. Not thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"

namespace tenuki {

class PairPoints {
 public:
  // The points of both games, with the second of the unit; a win is 2, a draw 1.
  std::optional<int> Add(int32_t cell, int64_t unit, int points) {
    const auto [waiting, is_first] = half_pairs_.try_emplace(std::pair(cell, unit), points);
    if (is_first) return std::nullopt;
    const int sum = waiting->second + points;
    half_pairs_.erase(waiting);
    return sum;
  }

 private:
  absl::flat_hash_map<std::pair<int32_t, int64_t>, int> half_pairs_;
};

}  // namespace tenuki
