#include "engine/board/diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/testing/colorings.h"

namespace tenuki {
namespace {

using testing::HasSubstr;

TEST(DiagramTest, ReadsRowsFromTheTop) {
  Board board = *ParseDiagram(R"(
      X . .
      O . .
      . . X )",
                              Color::kWhite);
  EXPECT_EQ(board.size(), 3);
  EXPECT_EQ(board.to_move(), Color::kWhite);
  EXPECT_EQ(board.at(*MoveFromGtp(3, "A3")), Color::kBlack);
  EXPECT_EQ(board.at(*MoveFromGtp(3, "A2")), Color::kWhite);
  EXPECT_EQ(board.at(*MoveFromGtp(3, "C1")), Color::kBlack);
  EXPECT_EQ(board.empty().size(), 6);
}

TEST(DiagramTest, SkipsSpacesAndReadsPlusAsEmpty) {
  EXPECT_EQ(Diagram(*ParseDiagram("\r\n\tX+\r\n\n .O\n")), "X .\n. O\n");
}

TEST(DiagramTest, WritesWhatItReads) {
  ForEachLegalPosition(3, [](const Board& board) {
    std::string text = Diagram(board);
    EXPECT_EQ(Diagram(*ParseDiagram(text)), text);
  });
}

TEST(DiagramTest, DrawsCoordinates) {
  EXPECT_EQ(DiagramWithCoordinates(*ParseDiagram("X .\n. O")),
            "   A B\n"
            " 2 X . 2\n"
            " 1 . O 1\n"
            "   A B\n");
  std::string large = DiagramWithCoordinates(Board(10));
  EXPECT_THAT(large, HasSubstr("   A B C D E F G H J K\n10 . . . . . . . . . . 10\n 9 . "));
}

void ExpectError(std::string_view text, std::string_view message) {
  absl::StatusOr<Board> board = ParseDiagram(text);
  ASSERT_FALSE(board.ok()) << text;
  EXPECT_EQ(board.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(board.status().message()), HasSubstr(message));
}

TEST(DiagramTest, ErrorsNameTheRowAndColumn) {
  ExpectError(". .\n. Z", "row 2, column 2: 'Z'");
  ExpectError(". .\n. . .", "row 2 has 3 points");
  ExpectError(".\n. .", "row 1 has 1 points");
}

TEST(DiagramTest, RejectsWhatIsNoBoard) {
  ExpectError("", "rows");
  ExpectError(" \n \n", "rows");
  std::string twenty_rows;
  for (int row = 0; row < 20; ++row) twenty_rows += std::string(20, '.') + "\n";
  ExpectError(twenty_rows, "not 20");
  ExpectError("X O\nO .", "no liberty");
}

}  // namespace
}  // namespace tenuki
