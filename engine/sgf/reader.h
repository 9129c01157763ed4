// Reads SGF text (FF[1] to FF[4]) into a tree.
//
//   absl::StatusOr<SgfCollection> games = ReadSgf(bytes_of_the_file);
//   if (!games.ok()) return games.status();      // "line 12, column 5: expected ']' …, found the end of the file"
//
// The grammar, and what we accept of it:
//
//   Collection = GameTree { GameTree }
//   GameTree   = "(" Node { Node } { GameTree } ")"
//   Node       = ";" { Property }
//   Property   = Name "[" value "]" { "[" value "]" }
//
//   * Whatever stands before the first "(;" is skipped, as the standard advises: mail headers, a byte order mark.
//   * Between tokens, bytes 0 to 32 are white space; this lets the ^Z or NULs at the end of DOS files pass.
//   * Lower-case letters in names are skipped, as FF[3] does: "AddBlack" is "AB".
//   * Empty nodes, and names that occur twice in a node, are kept. What a repeated name means, record.h decides.
//   * Values are bytes: only ']' and '\' are special in them, and any byte may occur, NUL too.
//
// Errors rather than guesses, since a guess would lose moves in silence: a tree or a value that the file does not
// close; a '(' without ';' after it; a node after a variation; anything but games after the first game.
//
// All errors are INVALID_ARGUMENT and start with a location. Safe for hostile input: time is linear in the text, there
// is no recursion, and memory is bounded by the limits. Thread-safe, as it shares nothing.
#pragma once

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "engine/sgf/tree.h"

namespace tenuki {

// What a text may hold at most; each error names its limit. With these defaults a collection takes no more than
// 400 MB, which a text made for it reaches: one of game records takes about six times its own size.
struct SgfLimits {
  int32_t max_bytes = 32 << 20;
  int32_t max_nodes = 8 << 20;
  int32_t max_properties = 8 << 20;
  int32_t max_values = 8 << 20;
  // Of trees in trees. Records of play stay below ten, opening books below a thousand.
  int32_t max_depth = 10'000;
};

absl::StatusOr<SgfCollection> ReadSgf(std::string_view text, const SgfLimits& limits = {});

}  // namespace tenuki
