// A game from its first position on: the moves played, and the history that superko and undo need.
//
//   Game game(9, Rules{});
//   if (MoveError error = game.Play(move); error != MoveError::kNone) return Explain(error, 9, move);
//   if (game.IsOver()) score = game.ScoreHalfPoints();
//
// Not thread-safe; copy it to branch off.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "engine/board/board.h"
#include "engine/board/rules.h"

namespace tenuki {

class Game {
 public:
  struct Ply {
    Color color;
    Move move;
    friend bool operator==(const Ply&, const Ply&) = default;
  };

  // REQUIRES: 1 <= size <= kMaxBoardSize.
  Game(int size, const Rules& rules) : Game(Board(size), rules) {}
  // From a given position; superko knows nothing of what came before it.
  Game(const Board& start, const Rules& rules);

  const Board& board() const { return board_; }
  const Board& start() const { return start_; }
  const Rules& rules() const { return rules_; }
  const std::vector<Ply>& plies() const { return plies_; }

  // What is wrong with `move` for the side to move, under all rules of the game. A pass is always legal.
  MoveError Check(Move move) const;
  // Checks, then plays; on an error nothing has changed. Playing on after two passes is allowed.
  MoveError Play(Move move);
  // As above for a colour that need not be the one to move (GTP's `play`, SGF files).
  MoveError PlayAs(Color color, Move move);
  // Takes the last ply back; false when there is none.
  bool Undo();

  void SetKomiHalfPoints(int komi_half_points) { rules_.komi_half_points = komi_half_points; }
  void SetToMove(Color color) { board_.SetToMove(color); }

  bool IsOver() const { return board_.passes() >= 2; }
  // Black's lead after komi, in half points; positive when Black wins.
  int ScoreHalfPoints() const { return 2 * board_.ComputeArea().Score() - rules_.komi_half_points; }

 private:
  struct Snapshot {
    PointSet black;
    PointSet white;
    Color to_move;
  };

  bool Repeats(Move move) const;
  void Remember();

  Board start_;
  Board board_;
  Rules rules_;
  std::vector<Ply> plies_;
  // The start and the position after each ply, exactly; `seen_` finds the last with a given hash, `previous_` the one
  // with the same hash before it. A hash alone could forbid a legal move.
  std::vector<Snapshot> history_;
  std::vector<int> previous_;
  absl::flat_hash_map<uint64_t, int> seen_;
};

}  // namespace tenuki
