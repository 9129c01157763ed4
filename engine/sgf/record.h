// The Go meaning of a game tree: board size, komi, players, setup stones, and the moves of the main line.
//
//   ABSL_ASSIGN_OR_RETURN(SgfCollection games, ReadSgf(bytes));
//   ABSL_ASSIGN_OR_RETURN(SgfRecord record, MakeRecord(games));           // of the first game
//   Rules rules = {.komi_half_points = record.komi_half_points.value_or(15)};
//   ABSL_ASSIGN_OR_RETURN(Game game, ToGame(record, rules));              // replay.h: plays and checks the moves
//
// The main line is the first child of each node. A record checks values, not play: whether the moves are legal depends
// on rules, and replay.h says it.
//
// Where files differ from each other or from the standard:
//   * Game information (KM, HA, RU, PB, PW, RE) may stand in any node of the main line, once. SZ, GM and FF count in
//     the root only; without them the board has size 19, and the game is Go.
//   * KM is in whole or half points, from -361 to 361. A quarter (KM[3.75], Chinese counting) is an error,
//     and so is KM[550], which some servers write for 5.5: neither is guessed at. An empty KM or HA counts as absent.
//   * HA places no stones; AB does.
//   * "B[]" is a pass, and so is "B[tt]".
//   * AB, AW and AE take point lists, also compressed ("aa:cc" is a rectangle). A list may name a point twice, and may
//     be given twice in a node; a point in two different lists of one node is an error.
//   * A node with setup and a move is read as two, the setup first, as FF[4] advises. One with two moves is an error.
//
// Errors are INVALID_ARGUMENT, with the location of the value that is wrong. A record is plain data without thread
// rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/board/game.h"
#include "engine/board/point.h"
#include "engine/board/point_set.h"
#include "engine/sgf/location.h"
#include "engine/sgf/tree.h"

namespace tenuki {

// What is known of a game besides its moves. Texts are as SgfSimpleText gives them, empty when absent.
struct SgfGameInfo {
  std::string black_player{};  // PB
  std::string white_player{};  // PW
  std::string ruleset{};       // RU
  std::string result{};        // RE, e.g. "B+3.5", "W+R", "0"
  int handicap = 0;            // HA

  friend bool operator==(const SgfGameInfo&, const SgfGameInfo&) = default;
};

// Stones put on the board or taken from it other than by play, at the start or between moves.
struct SgfSetup {
  int plies_before = 0;
  PointSet black;                // AB
  PointSet white;                // AW
  PointSet empty;                // AE
  std::optional<Color> to_move;  // PL
  SgfLocation where;             // its first value

  PointSet touched() const { return black | white | empty; }
};

struct SgfRecord {
  int size = kMaxBoardSize;
  std::optional<int> komi_half_points;
  SgfGameInfo info;
  // By plies_before, ascending; several may have the same, and are made in turn.
  std::vector<SgfSetup> setups;
  std::vector<Game::Ply> plies;
  // Where each of the plies stands in the file.
  std::vector<SgfLocation> ply_locations;
};

// The record of the game with that root. REQUIRES: the collection comes from ReadSgf, and `root` is a root.
absl::StatusOr<SgfRecord> MakeRecord(const SgfCollection& collection, SgfCollection::NodeId root = 0);

}  // namespace tenuki
