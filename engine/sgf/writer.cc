#include "engine/sgf/writer.h"

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

using NodeId = SgfCollection::NodeId;

// Whether the node begins a tree in parentheses: a game, or one of several variations.
bool BeginsTree(const SgfCollection& collection, NodeId node) {
  const NodeId parent = collection.Parent(node);
  if (parent == SgfCollection::kNone) return true;
  return collection.FirstChild(parent) != node || collection.NextSibling(node) != SgfCollection::kNone;
}

void AppendProperties(const SgfCollection& collection, NodeId node, std::string& text) {
  for (const auto& property : collection.Properties(node)) {
    text += collection.Name(property);
    for (const auto& value : collection.Values(property)) absl::StrAppend(&text, "[", collection.Raw(value), "]");
  }
}

// Closes the trees that end with `leaf`: those that it and its ancestors begin, up to one that has a sibling to come.
void CloseTrees(const SgfCollection& collection, NodeId leaf, std::string& text) {
  for (NodeId node = leaf; node != SgfCollection::kNone; node = collection.Parent(node)) {
    if (BeginsTree(collection, node)) text += ')';
    if (collection.NextSibling(node) != SgfCollection::kNone) return;
  }
}

}  // namespace

std::string WriteSgf(const SgfCollection& collection) {
  std::string text;
  for (NodeId node = 0; node < collection.num_nodes(); ++node) {
    text += BeginsTree(collection, node) ? "(;" : ";";
    AppendProperties(collection, node, text);
    if (collection.FirstChild(node) == SgfCollection::kNone) CloseTrees(collection, node, text);
    text += '\n';
  }
  return text;
}

}  // namespace tenuki
