// A game as an SGF file: FF[4], UTF-8, one line of play.
//
//   std::string file = WriteGame(game, {.black_player = "mogo", .white_player = "random", .result = "B+12.5"});
//
//     (;GM[1]FF[4]CA[UTF-8]AP[tenuki:0.1.0]SZ[9]KM[7.5]PB[mogo]PW[random]RE[B+12.5]
//     ;B[ee]
//     ;W[])
//
// Size, komi, start position and moves come from the game, the rest from `info` and `comment` (GC, on the game as a
// whole), which are taken to be UTF-8; what is empty or 0 there is left out. ReadSgf, MakeRecord and ToGame give the
// same start and plies again. The same game gives the same bytes: no date is written. Thread-safe, as they share
// nothing.
#pragma once

#include <string>
#include <string_view>

#include "engine/board/game.h"
#include "engine/sgf/record.h"
#include "engine/sgf/tree.h"

namespace tenuki {

std::string WriteGame(const Game& game, const SgfGameInfo& info = {}, std::string_view comment = {});

// The same as a tree, to add to before it is written with WriteSgf.
SgfCollection MakeTree(const Game& game, const SgfGameInfo& info = {}, std::string_view comment = {});

}  // namespace tenuki
