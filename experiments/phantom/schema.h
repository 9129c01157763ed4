// The tables of phantom and their columns: one list for what writes and what reads them.
#pragma once

#include <memory>

#include <arrow/api.h>

namespace tenuki {

// `games`: a row a game. "player" is phantom.player of the cell, "opponent" phantom.opponent.
enum PhantomGamesColumn {
  kPhantomUnit,
  kPhantomGame,         // 0 or 1 in its pair
  kPhantomPlayerColor,  // "black" or "white"
  kPhantomPlayerSeed,
  kPhantomOpponentSeed,
  kPhantomWinner,  // "player", "opponent" or "nobody"
  kPhantomReason,  // "two_passes" or "max_plies"
  kPhantomMargin,  // by how many points the player won, after komi; negative when it lost
  kPhantomPlies,   // legal moves and passes
  // Of each side, the player first: proposals, passes among them; those that were refused; stones it captured;
  // playouts; proposals for which it had positions that agree with all observations, and for which it had none.
  kPhantomPlayerProposals,
  kPhantomOpponentProposals,
  kPhantomPlayerRefusals,
  kPhantomOpponentRefusals,
  kPhantomPlayerCaptures,
  kPhantomOpponentCaptures,
  kPhantomPlayerPlayouts,
  kPhantomOpponentPlayouts,
  kPhantomPlayerConsistent,
  kPhantomOpponentConsistent,
  kPhantomPlayerInconsistent,
  kPhantomOpponentInconsistent,
  kPhantomProposals,  // all of them as SGF points, "tt" for a pass, a refused one after "-": "ee-eecctt" (transcript.h)
};

// `observations`: a row for each thing that a side was told, where phantom.record_observations asks for it.
enum PhantomObservationsColumn {
  kObservationUnit,
  kObservationGame,
  kObservationNumber,  // from 0, for each side
  kObservationSide,    // who was told: "black" or "white"
  kObservationEvent,   // "refused", "played", "opponent_played", "passed", "opponent_passed", "over"
  kObservationPoint,   // as GTP writes it, of what was refused or played; else empty
  kObservationCaptured,
  kObservationLost,  // the side's stones that were captured, as GTP writes points, with spaces between
};

// `summary`: a row a cell. Counts alone, so that no order of summation can show.
enum PhantomSummaryColumn {
  kPhantomSummaryCell,
  kPhantomSummaryPlayer,
  kPhantomSummaryOpponent,
  kPhantomSummaryPlace,  // where the cell stands in the sweeps
  kPhantomSummaryGames,  // this and all that follow are counts
  kPhantomSummaryWins,   // of the player, as are the next ones
  kPhantomSummaryDraws,
  kPhantomSummaryLosses,
  kPhantomSummaryGamesAsBlack,
  kPhantomSummaryWinsAsBlack,
  kPhantomSummaryDrawsAsBlack,
  kPhantomSummaryCutOff,
  kPhantomSummaryPairs,   // complete ones; by the points that the player made in them, a win being 2 and a draw 1:
  kPhantomSummaryPairs0,  // … and so on up to kPhantomSummaryPairs0 + 4
  kPhantomSummaryPlies = kPhantomSummaryPairs0 + 5,
  kPhantomSummaryPlayerProposals,  // from here in the order of `games`
  kPhantomSummaryObservations = kPhantomSummaryPlayerProposals + 12,
  kPhantomSummaryNumColumns,
};
inline constexpr int kPhantomSummaryFirstCount = kPhantomSummaryGames;

// `boards`: the three boards of a cell's first game when half of its plies were played, a row each.
enum PhantomBoardsColumn {
  kBoardsCell,
  kBoardsUnit,
  kBoardsGame,
  kBoardsPly,    // that were played
  kBoardsWhose,  // "black", "referee", "white"
  kBoardsBlack,  // stones, as SGF points; on a side's board those of the other that it is certain of
  kBoardsWhite,
  kBoardsHidden,  // opposing stones that the side does not know the place of
};

const std::shared_ptr<arrow::Schema>& PhantomGamesSchema();
const std::shared_ptr<arrow::Schema>& PhantomObservationsSchema();
std::shared_ptr<arrow::Schema> PhantomSummarySchema();
std::shared_ptr<arrow::Schema> PhantomBoardsSchema();

}  // namespace tenuki
