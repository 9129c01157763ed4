#include "experiments/similarity/nearest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/board/diagram.h"
#include "engine/board/symmetry.h"
#include "experiments/similarity/schema.h"
#include "experiments/table_rows.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Board Diagram9(std::string_view text, Color to_move = Color::kBlack) { return *ParseDiagram(text, to_move); }

StoredPosition StoredAs(int number, const Board& board, int64_t num_games, std::vector<Reply> replies) {
  return {.number = number,
          .num_games = num_games,
          .to_move = board.to_move(),
          .black = board.stones(Color::kBlack),
          .white = board.stones(Color::kWhite),
          .replies = std::move(replies)};
}

v1::Similarity OnFiveByFive() {
  v1::Similarity similarity;
  similarity.set_board_size(5);
  return similarity;
}

const Board kCorner = Diagram9(R"(
    . . . . .
    . X . . .
    . . . . .
    . . . O .
    . . . . . )");
const Board kFar = Diagram9(R"(
    X . . . .
    X . . . .
    X . . O .
    . . . O .
    . . . . . )");

TEST(NearestTest, APositionIsFoundHoweverItLies) {
  const Point reply = *MoveFromSgf(5, "ba");
  const std::vector<StoredPosition> stored = {StoredAs(0, kFar, 9, {{.point = reply, .num_games = 9}}),
                                              StoredAs(1, kCorner, 3, {{.point = reply, .num_games = 3}})};
  for (Symmetry symmetry = 0; symmetry < kNumSymmetries; ++symmetry) {
    const Board turned = *Board::FromStones(5, Transform(symmetry, 5, kCorner.stones(Color::kBlack)),
                                            Transform(symmetry, 5, kCorner.stones(Color::kWhite)), Color::kBlack);
    for (int model = 0; model < kNumInfluenceModels; ++model) {
      const auto nearest = FindNearest(OnFiveByFive(), stored, turned, static_cast<InfluenceModel>(model), 10);
      ASSERT_TRUE(nearest.ok()) << nearest.status();
      ASSERT_EQ(nearest->size(), 2);
      EXPECT_EQ((*nearest)[0].number, 1);
      EXPECT_EQ((*nearest)[0].distance, 0);
      EXPECT_EQ((*nearest)[0].similarity, 1);
      EXPECT_EQ((*nearest)[0].black, turned.stones(Color::kBlack));
      EXPECT_LT((*nearest)[1].similarity, 1);
      // The position is its own mirror image over the diagonal, so that the reply may be on either side of it.
      const Point there = (*nearest)[0].replies[0].point;
      EXPECT_TRUE(there == Transform(symmetry, 5, reply) || there == Transform(symmetry, 5, *MoveFromSgf(5, "ab")));
    }
  }
}

TEST(NearestTest, TheMostGamesFirstAndNoMoreThanAskedFor) {
  const std::vector<StoredPosition> stored = {
      StoredAs(0, kCorner, 3, {}), StoredAs(1, kFar, 50, {}),
      StoredAs(2, kCorner, 8,
               {{.point = 1, .num_games = 2}, {.point = 2, .num_games = 5}, {.point = 7, .num_games = 1}})};
  const auto nearest = FindNearest(OnFiveByFive(), stored, kCorner, InfluenceModel::kStones, 2);
  ASSERT_TRUE(nearest.ok());
  ASSERT_EQ(nearest->size(), 2);
  EXPECT_EQ((*nearest)[0].number, 2);
  EXPECT_EQ((*nearest)[1].number, 0);
  std::vector<int64_t> games;
  for (const Reply& reply : (*nearest)[0].replies) games.push_back(reply.num_games);
  EXPECT_THAT(games, ElementsAre(5, 2, 1));
}

TEST(NearestTest, ErrorsSayWhatDoesNotFit) {
  const std::vector<StoredPosition> stored = {StoredAs(0, kCorner, 3, {})};
  EXPECT_THAT(FindNearest(OnFiveByFive(), stored, Board(9), InfluenceModel::kStones, 2).status().message(),
              HasSubstr("a board of size 9, the stored ones have size 5"));
  Board white = kCorner;
  white.SetToMove(Color::kWhite);
  EXPECT_THAT(FindNearest(OnFiveByFive(), stored, white, InfluenceModel::kStones, 2).status().message(),
              HasSubstr("in none of the 1 stored positions white is to move"));
}

TEST(NearestTest, ReadsTheStoredTable) {
  MemoryTables tables({{"positions", WithCell(*PositionsSchema())}});
  TableRows rows = *TableRows::Make(WithCell(*PositionsSchema()));
  for (const char* replies : {"ba:3 cc:12", "ee:1"}) {
    rows.Add(int32_t{1});
    rows.Add(int64_t{0});
    rows.Add(uint16_t{7});
    rows.Add(int64_t{15});
    rows.Add("white");
    rows.Add("bbcc");
    rows.Add("dd");
    rows.Add(replies);
  }
  ASSERT_TRUE(rows.Give(0, tables).ok());
  const auto positions = ReadPositions(tables, 1, 5);
  ASSERT_TRUE(positions.ok()) << positions.status();
  ASSERT_EQ(positions->size(), 2);
  EXPECT_EQ((*positions)[0].number, 7);
  EXPECT_EQ((*positions)[0].to_move, Color::kWhite);
  EXPECT_EQ((*positions)[0].black.size(), 2);
  ASSERT_EQ((*positions)[0].replies.size(), 2);
  EXPECT_EQ((*positions)[0].replies[1].num_games, 12);
  EXPECT_EQ(ReadPositions(tables, 0, 5)->size(), 0);
  EXPECT_THAT(ReadPositions(tables, 1, 3).status().message(), HasSubstr("none of a board of size 3"));
}

}  // namespace
}  // namespace tenuki
