// Plays a record: the position after any of its moves, or the whole as a game under rules.
//
//   ABSL_ASSIGN_OR_RETURN(Board board, PositionAt(record, 30));      // after move 30; 0 is the start
//   ABSL_ASSIGN_OR_RETURN(Game game, ToGame(record, rules));
//
// A setup belongs to the move before it: the position after move n has the stones that were set up between n and n+1.
// Whose turn it is then says PL; else the colour of move n+1; else, with no move to come, White at the start of a
// handicap game and the other side after a move.
//
// Errors are INVALID_ARGUMENT with the location in the file: moves that the function does not allow, and setups that
// leave a chain without liberties. Thread-safe, as they share nothing.
#pragma once

#include "absl/status/statusor.h"
#include "engine/board/board.h"
#include "engine/board/game.h"
#include "engine/board/rules.h"
#include "engine/sgf/record.h"

namespace tenuki {

// Moves are carried out as SGF demands, whether or not any rules allow them: retakes of a ko, suicide, two of one
// colour in a row. Only a move on a stone is an error. OUT_OF_RANGE when the record has fewer moves.
absl::StatusOr<Board> PositionAt(const SgfRecord& record, int move_number);

// Moves are checked under `rules`, whose komi is the game's (not the record's). Two of one colour in a row are allowed.
// `Game` knows no setup after moves: the game starts from the last one that adds or takes stones, the moves before it
// are checked but are not among its plies, and superko does not look behind it.
absl::StatusOr<Game> ToGame(const SgfRecord& record, const Rules& rules);

}  // namespace tenuki
