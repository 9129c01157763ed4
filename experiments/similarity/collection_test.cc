#include "experiments/similarity/collection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "engine/board/symmetry.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

v1::InputFiles Files(std::initializer_list<std::pair<const char*, std::string>> files) {
  v1::InputFiles input;
  for (const auto& [path, content] : files) {
    v1::InputFile& file = *input.add_files();
    file.set_path(path);
    file.set_content(content);
  }
  return input;
}

v1::Similarity OnNineByNine(int move_number) {
  v1::Similarity similarity;
  similarity.set_board_size(9);
  similarity.set_move_number(move_number);
  return similarity;
}

int64_t Games(const Collection& collection, GameOutcome outcome) { return collection.games(outcome).count; }

TEST(CollectionTest, TheEightWaysToPlayAGameAreOnePositionWithOneReply) {
  std::string lines;
  for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
    for (const char* move : {"cc", "gg", "ce"}) {
      lines += ToSgf(9, Transform(symmetry, 9, *MoveFromSgf(9, move)));
    }
    lines += "\n";
  }
  const auto collection = Collection::Read(Files({{"games.txt", lines}}), OnNineByNine(2));
  ASSERT_TRUE(collection.ok()) << collection.status();
  ASSERT_EQ(collection->num_positions(), 1);
  EXPECT_EQ(collection->positions()[0].num_games, 8);
  ASSERT_EQ(collection->positions()[0].replies.size(), 1);
  EXPECT_EQ(collection->positions()[0].replies[0].num_games, 8);
}

// After cc gg the board is its own mirror image over the diagonal: ce and ec are the same reply.
TEST(CollectionTest, RepliesAreFoldedByThePositionsOwnSymmetries) {
  const auto collection = Collection::Read(Files({{"games.txt", "ccggce\nccggec\nccggee\n"}}), OnNineByNine(2));
  ASSERT_TRUE(collection.ok()) << collection.status();
  ASSERT_EQ(collection->num_positions(), 1);
  ASSERT_EQ(collection->positions()[0].replies.size(), 2);
  EXPECT_EQ(collection->positions()[0].replies[0].num_games + collection->positions()[0].replies[1].num_games, 3);
}

TEST(CollectionTest, TheTwoToMoveAreDifferentPositions) {
  // The stones of both are the same; in the second game White has passed.
  const auto collection = Collection::Read(
      Files({{"a.sgf", "(;SZ[9];B[cc];W[gg];B[ee])"}, {"b.sgf", "(;SZ[9]AB[cc]AW[gg]PL[W];B[];W[];W[ee])"}}), [] {
        v1::Similarity similarity = OnNineByNine(2);
        similarity.set_starting_stones(v1::TAKE);
        return similarity;
      }());
  ASSERT_TRUE(collection.ok()) << collection.status();
  EXPECT_EQ(collection->num_positions(), 2);
}

TEST(CollectionTest, WhatCannotBeUsedIsCountedWithAnExample) {
  const auto collection =
      Collection::Read(Files({{"good.sgf", "(;SZ[9];B[cc];W[gg];B[ee])"},
                              {"truncated.sgf", "(;SZ[9];B[cc];W[g"},
                              {"thirteen.sgf", "(;SZ[13];B[cc];W[gg];B[ee])"},
                              {"handicap.sgf", "(;SZ[9]AB[cc][gg];W[ee];B[dd];W[ff])"},
                              {"short.sgf", "(;SZ[9];B[cc];W[gg])"},
                              {"pass.sgf", "(;SZ[9];B[cc];W[gg];B[])"},
                              {"occupied.sgf", "(;SZ[9];B[cc];W[gg];B[cc])"},
                              {"lines.txt", "# a comment\n\nccggee 1999\nthis is rubbish\nccgg\n"}}),
                       OnNineByNine(2));
  ASSERT_TRUE(collection.ok()) << collection.status();
  EXPECT_EQ(Games(*collection, GameOutcome::kUsed), 2);
  EXPECT_EQ(Games(*collection, GameOutcome::kUnreadable), 2);
  EXPECT_EQ(Games(*collection, GameOutcome::kOtherBoard), 1);
  EXPECT_EQ(Games(*collection, GameOutcome::kStartingStones), 1);
  EXPECT_EQ(Games(*collection, GameOutcome::kTooShort), 3);
  EXPECT_EQ(Games(*collection, GameOutcome::kIllegal), 1);
  EXPECT_THAT(collection->games(GameOutcome::kUnreadable).example, HasSubstr("truncated.sgf"));
  EXPECT_THAT(collection->games(GameOutcome::kOtherBoard).example,
              AllOf(HasSubstr("thirteen.sgf"), HasSubstr("size 13")));
  EXPECT_EQ(collection->num_positions(), 1);
}

TEST(CollectionTest, TopTakesTheMostRecordedWhateverTheirOrder) {
  v1::Similarity similarity = OnNineByNine(1);
  similarity.set_top(2);
  const auto a = Collection::Read(Files({{"x", "aabb\nccdd\ndddd\nddcc\nccaa\nccgg\neecc\neeaa\n"}}), similarity);
  const auto b = Collection::Read(Files({{"x", "eeaa\neecc\nccgg\nccaa\nddcc\ndddd\nccdd\naabb\n"}}), similarity);
  ASSERT_TRUE(a.ok()) << a.status();
  ASSERT_TRUE(b.ok()) << b.status();
  ASSERT_EQ(a->num_positions(), 2);
  EXPECT_EQ(a->positions()[0].num_games, 3);
  EXPECT_EQ(a->positions()[1].num_games, 2);
  for (int i = 0; i < 2; ++i) EXPECT_EQ(a->positions()[i].black, b->positions()[i].black);
  EXPECT_EQ(a->num_distinct_positions(), 4);
  EXPECT_EQ(Games(*a, GameOutcome::kUsed), 5);
  EXPECT_EQ(Games(*a, GameOutcome::kUnselected), 2);
  EXPECT_EQ(Games(*a, GameOutcome::kIllegal), 1);
}

TEST(CollectionTest, OfPositionsWithAsManyGamesTheSmallerComesFirst) {
  v1::Similarity similarity = OnNineByNine(1);
  const auto collection = Collection::Read(Files({{"x", "eecc\nccdd\naabb\n"}}), similarity);
  ASSERT_TRUE(collection.ok());
  ASSERT_EQ(collection->num_positions(), 3);
  EXPECT_LT(collection->positions()[0].black, collection->positions()[1].black);
  EXPECT_LT(collection->positions()[1].black, collection->positions()[2].black);
}

TEST(CollectionTest, MinimaLeaveOutPositionsAndReplies) {
  v1::Similarity similarity = OnNineByNine(1);
  similarity.set_min_games(2);
  similarity.set_min_reply_games(2);
  const auto collection = Collection::Read(Files({{"x", "ccdd\nccdd\nccgg\nddee\neecc\neeaa\neeab\n"}}), similarity);
  ASSERT_TRUE(collection.ok()) << collection.status();
  // ee has three games, and no reply twice but for symmetry: cc and aa are different, and so is ab.
  ASSERT_EQ(collection->num_positions(), 1);
  EXPECT_EQ(collection->positions()[0].num_games, 3);
  EXPECT_THAT(collection->positions()[0].replies, testing::SizeIs(1));
}

TEST(CollectionTest, ErrorsSayWhatIsThere) {
  v1::Similarity similarity = OnNineByNine(1);
  similarity.set_top(10);
  const auto too_few = Collection::Read(Files({{"x", "ccdd\nee\n"}}), similarity);
  EXPECT_EQ(too_few.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(too_few.status().message(),
              AllOf(HasSubstr("similarity.top: 10, and there are only 1 positions"), HasSubstr("too short 1")));
  const auto nothing = Collection::Read(Files({{"x", "rubbish\n"}}), OnNineByNine(1));
  EXPECT_THAT(nothing.status().message(),
              AllOf(HasSubstr("similarity.games: no position is left"), HasSubstr("unreadable 1, first x: ")));
  EXPECT_THAT(Collection::Read({}, OnNineByNine(1)).status().message(), HasSubstr("0 games"));
}

}  // namespace
}  // namespace tenuki
