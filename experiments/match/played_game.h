// A game of a match that is over: what both sides chose, and how it ended.
//
//   played.Moves(9)                      // "eegctt", as the column `moves` has it
//
// Values: no thread rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "engine/board/point.h"
#include "engine/player/player.h"

namespace tenuki {

// A choice of one of the players.
struct PlayedPly {
  Color color = Color::kEmpty;
  // Nothing: it resigned.
  std::optional<Move> move = {};
  ChoiceInfo info = {};
  // Never for a result.
  absl::Duration think_time = {};
};

struct PlayedGame {
  // Who won; kEmpty is nobody.
  Color winner = Color::kEmpty;
  // Of a game that was counted.
  std::optional<int> black_lead_half_points = {};
  // As the column `reason` has it.
  std::string reason = {};
  // What the loser did, when an engine lost by what it did and not by the board.
  std::optional<std::string> failure = {};
  // Of a game that was passed to its end: stones that were taken off as dead, and what an engine's own count was.
  int num_dead_stones = 0;
  std::optional<int> engine_black_lead_half_points = {};
  // All choices, after the opening; a resignation is the last one.
  std::vector<PlayedPly> plies = {};

  // Moves and passes.
  int NumPlies() const;
  int64_t NumPlayouts(Color color) const;
  // As the column `moves` has it.
  std::string Moves(int board_size) const;
};

}  // namespace tenuki
