// A position drawn in text, with coordinates as Go players write them (no column I; row 1 at the bottom).
//
//      A B C
//    3 . X 1 3        X Black, O White, + a star point, 1 a mark
//    2 . O . 2
//    1 . . . 1
//      A B C
//
// Marks of up to three letters stand on the board, beside the stone if there is one; longer ones are a "*" there and
// are listed below. With shades each point is followed by # + (Black's, strong and weak), - = (White's, weak and
// strong) or a space; with values by a digit for its size. Pure functions: no thread rules.
#pragma once

#include <cstddef>
#include <string>

#include "tenuki/v1/report.pb.h"

namespace tenuki {

// A board of another size is a line that says so; points off the board are counted below the diagram. What is written
// there is wrapped at `width`.
std::string DrawBoard(const v1::Board& board, size_t width);

// Side by side under their titles, or below one another where `width` is too little.
std::string DrawBoardTriple(const v1::BoardTriple& triple, size_t width);

}  // namespace tenuki
