#include "engine/sgf/move_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/sgf/replay.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

TEST(MoveListTest, AGameALine) {
  const auto games = ReadMoveLists("# from somewhere\naabbcc 2003 x\r\n\nttee\n", 5);
  ASSERT_TRUE(games.ok()) << games.status();
  ASSERT_EQ(games->size(), 2);
  ASSERT_EQ((*games)[0].plies.size(), 3);
  EXPECT_EQ((*games)[0].plies[1], (Game::Ply{Color::kWhite, MakePoint(5, 1, 1)}));
  EXPECT_EQ((*games)[0].plies[2].color, Color::kBlack);
  EXPECT_EQ((*games)[1].plies[0].move, kPass);
  EXPECT_EQ(ToGame((*games)[1], {})->board().to_move(), Color::kBlack);
}

TEST(MoveListTest, ErrorsHaveAPlace) {
  const auto error = [](const char* text) { return std::string(ReadMoveLists(text, 5).status().message()); };
  EXPECT_THAT(error("aabb\naaff"), HasSubstr("line 2, column 3: 'ff' is no point of a board of size 5"));
  EXPECT_THAT(error("aab"), HasSubstr("line 1, column 3: 'b' is no point"));
  EXPECT_THAT(error(" aa"), testing::IsEmpty()) << "a line without moves is the start";
  EXPECT_THAT(ToGame(ReadMoveLists("aa\naaaa", 5)->at(1), {}).status().message(), HasSubstr("line 2, column 3"));
}

}  // namespace
}  // namespace tenuki
