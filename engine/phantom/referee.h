// The referee of a game of Phantom Go: the three boards, and who is told what.
//
//   Referee referee(9, rules, /*max_plies=*/0);
//   while (!referee.IsOver()) {
//     Move move = PlayerOf(referee.to_move()).Propose(referee.view(referee.to_move()));
//     const Ruling ruling = referee.Propose(move);              // the views have been told already
//   }
//   referee.ScoreHalfPoints();
//
// Sides propose in turn. A refused proposal changes nothing on the referee's board, and the same side proposes again; a
// pass is never refused, so every turn ends. The referee says "illegal" and no more of a point with a hidden stone (or
// an own one), of suicide, of the retaking of a ko, and of a repetition under superko. observation.h says
// what each side learns from each event. A game ends after two passes, or at max_plies, and is scored as it stands.
//
// Not thread-safe.
#pragma once

#include <optional>
#include <vector>

#include "engine/board/game.h"
#include "engine/phantom/observation.h"
#include "engine/phantom/view.h"

namespace tenuki {

// What became of a proposal.
struct Ruling {
  // kNone: it was played. Only for records: players are told of an error without its kind.
  MoveError error = MoveError::kNone;
  Observation to_proposer;
  // Nothing when it was refused.
  std::optional<Observation> to_opponent = {};

  bool is_legal() const { return error == MoveError::kNone; }
};

class Referee {
 public:
  // max_plies 0 stands for 4 · size². REQUIRES: rules without suicide, 1 <= size <= kMaxBoardSize.
  Referee(int size, const Rules& rules, int max_plies);

  // For the side to move. REQUIRES: the game is not over, and the move is a pass or on the board.
  Ruling Propose(Move move);

  Color to_move() const { return game_.board().to_move(); }
  bool IsOver() const { return game_.IsOver() || num_plies() >= max_plies_; }
  int num_plies() const { return static_cast<int>(game_.plies().size()); }
  // Black's lead after komi, in half points. Of the position as it stands.
  int ScoreHalfPoints() const { return game_.ScoreHalfPoints(); }

  // The referee's own board, with the game's history; and what a side knows.
  const Game& game() const { return game_; }
  const PlayerView& view(Color color) const { return views_[Side(color)]; }

 private:
  void Tell(Color color, const Observation& observation) { views_[Side(color)].Observe(observation); }

  Game game_;
  PlayerView views_[2];
  const int max_plies_;
};

}  // namespace tenuki
