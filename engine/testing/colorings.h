// All colourings of a board: the exhaustive way to count legal positions.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "engine/board/board.h"
#include "engine/board/point.h"

namespace tenuki {

// Steps to the next colouring, counting in base 3 with the first point as the lowest digit. False after the last one.
bool NextColoring(std::vector<Color>& colors);

// Calls `visit` with every position of a square board that Board::FromStones accepts, Black to move; returns their
// number.
int64_t ForEachLegalPosition(int size, absl::FunctionRef<void(const Board&)> visit);

}  // namespace tenuki
