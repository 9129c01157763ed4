#include "engine/sgf/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "engine/board/diagram.h"
#include "engine/sgf/reader.h"

namespace tenuki {
namespace {

SgfRecord RecordOf(std::string_view text) {
  const absl::StatusOr<SgfCollection> collection = ReadSgf(text);
  EXPECT_EQ(collection.status(), absl::OkStatus());
  const absl::StatusOr<SgfRecord> record = MakeRecord(*collection);
  EXPECT_EQ(record.status(), absl::OkStatus());
  return *record;
}

Board BoardAt(std::string_view text, int move_number) {
  const absl::StatusOr<Board> board = PositionAt(RecordOf(text), move_number);
  EXPECT_EQ(board.status(), absl::OkStatus());
  return board.value_or(Board(1));
}

Game GameOf(std::string_view text, const Rules& rules = {}) {
  const absl::StatusOr<Game> game = ToGame(RecordOf(text), rules);
  EXPECT_EQ(game.status(), absl::OkStatus());
  return game.value_or(Game(1, rules));
}

std::string ErrorOf(std::string_view text, const Rules& rules = {}) {
  const absl::Status status = ToGame(RecordOf(text), rules).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

void ExpectStones(const Board& board, std::string_view diagram) {
  EXPECT_EQ(Diagram(board), Diagram(*ParseDiagram(diagram)));
}

// Black takes a ko at move 2, White retakes it at once at move 3.
constexpr std::string_view kKo =
    "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]\n"
    ";W[dd];B[cb];W[bb])";

TEST(PositionAtTest, ReplaysToAnyMove) {
  const std::string_view text = "(;SZ[3];B[ba];W[aa];B[ab];W[])";
  ExpectStones(BoardAt(text, 0), R"(
      . . .
      . . .
      . . .)");
  ExpectStones(BoardAt(text, 2), R"(
      O X .
      . . .
      . . .)");
  ExpectStones(BoardAt(text, 3), R"(
      . X .
      X . .
      . . .)");
  EXPECT_EQ(BoardAt(text, 3).captured_by(Color::kBlack), 1);
  EXPECT_EQ(BoardAt(text, 3).to_move(), Color::kWhite);
  EXPECT_EQ(BoardAt(text, 4).passes(), 1);
}

TEST(PositionAtTest, SetsStonesUpAtTheStart) {
  const Board board = BoardAt("(;SZ[3]AB[aa:ca]AW[ac][bc]PL[W])", 0);
  ExpectStones(board, R"(
      X X X
      . . .
      O O .)");
  EXPECT_EQ(board.to_move(), Color::kWhite);
}

TEST(PositionAtTest, SetsStonesUpAfterTheMoveBefore) {
  const std::string_view text = "(;SZ[3];B[bb];AE[bb]AW[aa];AB[cc];W[ca])";
  ExpectStones(BoardAt(text, 1), R"(
      O . .
      . . .
      . . X)");
  ExpectStones(BoardAt(text, 2), R"(
      O . O
      . . .
      . . X)");
}

TEST(PositionAtTest, ReplacesStonesInASetup) {
  ExpectStones(BoardAt("(;SZ[2]AB[aa][bb];AW[aa])", 0), R"(
      O .
      . X)");
}

TEST(PositionAtTest, KnowsWhoseTurnItIs) {
  EXPECT_EQ(BoardAt("(;SZ[9])", 0).to_move(), Color::kBlack);
  EXPECT_EQ(BoardAt("(;SZ[9]HA[2]AB[cc][gg])", 0).to_move(), Color::kWhite);
  EXPECT_EQ(BoardAt("(;SZ[9]HA[2]AB[cc][gg]PL[B])", 0).to_move(), Color::kBlack);
  EXPECT_EQ(BoardAt("(;SZ[9]AB[cc][gg];W[aa])", 0).to_move(), Color::kWhite);
  EXPECT_EQ(BoardAt("(;SZ[9];W[aa])", 1).to_move(), Color::kBlack);
  EXPECT_EQ(BoardAt("(;SZ[9];B[aa];B[bb])", 1).to_move(), Color::kBlack);
  EXPECT_EQ(BoardAt("(;SZ[9];B[aa];PL[B])", 1).to_move(), Color::kBlack);
  EXPECT_EQ(BoardAt("(;SZ[9];B[aa];PL[B];PL[W])", 1).to_move(), Color::kWhite);
}

TEST(PositionAtTest, CarriesOutWhatRulesForbid) {
  ExpectStones(BoardAt(kKo, 3), R"(
      . X O .
      X O . O
      . X O .
      . . . O)");
  ExpectStones(BoardAt("(;SZ[3]AB[ba][ab];W[aa])", 1), R"(
      . X .
      X . .
      . . .)");
}

TEST(PositionAtTest, RefusesMovesOnStonesAndMovesThatAreNotThere) {
  const SgfRecord record = RecordOf("(;SZ[9];B[dd]\n;W[dd])");
  EXPECT_EQ(PositionAt(record, 2).status(),
            absl::InvalidArgumentError("line 2, column 4: move 2, white D6, is illegal: D6 is occupied"));
  EXPECT_EQ(PositionAt(record, 3).status(),
            absl::OutOfRangeError("the position after move 3 was asked for; the record has moves 1 to 2"));
  EXPECT_EQ(PositionAt(record, -1).status(),
            absl::OutOfRangeError("the position after move -1 was asked for; the record has moves 1 to 2"));
}

TEST(PositionAtTest, RefusesSetupsWithoutLiberties) {
  EXPECT_EQ(PositionAt(RecordOf("(;SZ[3]\nAW[aa]AB[ba][ab])"), 0).status(),
            absl::InvalidArgumentError("line 2, column 4: this setup leaves the white chain at A3 without liberties"));
  EXPECT_EQ(PositionAt(RecordOf("(;SZ[2]AB[aa];AB[aa:bb])"), 0).status(),
            absl::InvalidArgumentError("line 1, column 18: this setup leaves the black chain at A2 without liberties"));
}

TEST(ToGameTest, PlaysTheMainLine) {
  const Rules rules = {.ko = KoRule::kSimple, .suicide_allowed = false, .komi_half_points = 11};
  const Game game = GameOf("(;SZ[9]KM[0.5];B[dd];W[tt];W[ee])", rules);
  EXPECT_EQ(game.rules(), rules);
  EXPECT_THAT(game.plies(),
              testing::ElementsAre(Game::Ply{Color::kBlack, MakePoint(9, 3, 3)}, Game::Ply{Color::kWhite, kPass},
                                   Game::Ply{Color::kWhite, MakePoint(9, 4, 4)}));
}

TEST(ToGameTest, StartsWithTheHandicapAndWhite) {
  const Game game = GameOf("(;SZ[3]HA[2]AB[aa][cc];W[bb])");
  ExpectStones(game.start(), R"(
      X . .
      . . .
      . . X)");
  EXPECT_EQ(game.start().to_move(), Color::kWhite);
  EXPECT_EQ(game.plies().size(), 1u);
}

TEST(ToGameTest, StartsFromTheLastSetup) {
  const Game game = GameOf("(;SZ[3]AB[aa];B[bb];AE[aa]PL[B];B[cc];PL[B])");
  ExpectStones(game.start(), R"(
      . . .
      . X .
      . . .)");
  EXPECT_EQ(game.start().to_move(), Color::kBlack);
  EXPECT_THAT(game.plies(), testing::ElementsAre(Game::Ply{Color::kBlack, MakePoint(3, 2, 2)}));
  EXPECT_EQ(game.board().to_move(), Color::kBlack);
}

TEST(ToGameTest, NamesIllegalMovesAndTheReason) {
  EXPECT_EQ(ErrorOf(kKo), "line 2, column 16: move 3, white B3, is illegal: B3 retakes the ko at once");
  EXPECT_EQ(ErrorOf("(;SZ[3]AB[ba][ab];W[aa])"),
            "line 1, column 21: move 1, white A3, is illegal: A3 is suicide: it would leave its own chain without "
            "liberties");
  EXPECT_EQ(ErrorOf("(;SZ[9];B[dd];W[ee];AB[aa];B[dd])"),
            "line 1, column 30: move 3, black D6, is illegal: D6 is occupied");
}

TEST(ToGameTest, ChecksUnderTheRulesGiven) {
  const Rules suicide = {.ko = KoRule::kSimple, .suicide_allowed = true, .komi_half_points = 0};
  EXPECT_EQ(GameOf("(;SZ[3]AB[ba][ab];W[aa])", suicide).plies().size(), 1u);
}

}  // namespace
}  // namespace tenuki
