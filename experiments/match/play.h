// One game of a match: two players take turns until it is over.
//
//   PlayedGame played = PlayGame(match, openings->StartOf(unit), black, white, clock);
//
// Pure functions, but for the players. No thread rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/time/time.h"
#include "common/clock.h"
#include "engine/board/game.h"
#include "engine/player/player.h"
#include "tenuki/v1/match.pb.h"

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
  std::string_view reason = {};
  // All choices, after the opening; a resignation is the last one.
  std::vector<PlayedPly> plies = {};

  // Moves and passes.
  int NumPlies() const;
  int64_t NumPlayouts(Color color) const;
  // As the column `moves` has it.
  std::string Moves(int board_size) const;
};

// From the position that `game` is in.
PlayedGame PlayGame(const v1::Match& match, Game game, Player& black, Player& white, const Clock& clock);

}  // namespace tenuki
