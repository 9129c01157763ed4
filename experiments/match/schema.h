// The tables of a match and their columns: one list for what writes and what reads them.
#pragma once

#include <memory>

#include <arrow/api.h>

namespace tenuki {

// `games`: a row a game. "player" is match.player of the cell, "opponent" match.opponent: what they are called is no
// part of a result.
enum GamesColumn {
  kGamesUnit,
  kGamesGame,         // 0 or 1 in its pair
  kGamesOpening,      // the number of its opening, from 0; null when it started from the empty board
  kGamesPlayerColor,  // "black" or "white"
  kGamesPlayerSeed,
  kGamesOpponentSeed,
  kGamesWinner,  // "player", "opponent" or "nobody"
  kGamesReason,  // how the game ended: "two_passes", "max_plies", "resignation"; or by what an engine did:
                 // "illegal_move", "refused" (a legal move), "misspoke", "crash", "hang", "garbage", "flood"
  kGamesMargin,  // by how many points the player won, after komi; negative when it lost, null where nothing was counted
  kGamesPlies,   // of the two players, after the opening
  kGamesPlayerPlayouts,
  kGamesOpponentPlayouts,
  kGamesMoves,         // after the opening, as SGF points, "tt" for a pass: "eegctt"
  kGamesDeadStones,    // taken off before the count, as engines said that they were dead
  kGamesEngineMargin,  // as kGamesMargin, by an engine's own final_score; null when none gave one
  kGamesFailure,       // what an engine did that lost it the game; null when it did nothing of the kind
  kGamesPlayerTold,    // an engine's command line and what was set up for the game; null of a native player
  kGamesOpponentTold,
};

// `moves`: a row a ply, where match.record_moves asks for it.
enum MovesColumn {
  kMovesUnit,
  kMovesGame,
  kMovesPly,    // from 0, after the opening
  kMovesColor,  // "black" or "white"
  kMovesBy,     // "player" or "opponent"
  kMovesMove,   // as GTP writes it: "E5", "pass", "resign"
  kMovesPlayouts,
  kMovesVisits,   // of the move; null from a player that counts none
  kMovesWinRate,  // of the move's playouts, for the side that plays it; null as above
};

// `summary`: a row a cell. Counts alone, so that no order of summation can show.
enum SummaryColumn {
  kSummaryCell,
  kSummaryPlayer,  // what the two are called
  kSummaryOpponent,
  kSummaryPlace,  // where the cell stands in the sweeps: "match.komi=5.5"
  kSummaryGames,  // this and all that follow are counts
  kSummaryWins,   // of the player, as are the next ones
  kSummaryDraws,
  kSummaryLosses,
  kSummaryGamesAsBlack,
  kSummaryWinsAsBlack,
  kSummaryDrawsAsBlack,
  kSummaryResignations,
  kSummaryCutOff,  // at max_plies
  kSummaryPairs,   // complete ones; by the points that the player made in them, a win being 2 and a draw 1:
  kSummaryPairs0,  // … and so on up to kSummaryPairs0 + 4
  kSummaryPlies = kSummaryPairs0 + 5,
  kSummaryPlayerPlayouts,
  kSummaryOpponentPlayouts,
  kSummaryGamesCompared,   // with each other, to find games that are the same move by move: all, or the first so many
  kSummaryDuplicates,      // of these, how many repeat another one
  kSummaryMovesRecorded,   // rows of `moves`
  kSummaryPlayerForfeits,  // games that were lost by what an engine did
  kSummaryOpponentForfeits,
  kSummaryEngineCounts,   // games that an engine has counted too
  kSummaryDisagreements,  // of these, how many had another winner by its count
  kSummaryNumColumns,
};
inline constexpr int kSummaryFirstCount = kSummaryGames;

// Made once: every job needs them.
const std::shared_ptr<arrow::Schema>& GamesSchema();
const std::shared_ptr<arrow::Schema>& MovesSchema();
std::shared_ptr<arrow::Schema> SummarySchema();

}  // namespace tenuki
