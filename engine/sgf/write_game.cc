#include "engine/sgf/write_game.h"

#include <cstdlib>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "engine/sgf/text.h"
#include "engine/sgf/writer.h"

namespace tenuki {
namespace {

std::string PointsText(int half_points) {
  const int magnitude = std::abs(half_points);
  return absl::StrCat(half_points < 0 ? "-" : "", magnitude / 2, magnitude % 2 == 1 ? ".5" : "");
}

void Add(SgfCollection& tree, std::string_view name, std::string_view raw) {
  tree.AddProperty(name);
  tree.AddValue(raw);
}

void AddUnlessEmpty(SgfCollection& tree, std::string_view name, std::string_view text) {
  if (!text.empty()) Add(tree, name, EscapeSgf(text));
}

void AddStones(SgfCollection& tree, std::string_view name, int size, const PointSet& stones) {
  if (stones.empty()) return;
  tree.AddProperty(name);
  for (Point point : stones) tree.AddValue(ToSgf(size, point));
}

// Stones, and whose turn it is where a reader would not know it from the first move.
void AddStart(SgfCollection& tree, const Game& game, int handicap) {
  const Board& start = game.start();
  AddStones(tree, "AB", start.size(), start.stones(Color::kBlack));
  AddStones(tree, "AW", start.size(), start.stones(Color::kWhite));
  const Color unmoved = handicap >= 2 ? Color::kWhite : Color::kBlack;
  const Color presumed = game.plies().empty() ? unmoved : game.plies().front().color;
  const bool has_stones = start.empty().size() < start.num_points();
  if (has_stones || start.to_move() != presumed) Add(tree, "PL", start.to_move() == Color::kBlack ? "B" : "W");
}

}  // namespace

SgfCollection MakeTree(const Game& game, const SgfGameInfo& info, std::string_view comment) {
  const int size = game.start().size();
  SgfCollection tree;
  SgfCollection::NodeId node = tree.AddNode(SgfCollection::kNone);
  Add(tree, "GM", "1");
  Add(tree, "FF", "4");
  Add(tree, "CA", "UTF-8");
  Add(tree, "AP", "tenuki:" TENUKI_VERSION);
  Add(tree, "SZ", absl::StrCat(size));
  Add(tree, "KM", PointsText(game.rules().komi_half_points));
  AddUnlessEmpty(tree, "RU", info.ruleset);
  if (info.handicap > 0) Add(tree, "HA", absl::StrCat(info.handicap));
  AddUnlessEmpty(tree, "PB", info.black_player);
  AddUnlessEmpty(tree, "PW", info.white_player);
  AddUnlessEmpty(tree, "RE", info.result);
  AddUnlessEmpty(tree, "GC", comment);
  AddStart(tree, game, info.handicap);
  for (const auto& [color, move] : game.plies()) {
    node = tree.AddNode(node);
    Add(tree, color == Color::kBlack ? "B" : "W", ToSgf(size, move));
  }
  return tree;
}

std::string WriteGame(const Game& game, const SgfGameInfo& info, std::string_view comment) {
  return WriteSgf(MakeTree(game, info, comment));
}

}  // namespace tenuki
