// Writes a tree as SGF text, in one layout: each node on a line of its own, parentheses only where a game begins or a
// node has several children, values with the bytes that they were read with.
//
//   (;GM[1]SZ[9]
//   ;B[dd]
//   (;W[ff]
//   ;B[ee])
//   (;W[fe]))
//
// ReadSgf reads it as an equal collection, and so two equal collections give the same bytes. What the layout drops is
// white space between tokens, text outside the games, and the lower-case letters of old names.
// Thread-safe; linear in time, without recursion.
#pragma once

#include <string>

#include "engine/sgf/tree.h"

namespace tenuki {

std::string WriteSgf(const SgfCollection& collection);

}  // namespace tenuki
