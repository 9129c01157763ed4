// Games as lines of text: the moves as SGF points, Black first, then, after white space, whatever else a line has.
//
//   ndppfpddjjqd 2003
//
//   ABSL_ASSIGN_OR_RETURN(std::vector<SgfRecord> games, ReadMoveLists(text, /*size=*/19));
//
// "tt" is a pass. Empty lines, and those that start with '#', have no game. Like those of SGF files, records check
// values, not play: replay.h does.
//
// INVALID_ARGUMENT with the location of what is no point. Thread-safe, as functions share nothing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "engine/sgf/record.h"

namespace tenuki {

// The game of one line; nothing where the line has none. `line_number` is for error texts. REQUIRES as below.
absl::StatusOr<std::optional<SgfRecord>> ReadMoveList(std::string_view line, int line_number, int size);

// The games of a text, line by line. REQUIRES: 1 <= size <= kMaxBoardSize.
absl::StatusOr<std::vector<SgfRecord>> ReadMoveLists(std::string_view text, int size);

}  // namespace tenuki
