#include "engine/sgf/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

using NodeId = SgfCollection::NodeId;
constexpr NodeId kNone = SgfCollection::kNone;

// 0 ── 1 ─┬─ 2 ── 3          5 (a second game)
//         └─ 4
SgfCollection TwoGames() {
  SgfCollection collection;
  for (NodeId parent : {kNone, 0, 1, 2, 1, kNone}) collection.AddNode(parent);
  return collection;
}

TEST(SgfCollectionTest, RelatesNodes) {
  const SgfCollection collection = TwoGames();
  std::vector<std::vector<NodeId>> relatives;
  for (NodeId node = 0; node < collection.num_nodes(); ++node) {
    relatives.push_back({collection.Parent(node), collection.FirstChild(node), collection.NextSibling(node)});
  }
  EXPECT_THAT(relatives, testing::ElementsAre(std::vector{kNone, 1, 5}, std::vector{0, 2, kNone}, std::vector{1, 3, 4},
                                              std::vector{2, kNone, kNone}, std::vector{1, kNone, kNone},
                                              std::vector{kNone, kNone, kNone}));
}

TEST(SgfCollectionTest, HoldsPropertiesInOrder) {
  SgfCollection collection;
  const NodeId root = collection.AddNode(kNone);
  collection.AddProperty("SZ");
  collection.AddValue("9");
  collection.AddProperty("AB");
  collection.AddValue("aa");
  collection.AddValue("bb");
  const NodeId child = collection.AddNode(root);

  std::vector<std::string> properties;
  for (const auto& property : collection.Properties(root)) {
    std::string text(collection.Name(property));
    for (const auto& value : collection.Values(property)) absl::StrAppend(&text, " ", collection.Raw(value));
    properties.push_back(text);
  }
  EXPECT_THAT(properties, testing::ElementsAre("SZ 9", "AB aa bb"));
  EXPECT_TRUE(collection.Properties(child).empty());
  ASSERT_NE(collection.Find(root, "AB"), nullptr);
  EXPECT_EQ(collection.Find(root, "AB")->num_values, 2u);
  EXPECT_EQ(collection.Find(root, "A"), nullptr);
}

TEST(SgfCollectionTest, EqualsByContent) {
  auto with = [](std::string_view name, std::string_view raw) {
    SgfCollection collection = TwoGames();
    collection.AddProperty(name);
    collection.AddValue(raw);
    return collection;
  };
  EXPECT_EQ(with("B", "dd"), with("B", "dd"));
  EXPECT_NE(with("B", "dd"), with("W", "dd"));
  EXPECT_NE(with("B", "dd"), with("B", "de"));
  EXPECT_NE(with("B", "dd"), TwoGames());

  SgfCollection one_game;
  for (NodeId parent : {kNone, 0, 1, 2, 1, 0}) one_game.AddNode(parent);
  EXPECT_NE(one_game, TwoGames());
}

TEST(SgfCollectionTest, DistinguishesWhichNodeHasAProperty) {
  SgfCollection first, second;
  first.AddNode(kNone);
  first.AddProperty("KO");
  first.AddValue("");
  first.AddNode(0);
  second.AddNode(kNone);
  second.AddNode(0);
  second.AddProperty("KO");
  second.AddValue("");
  EXPECT_NE(first, second);
}

TEST(SgfCollectionDeathTest, RefusesWhatNoFileCouldHold) {
  SgfCollection collection = TwoGames();
  EXPECT_DEATH(collection.AddNode(3), "node 3 is not an ancestor of the node added last");
  EXPECT_DEATH(collection.AddProperty("Ab"), "Ab");
  collection.AddProperty("C");
  EXPECT_DEATH(collection.AddValue("a]"), "IsSgfValue");
}

TEST(SgfLocatorTest, CountsEachKindOfLineEndOnce) {
  for (std::string line_end : {"\n", "\r", "\r\n", "\n\r"}) {
    const std::string text = absl::StrCat("ab", line_end, line_end, "c");
    EXPECT_EQ(SgfLocator(text).At(1), (SgfLocation{1, 2}));
    EXPECT_EQ(SgfLocator(text).At(2 + line_end.size()), (SgfLocation{2, 1}));
    EXPECT_EQ(SgfLocator(text).At(2 + 2 * line_end.size()), (SgfLocation{3, 1}));
    EXPECT_EQ(SgfLocator(text).At(text.size()), (SgfLocation{3, 2}));
  }
}

}  // namespace
}  // namespace tenuki
