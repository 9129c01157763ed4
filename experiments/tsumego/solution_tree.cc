#include "experiments/tsumego/solution_tree.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "engine/sgf/text.h"

namespace tenuki {
namespace {

using NodeId = SgfCollection::NodeId;

bool SaysCorrect(const SgfCollection& games, NodeId node) {
  const SgfCollection::Property* comment = games.Find(node, "C");
  if (comment == nullptr || games.Values(*comment).empty()) return false;
  std::string text = SgfText(games.Raw(games.Values(*comment)[0]));
  for (char& c : text) c = absl::ascii_isalpha(static_cast<unsigned char>(c)) ? absl::ascii_toupper(c) : ' ';
  for (std::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (word == "RIGHT" || word == "CORRECT") return true;
  }
  return false;
}

// Nodes are numbered in the order of the file, so those below one follow it up to its next sibling or an ancestor's.
NodeId EndOf(const SgfCollection& games, NodeId node) {
  for (NodeId at = node; at != SgfCollection::kNone; at = games.Parent(at)) {
    if (games.NextSibling(at) != SgfCollection::kNone) return games.NextSibling(at);
  }
  return games.num_nodes();
}

std::optional<Move> MoveAt(const SgfCollection& games, NodeId node, int size) {
  for (const char* name : {"B", "W"}) {
    const SgfCollection::Property* property = games.Find(node, name);
    if (property == nullptr || games.Values(*property).empty()) continue;
    return MoveFromSgf(size, games.Raw(games.Values(*property)[0]));
  }
  return std::nullopt;
}

void AddOnce(std::vector<Move>& moves, Move move) {
  if (std::ranges::find(moves, move) == moves.end()) moves.push_back(move);
}

}  // namespace

FirstMovesOfTree ReadFirstMoves(const SgfCollection& games, NodeId root, int size) {
  FirstMovesOfTree moves;
  std::vector<Move> others;
  for (NodeId child = games.FirstChild(root); child != SgfCollection::kNone; child = games.NextSibling(child)) {
    const std::optional<Move> move = MoveAt(games, child, size);
    if (!move.has_value()) continue;
    bool is_correct = false;
    for (NodeId node = child; node < EndOf(games, child); ++node) is_correct = is_correct || SaysCorrect(games, node);
    AddOnce(is_correct ? moves.correct : others, *move);
  }
  if (moves.correct.empty()) {
    if (!others.empty()) moves.correct.push_back(others[0]);
    return moves;
  }
  for (Move move : others) {
    if (std::ranges::find(moves.correct, move) == moves.correct.end()) moves.refuted.push_back(move);
  }
  return moves;
}

}  // namespace tenuki
