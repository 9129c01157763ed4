// An SGF file as plain data: game trees of nodes, nodes of properties, properties of values. It knows nothing of Go;
// record.h does.
//
//   (;GM[1]SZ[9];B[dd](;W[ff];B[ee])(;W[fe]))        node 0  GM[1] SZ[9]      the root
//                                                         1  B[dd]
//                                                         2  W[ff]            first child of 1
//                                                         3  B[ee]
//                                                         4  W[fe]            next sibling of 2
//
//   for (NodeId node = 0; node != SgfCollection::kNone; node = collection.FirstChild(node)) {      // the main line
//     for (const auto& property : collection.Properties(node)) {
//       for (const auto& value : collection.Values(property)) collection.Raw(value) …
//
// Nodes are numbered in the order of the file. Node 0 is the root of the first game; a root's next sibling is the root
// of the next game. A value is the raw bytes of the file between '[' and ']', still escaped: text.h says what they
// mean.
//
// A collection owns its bytes, in one string that nodes, properties and values point into, so that reading a file
// allocates a handful of times. Copies and moves are independent of each other. Thread-compatible: many may read it,
// or one may add to it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/sgf/location.h"

namespace tenuki {

class SgfCollection {
 public:
  using NodeId = int32_t;
  static constexpr NodeId kNone = -1;

  struct Value {
    uint32_t offset;
    uint32_t length;
  };
  struct Property {
    uint32_t name_offset;
    uint32_t name_length;
    uint32_t first_value;
    uint32_t num_values;
  };

  int num_nodes() const { return static_cast<int>(nodes_.size()); }
  // Relatives of a node, kNone when there is none.
  NodeId Parent(NodeId node) const { return nodes_[node].parent; }
  NodeId FirstChild(NodeId node) const {
    return node + 1 < num_nodes() && nodes_[node + 1].parent == node ? node + 1 : kNone;
  }
  NodeId NextSibling(NodeId node) const { return nodes_[node].next_sibling; }

  // In the order of the file; a name that a file gives twice in one node is here twice.
  std::span<const Property> Properties(NodeId node) const {
    return std::span(properties_).subspan(nodes_[node].first_property, nodes_[node].num_properties);
  }
  // Upper-case letters, e.g. "AB"; the lower-case ones of FF[3]'s "AddBlack" are gone.
  std::string_view Name(const Property& property) const { return Bytes(property.name_offset, property.name_length); }
  std::span<const Value> Values(const Property& property) const {
    return std::span(values_).subspan(property.first_value, property.num_values);
  }
  std::string_view Raw(const Value& value) const { return Bytes(value.offset, value.length); }
  // The node's first property of that name, or null.
  const Property* Find(NodeId node, std::string_view name) const;

  // Finds where values of one game stand in the file: `MakeLocator(root).At(value.offset)`. It reads the file from that
  // game on, so that going through all games of a file stays linear. The collection must outlive it and must have come
  // from ReadSgf. REQUIRES: `root` is a root.
  SgfLocator MakeLocator(NodeId root) const;

  // Building, in the order in which a file would have it:
  //   SgfCollection collection;
  //   NodeId root = collection.AddNode(SgfCollection::kNone);
  //   collection.AddProperty("SZ");
  //   collection.AddValue("9");
  //
  // Adds a child of `parent` after its other children, or a game when that is kNone.
  // REQUIRES: `parent` is kNone, the node added last, or one of that node's ancestors.
  NodeId AddNode(NodeId parent);
  // To the node added last. A property needs at least one value. REQUIRES: one or more letters A–Z.
  void AddProperty(std::string_view name);
  // To the property added last. REQUIRES: IsSgfValue(raw); EscapeSgf makes any text so.
  void AddValue(std::string_view raw);

  // The same trees with the same names and bytes, wherever they stood in their files.
  friend bool operator==(const SgfCollection& a, const SgfCollection& b);

 private:
  friend class SgfParser;  // reads in place: its names and values are ranges of a text_ that is there from the start

  struct Node {
    NodeId parent;
    NodeId next_sibling;
    uint32_t first_property;
    uint32_t num_properties;

    // Siblings follow from parents, since nodes are in the order of the file.
    bool SamePlace(const Node& other) const { return parent == other.parent && num_properties == other.num_properties; }
  };

  struct GameStart {
    NodeId root;
    SgfLocator::Mark mark;
  };

  std::string_view Bytes(uint32_t offset, uint32_t length) const {
    return std::string_view(text_).substr(offset, length);
  }
  uint32_t Append(std::string_view bytes);
  void AddPropertyAt(uint32_t offset, uint32_t length);
  void AddValueAt(uint32_t offset, uint32_t length);
  bool SameProperty(const Property& mine, const SgfCollection& other, const Property& theirs) const;

  std::string text_;
  std::vector<Node> nodes_;
  std::vector<Property> properties_;
  std::vector<Value> values_;
  // Of what was read, ascending; empty for what was built.
  std::vector<GameStart> games_;
};

}  // namespace tenuki
