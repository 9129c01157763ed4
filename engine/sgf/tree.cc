#include "engine/sgf/tree.h"

#include <algorithm>
#include <limits>

#include "absl/log/check.h"
#include "absl/strings/ascii.h"
#include "engine/sgf/text.h"

namespace tenuki {

const SgfCollection::Property* SgfCollection::Find(NodeId node, std::string_view name) const {
  for (const Property& property : Properties(node)) {
    if (Name(property) == name) return &property;
  }
  return nullptr;
}

SgfLocator SgfCollection::MakeLocator(NodeId root) const {
  const auto game = std::ranges::lower_bound(games_, root, {}, &GameStart::root);
  CHECK(game != games_.end() && game->root == root) << "node " << root << " is not the root of a game that was read";
  return SgfLocator(text_, game->mark);
}

// The nodes that may still get children are the last one and its ancestors. The climb to the previous sibling leaves
// for good what it passes, so all climbs together cost no more than the nodes.
SgfCollection::NodeId SgfCollection::AddNode(NodeId parent) {
  const NodeId node = num_nodes();
  NodeId last = node - 1;
  if (last != parent) {
    while (nodes_[last].parent != parent) {
      last = nodes_[last].parent;
      CHECK(last != kNone) << "node " << parent << " is not an ancestor of the node added last";
    }
    nodes_[last].next_sibling = node;
  }
  nodes_.push_back({.parent = parent,
                    .next_sibling = kNone,
                    .first_property = static_cast<uint32_t>(properties_.size()),
                    .num_properties = 0});
  return node;
}

void SgfCollection::AddProperty(std::string_view name) {
  CHECK(!name.empty() && std::ranges::all_of(name, absl::ascii_isupper)) << name;
  AddPropertyAt(Append(name), static_cast<uint32_t>(name.size()));
}

void SgfCollection::AddValue(std::string_view raw) {
  CHECK(IsSgfValue(raw)) << raw;
  AddValueAt(Append(raw), static_cast<uint32_t>(raw.size()));
}

uint32_t SgfCollection::Append(std::string_view bytes) {
  CHECK(bytes.size() <= std::numeric_limits<uint32_t>::max() - text_.size()) << "a collection has at most 4 GB";
  const uint32_t offset = static_cast<uint32_t>(text_.size());
  text_ += bytes;
  return offset;
}

void SgfCollection::AddPropertyAt(uint32_t offset, uint32_t length) {
  properties_.push_back({.name_offset = offset,
                         .name_length = length,
                         .first_value = static_cast<uint32_t>(values_.size()),
                         .num_values = 0});
  ++nodes_.back().num_properties;
}

void SgfCollection::AddValueAt(uint32_t offset, uint32_t length) {
  values_.push_back({.offset = offset, .length = length});
  ++properties_.back().num_values;
}

bool SgfCollection::SameProperty(const Property& mine, const SgfCollection& other, const Property& theirs) const {
  return Name(mine) == other.Name(theirs) &&
         std::ranges::equal(Values(mine), other.Values(theirs),
                            [&](const Value& a, const Value& b) { return Raw(a) == other.Raw(b); });
}

bool operator==(const SgfCollection& a, const SgfCollection& b) {
  return std::ranges::equal(a.nodes_, b.nodes_, [](const auto& x, const auto& y) { return x.SamePlace(y); }) &&
         std::ranges::equal(a.properties_, b.properties_,
                            [&](const auto& x, const auto& y) { return a.SameProperty(x, b, y); });
}

}  // namespace tenuki
