// Who chooses moves: what `genmove` asks, and what a match of an experiment will ask.
//
//   UniformPlayer player(/*seed=*/7);
//   std::optional<Move> move = player.ChooseMove(game);
//   if (!move) …                                             // resigns
//
// A choice is a function of the seed, the game (its position, history and rules) and the player's settings, never of
// choices made before, the clock or the machine (law 1): asked twice, a player gives the same answer. A player may keep
// work from one move to the next, but only to get to the same answer sooner.
//
// Not thread-safe: a player serves one game at a time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/board/game.h"
#include "engine/board/point.h"
#include "engine/playout/lockstep.h"

namespace tenuki {

// What is known of a choice, for records of games.
struct ChoiceInfo {
  // That were spent on it; 0 when there was nothing to think about.
  int64_t playouts = 0;
  // Of the move that was chosen, by a player that counts them.
  std::optional<int> visits = {};
  // The share of these that it won, from 0 to 1.
  std::optional<double> win_rate = {};
};

class Player {
 public:
  virtual ~Player() = default;

  // One word in lower case, as reports and GTP's `name` show it.
  virtual std::string_view name() const = 0;

  // Choices from now on are those of a player that was made with this seed.
  virtual void SetSeed(uint64_t seed) = 0;
  virtual uint64_t seed() const = 0;

  // What has to be played out before the choice, so that whoever runs many players can give their playouts to one
  // kernel together (engine/playout/lockstep.h); when that is done, EndChoice is called instead of ChooseMove. The game
  // must stay as it is until then. Null: it needs no playouts, and ChooseMove is called.
  virtual PlayoutSource* BeginChoice(const Game&) { return nullptr; }
  // REQUIRES: BeginChoice gave a source, and that is done.
  virtual std::optional<Move> EndChoice() { return std::nullopt; }

  // A legal move for the side to move, which may be a pass; or nothing, to resign.
  virtual std::optional<Move> ChooseMove(const Game& game) = 0;
  // Of the last choice, a resignation too.
  virtual ChoiceInfo last_choice() const { return {}; }
};

}  // namespace tenuki
