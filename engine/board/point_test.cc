#include "engine/board/point.h"

#include <gtest/gtest.h>

#include <optional>

namespace tenuki {
namespace {

// The board of the header's comment: size 3, down the columns.
TEST(PointTest, NumbersRunDownTheColumns) {
  EXPECT_EQ(MakePoint(3, 0, 0), 0);
  EXPECT_EQ(MakePoint(3, 0, 2), 2);
  EXPECT_EQ(MakePoint(3, 2, 0), 6);
  EXPECT_EQ(ColumnOf(3, 7), 2);
  EXPECT_EQ(RowOf(3, 7), 1);
}

TEST(PointTest, GtpCountsRowsFromTheBottomAndSkipsI) {
  EXPECT_EQ(ToGtp(3, 0), "A3");
  EXPECT_EQ(ToGtp(3, 2), "A1");
  EXPECT_EQ(ToGtp(3, 6), "C3");
  EXPECT_EQ(ToGtp(9, MakePoint(9, 8, 0)), "J9");
  EXPECT_EQ(ToGtp(19, MakePoint(19, 18, 18)), "T1");
  EXPECT_EQ(ToGtp(19, kPass), "pass");
}

TEST(PointTest, SgfCountsRowsFromTheTop) {
  EXPECT_EQ(ToSgf(19, MakePoint(19, 3, 15)), "dp");
  EXPECT_EQ(ToSgf(19, MakePoint(19, 18, 0)), "sa");
  EXPECT_EQ(ToSgf(19, kPass), "");
}

TEST(PointTest, EveryMoveIsReadBack) {
  for (int size = 1; size <= kMaxBoardSize; ++size) {
    for (Move move = kPass; move < size * size; ++move) {
      EXPECT_EQ(MoveFromGtp(size, ToGtp(size, move)), move);
      EXPECT_EQ(MoveFromSgf(size, ToSgf(size, move)), move);
    }
  }
}

TEST(PointTest, ReadsEitherCaseOfGtp) {
  EXPECT_EQ(MoveFromGtp(19, "d4"), MakePoint(19, 3, 15));
  EXPECT_EQ(MoveFromGtp(19, "PASS"), kPass);
  EXPECT_EQ(MoveFromGtp(19, "Pass"), kPass);
}

TEST(PointTest, RejectsWhatIsNoGtpVertex) {
  for (const char* text : {"", "D", "4", "4D", "I5", "i5", "D0", "D20", "U1", "D-1", "D4 ", " D4", "D4x",
                           "D999999999999", "passs", "pas", "resign", "@1", "\3041"}) {
    EXPECT_EQ(MoveFromGtp(19, text), std::nullopt) << text;
  }
  EXPECT_EQ(MoveFromGtp(9, "K1"), std::nullopt) << "K is the tenth column";
  EXPECT_EQ(MoveFromGtp(9, "A10"), std::nullopt);
}

TEST(PointTest, RejectsWhatIsNoSgfPoint) {
  for (const char* text : {"a", "abc", "aA", "Aa", "a1", "ta", "at", "  "}) {
    EXPECT_EQ(MoveFromSgf(19, text), std::nullopt) << text;
  }
  EXPECT_EQ(MoveFromSgf(9, "ja"), std::nullopt);
}

TEST(PointTest, TtIsAPassInSgf) {
  EXPECT_EQ(MoveFromSgf(19, "tt"), kPass);
  EXPECT_EQ(MoveFromSgf(9, "tt"), kPass);
}

TEST(PointTest, Colors) {
  EXPECT_EQ(Opponent(Color::kBlack), Color::kWhite);
  EXPECT_EQ(Opponent(Color::kWhite), Color::kBlack);
  EXPECT_EQ(ColorName(Color::kBlack), "black");
  EXPECT_EQ(ColorName(Color::kWhite), "white");
  EXPECT_EQ(ColorName(Color::kEmpty), "empty");
}

}  // namespace
}  // namespace tenuki
