// Boards as text, for tests, error messages and people at a terminal.
//
//   Board board = *ParseDiagram(R"(
//       . X O .
//       X . X O
//       . X O .
//       . . . .  )", Color::kWhite);
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/board/board.h"

namespace tenuki {

// Reads rows of X (Black), O (White) and . or + (empty), separated by line ends; spaces are skipped, empty lines too.
// Errors name the row and column.
absl::StatusOr<Board> ParseDiagram(std::string_view text, Color to_move = Color::kBlack);

// The rows only, as ParseDiagram reads them.
std::string Diagram(const Board& board);
// With GTP coordinates at the margins.
std::string DiagramWithCoordinates(const Board& board);

}  // namespace tenuki
