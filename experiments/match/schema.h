// The tables of a match and their columns: one list for what writes and what reads them.
#pragma once

#include <memory>

#include <arrow/api.h>

namespace tenuki {

// `games`: a row a game.
enum GamesColumn {
  kGamesUnit,
  kGamesGame,         // 0 or 1 in its pair
  kGamesOpening,      // the number of its opening, from 0; null when it started from the empty board
  kGamesSeed,         // of the game: its players' seeds follow from it
  kGamesPlayerColor,  // "black" or "white": the colour of match.player
  kGamesWinner,       // "player", "opponent" or "nobody"
  kGamesReason,       // "two_passes", "max_plies" or "resignation": how the game ended
  kGamesMargin,       // by how many points match.player won, after komi; negative when it lost, null by resignation
  kGamesPlies,        // of the two players, after the opening
};

// `summary`: a row a cell. Counts alone, so that no order of summation can show.
enum SummaryColumn {
  kSummaryCell,
  kSummaryGames,
  kSummaryWins,  // of match.player, as are the next four
  kSummaryDraws,
  kSummaryLosses,
  kSummaryGamesAsBlack,
  kSummaryWinsAsBlack,
  kSummaryPairs,   // complete ones; by the points that match.player made in them, a win being 2 and a draw 1:
  kSummaryPairs0,  // … and so on up to kSummaryPairs0 + 4
  kSummaryPlies = kSummaryPairs0 + 5,
  kSummaryNumColumns,
};

std::shared_ptr<arrow::Schema> GamesSchema();
std::shared_ptr<arrow::Schema> SummarySchema();

}  // namespace tenuki
