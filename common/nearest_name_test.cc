#include "common/nearest_name.h"

#include <gtest/gtest.h>

namespace tenuki {
namespace {

const std::vector<std::string> kNames = {"board_size", "komi", "ko_rule", "player", "opponent"};

TEST(NearestNameTest, FindsTypingErrors) {
  EXPECT_EQ(NearestName("bord_size", kNames), "board_size");
  EXPECT_EQ(NearestName("boardsize", kNames), "board_size");
  EXPECT_EQ(NearestName("Komi", kNames), "komi");
  EXPECT_EQ(NearestName("komy", kNames), "komi");
  EXPECT_EQ(NearestName("palyer", kNames), "player");
  EXPECT_EQ(NearestName("oponent", kNames), "opponent");
}

TEST(NearestNameTest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(NearestName("handicap", kNames), std::nullopt);
  EXPECT_EQ(NearestName("", kNames), std::nullopt);
  EXPECT_EQ(NearestName("komi", {}), std::nullopt);
  EXPECT_EQ(NearestName(std::string(100'000, 'x'), kNames), std::nullopt);
}

TEST(NearestNameTest, AsPartOfASentence) {
  EXPECT_EQ(DidYouMean("komy", kNames), "; did you mean 'komi'?");
  EXPECT_EQ(DidYouMean("handicap", kNames), "");
}

}  // namespace
}  // namespace tenuki
