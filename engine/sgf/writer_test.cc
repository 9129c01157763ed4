#include "engine/sgf/writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/random.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/text.h"

namespace tenuki {
namespace {

using NodeId = SgfCollection::NodeId;

// Draws trees; `Draw(n)` is 0 … n−1.
class TreeMaker {
 public:
  explicit TreeMaker(uint64_t seed) : seed_(seed) {}

  SgfCollection Make() {
    SgfCollection collection;
    collection.AddNode(SgfCollection::kNone);
    AddProperties(collection);
    for (uint32_t left = Draw(40); left > 0; --left) {
      collection.AddNode(DrawParent(collection));
      AddProperties(collection);
    }
    return collection;
  }

 private:
  uint32_t Draw(uint32_t n) { return UniformBelow(n, Random32(seed_, counter_++)); }

  // The last node or an ancestor of it, now and then a new game.
  NodeId DrawParent(const SgfCollection& collection) {
    NodeId parent = collection.num_nodes() - 1;
    while (parent != SgfCollection::kNone && Draw(4) == 0) parent = collection.Parent(parent);
    return parent;
  }

  void AddProperties(SgfCollection& collection) {
    for (uint32_t left = Draw(4); left > 0; --left) {
      collection.AddProperty(std::string(1 + Draw(2), static_cast<char>('A' + Draw(26))));
      for (uint32_t values = 1 + Draw(3); values > 0; --values) collection.AddValue(EscapeSgf(DrawBytes()));
    }
  }

  std::string DrawBytes() {
    constexpr std::string_view kSpecial = "[]()\\;:\r\n\t ";
    std::string bytes;
    for (uint32_t left = Draw(12); left > 0; --left) {
      bytes += Draw(2) == 0 ? kSpecial[Draw(kSpecial.size())] : static_cast<char>(Draw(256));
    }
    return bytes;
  }

  const uint64_t seed_;
  uint64_t counter_ = 0;
};

TEST(SgfWriterTest, WritesNothingForNoGames) { EXPECT_EQ(WriteSgf(SgfCollection()), ""); }

TEST(SgfWriterTest, PutsParenthesesAroundGamesAndVariationsOnly) {
  SgfCollection collection;
  for (NodeId parent : {SgfCollection::kNone, 0, 1, 2, 2, 1, SgfCollection::kNone, 6}) collection.AddNode(parent);
  EXPECT_EQ(WriteSgf(collection), "(;\n;\n(;\n(;)\n(;))\n(;))\n(;\n;)\n");
}

TEST(SgfWriterTest, WritesWhatTheReaderReadsAsTheSameTree) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const SgfCollection tree = TreeMaker(seed).Make();
    const std::string text = WriteSgf(tree);
    const absl::StatusOr<SgfCollection> again = ReadSgf(text);
    ASSERT_TRUE(again.ok()) << again.status() << " at seed " << seed << "\n" << text;
    ASSERT_TRUE(*again == tree) << "seed " << seed << "\n" << text;
    ASSERT_EQ(WriteSgf(*again), text);
  }
}

}  // namespace
}  // namespace tenuki
