// Conversations, as one would have them at a terminal:
//
//   > play B D4          a command; its response follows, up to the next command
//   =
//   > play W D4
//   ? illegal move: D4 is occupied
#include "engine/gtp/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "engine/board/diagram.h"
#include "engine/gtp/codec.h"
#include "engine/player/uniform_player.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Files that `loadsgf` finds.
absl::StatusOr<std::string> ReadFakeFile(const std::string& path) {
  if (path == "short.sgf") return "(;SZ[9]KM[5.5]AB[cc];W[gg];B[cg];W[gc])";
  if (path == "illegal.sgf") return "(;SZ[9]\n;B[cc]\n;W[cc])";
  if (path == "broken.sgf") return "(;SZ[9];B[cc]";
  if (path == "setup.sgf") return "(;SZ[5];B[aa];W[bb];AE[aa]AB[cc];W[dd])";
  return absl::NotFoundError("no such file");
}

class GtpServerTest : public ::testing::Test {
 protected:
  explicit GtpServerTest(GtpServerOptions options = {.size = 9, .version = "1.2", .read_file = ReadFakeFile})
      : player_(/*seed=*/7), server_(player_, PlayoutKernel(CpuLevel::kBaseline), std::move(options)) {}

  std::string Ask(std::string_view line) { return server_.Handle(*ParseGtpCommand(line)); }

  // Says what the conversation's controller says, and expects its engine's answers. Blanks at line ends do not count.
  void Converse(std::string_view conversation) {
    std::string happened;
    std::string expected;
    for (std::string_view line : absl::StrSplit(conversation, '\n')) {
      line = absl::StripAsciiWhitespace(line);
      if (line.empty()) continue;
      absl::StrAppend(&expected, line, "\n");
      if (!line.starts_with('>')) continue;
      absl::StrAppend(&happened, line, "\n");
      for (std::string_view answer : absl::StrSplit(Ask(line.substr(1)), '\n', absl::SkipWhitespace())) {
        absl::StrAppend(&happened, absl::StripAsciiWhitespace(answer), "\n");
      }
    }
    EXPECT_EQ(happened, expected);
  }

  // Puts a position on the board, as a controller would.
  void SetUp(std::string_view diagram) {
    const Board board = *ParseDiagram(diagram);
    Ask(absl::StrCat("boardsize ", board.size()));
    for (Color color : {Color::kBlack, Color::kWhite}) {
      for (Point point : board.stones(color)) {
        ASSERT_THAT(Ask(absl::StrCat("play ", ColorName(color), " ", ToGtp(board.size(), point))), StartsWith("="));
      }
    }
  }

  UniformPlayer player_;
  GtpServer server_;
};

TEST_F(GtpServerTest, Session) {
  Converse(R"(
      > protocol_version
      = 2
      > 12 name
      =12 tenuki uniform
      > version
      = 1.2
      > known_command genmove
      = true
      > known_command Genmove
      = false
      > known_command
      ? syntax error: expected known_command COMMAND
      > tea
      ? unknown command
      > 3 tea
      ?3 unknown command
      > 4
      ?4 syntax error: a command should follow the id
  )");
  EXPECT_FALSE(server_.done());
  Converse("> quit\n=");
  EXPECT_TRUE(server_.done());
}

TEST_F(GtpServerTest, ResponsesAreExactToTheByte) {
  EXPECT_EQ(Ask("7 boardsize 9"), "=7 \n\n");
  EXPECT_EQ(Ask("name"), "= tenuki uniform\n\n");
  EXPECT_EQ(Ask("7 boardsize"), "?7 syntax error: expected boardsize SIZE\n\n");
}

TEST_F(GtpServerTest, ListsEveryCommandThatIsStandard) {
  EXPECT_EQ(Ask("list_commands"),
            "= protocol_version\nname\nversion\nknown_command\nlist_commands\nhelp\nquit\n"
            "boardsize\nclear_board\nkomi\nfixed_handicap\nplace_free_handicap\nset_free_handicap\nloadsgf\n"
            "time_settings\ntime_left\ntenuki-rules\ntenuki-seed\n"
            "play\ngenmove\nreg_genmove\nundo\nis_legal\nall_legal\nlist_stones\ncaptures\nshowboard\n"
            "final_score\nfinal_status_list\n\n");
  EXPECT_THAT(Ask("help"), HasSubstr("\nplay COLOR VERTEX\n"));
}

TEST_F(GtpServerTest, EveryListedCommandIsKnownAndAnswersOnce) {
  GtpResponseReader reader;
  ASSERT_TRUE(reader.Feed(Ask("list_commands")).ok());
  const std::string names = reader.Next()->text;
  for (std::string_view name : absl::StrSplit(names, '\n')) {
    Converse(absl::StrCat("> known_command ", name, "\n= true"));
    ASSERT_TRUE(reader.Feed(Ask(absl::StrCat("5 ", name))).ok()) << name;
    EXPECT_EQ(reader.Next()->id, 5) << name;
    EXPECT_EQ(reader.Next(), std::nullopt) << name;
  }
}

TEST_F(GtpServerTest, WrongNumbersOfArguments) {
  Converse(R"(
      > play B
      ? syntax error: expected play COLOR VERTEX
      > play B D4 D5
      ? syntax error: expected play COLOR VERTEX
      > komi 6 5
      ? syntax error: expected komi KOMI
      > clear_board now
      =
      > loadsgf
      ? syntax error: expected loadsgf FILE [MOVE_NUMBER]
  )");
}

TEST_F(GtpServerTest, ALineThatWasTooLong) {
  EXPECT_EQ(server_.Handle({.id = 5, .name = "play", .too_long = true}),
            "?5 syntax error: the line has more than 16384 bytes\n\n");
}

TEST_F(GtpServerTest, BoardSizes) {
  for (int size = 1; size <= 19; ++size) Converse(absl::StrCat("> boardsize ", size, "\n="));
  Converse(R"(
      > boardsize 0
      ? unacceptable size
      > boardsize 20
      ? unacceptable size
      > boardsize 2147483647
      ? unacceptable size
      > boardsize big
      ? syntax error: 'big' is not a whole number from 0 to 2147483647
      > boardsize -1
      ? syntax error: '-1' is not a whole number from 0 to 2147483647
  )");
  EXPECT_EQ(server_.game().board().size(), 19);
}

TEST_F(GtpServerTest, ClearingKeepsSizeKomiAndRules) {
  Converse(R"(
      > komi -3.5
      =
      > tenuki-rules situational,suicide
      =
      > play B E5
      =
      > clear_board
      =
      > list_stones B
      =
      > undo
      ? cannot undo
      > boardsize 5
      =
      > tenuki-rules
      = situational,suicide
      > showboard
      =
      A B C D E
      5 . . . . . 5
      4 . . . . . 4
      3 . . . . . 3
      2 . . . . . 2
      1 . . . . . 1
      A B C D E
      Black (X) has captured 0, White (O) 0
      Move 1, black to play; komi -3.5, rules situational,suicide
  )");
}

TEST_F(GtpServerTest, Komi) {
  Converse(R"(
      > komi 6.5
      =
      > komi 6.3
      ? syntax error: komi must be a multiple of 0.5
      > komi six
      ? syntax error: 'six' is not a komi, a number from -1000000 to 1000000
      > final_score
      = W+6.5
      > komi 0
      =
      > final_score
      = 0
  )");
}

TEST_F(GtpServerTest, Plays) {
  Converse(R"(
      > play B D4
      =
      > play white d4
      ? illegal move: D4 is occupied
      > play W D5
      =
      > play W E5
      =
      > play B pass
      =
      > play green D6
      ? syntax error: 'green' is not a color (black, white, b or w)
      > play B I5
      ? syntax error: 'I5' is not a vertex of this board (A1 to J9, or pass)
      > play B K10
      ? syntax error: 'K10' is not a vertex of this board (A1 to J9, or pass)
      > list_stones white
      = D5 E5
      > list_stones black
      = D4
  )");
}

TEST_F(GtpServerTest, UndoRestoresCaptures) {
  SetUp(R"(
      . O X .
      O X . .
      X . . .
      . . . . )");
  Converse(R"(
      > is_legal B A4
      = 1
      > is_legal W A4
      = 0
      > play B A4
      =
      > captures black
      = 2
      > captures white
      = 0
      > list_stones white
      =
      > undo
      =
      > captures black
      = 0
      > list_stones white
      = A3 B4
      > undo
      =
      > list_stones white
      = A3
  )");
}

TEST_F(GtpServerTest, SuicideIsAMatterOfRules) {
  const std::string_view kAroundTheCorner = ">play W A2\n=\n>play W B1\n=\n";
  Converse(absl::StrCat(kAroundTheCorner,
                        ">play B A1\n"
                        "? illegal move: A1 is suicide: it would leave its own chain without liberties\n"
                        ">clear_board\n=\n>tenuki-rules simple,suicide\n=\n",
                        kAroundTheCorner, ">play B A1\n=\n>list_stones B\n=\n>captures W\n= 1"));
}

constexpr std::string_view kKo = R"(
    . X O . .
    X O . O .
    . X O . .
    . . . . .
    . . . . . )";

TEST_F(GtpServerTest, UndoRestoresTheKo) {
  SetUp(kKo);
  Converse(R"(
      > tenuki-rules
      = positional
      > play B C4
      =
      > captures B
      = 1
      > is_legal W B4
      = 0
      > play W B4
      ? illegal move: B4 retakes the ko at once
      > play W A1
      =
      > play B B1
      =
      > undo
      =
      > undo
      =
      > play W B4
      ? illegal move: B4 retakes the ko at once
      > undo
      =
      > captures B
      = 0
      > play B C4
      =
      > play W A1
      =
      > play B E1
      =
      > play W B4
      =
      > captures W
      = 1
  )");
}

TEST_F(GtpServerTest, Superko) {
  SetUp(kKo);
  Converse(R"(
      > play B C4
      =
      > play W pass
      =
      > play B pass
      =
      > play W B4
      ? illegal move: B4 repeats an earlier position (superko)
  )");
}

TEST_F(GtpServerTest, RulesHoldFromTheFirstMoveOn) {
  Converse(R"(
      > tenuki-rules chinese
      ? syntax error: 'chinese' are not rules: simple, positional or situational (the ko rule), and ,suicide after it if that is allowed
      > fixed_handicap 2
      = C3 G7
      > tenuki-rules simple
      =
      > list_stones B
      = C3 G7
      > play W E5
      =
      > tenuki-rules positional
      ? board not empty: rules hold from the first move on
      > tenuki-rules
      = simple
  )");
}

TEST_F(GtpServerTest, AllLegal) {
  Converse(R"(
      > boardsize 2
      =
      > all_legal B
      = A2 A1 B2 B1
      > play B A1
      =
      > play B B2
      =
      > all_legal W
      =
      > all_legal B
      = A2 B1
  )");
}

TEST_F(GtpServerTest, FixedHandicapForAllSizes) {
  for (int size = 1; size <= 19; ++size) {
    const int max_stones = size < 7 ? 0 : size % 2 == 0 || size == 7 ? 4 : 9;
    for (int stones = 0; stones <= 10; ++stones) {
      Ask(absl::StrCat("boardsize ", size));
      const std::string answer = Ask(absl::StrCat("fixed_handicap ", stones));
      const bool valid = stones >= 2 && stones <= max_stones;
      EXPECT_THAT(answer, StartsWith(valid ? "= " : "? invalid number of stones: ")) << size << " " << stones;
      EXPECT_EQ(server_.game().board().stones(Color::kBlack).size(), valid ? stones : 0);
      EXPECT_EQ(server_.game().board().to_move(), valid ? Color::kWhite : Color::kBlack);
    }
  }
}

TEST_F(GtpServerTest, HandicapNeedsAnEmptyBoardAndCannotBeUndone) {
  Converse(R"(
      > fixed_handicap 3
      = C3 G7 C7
      > undo
      ? cannot undo
      > fixed_handicap 3
      ? board not empty
      > place_free_handicap 3
      ? board not empty
      > set_free_handicap C3 G7
      ? board not empty
      > clear_board
      =
      > play B pass
      =
      > fixed_handicap 2
      ? board not empty
      > clear_board
      =
      > fixed_handicap 1
      ? invalid number of stones: this board has places for 2 to 9
      > boardsize 5
      =
      > fixed_handicap 2
      ? invalid number of stones: boards below size 7 have no handicap points
  )");
}

TEST_F(GtpServerTest, FreeHandicap) {
  Converse(R"(
      > place_free_handicap 2
      = C3 G7
      > clear_board
      =
      > place_free_handicap 20
      = C3 G7 C7 G3 C5 G5 E3 E7 E5
      > clear_board
      =
      > place_free_handicap 1
      ? invalid number of stones: a free handicap on this board has 2 to 80 stones, not 1
      > place_free_handicap 81
      ? invalid number of stones: a free handicap on this board has 2 to 80 stones, not 81
      > set_free_handicap A1
      ? bad vertex list: a free handicap on this board has 2 to 80 stones, not 1
      > set_free_handicap A1 pass
      ? bad vertex list: a handicap stone cannot pass
      > set_free_handicap A1 B2 a1
      ? bad vertex list: A1 is there twice
      > set_free_handicap A1 Z9
      ? syntax error: 'Z9' is not a vertex of this board (A1 to J9, or pass)
      > set_free_handicap
      ? syntax error: expected set_free_handicap VERTEX...
      > set_free_handicap A1 B2 C3
      =
      > list_stones B
      = A1 B2 C3
  )");
}

TEST_F(GtpServerTest, TimeIsCheckedAndIgnored) {
  Converse(R"(
      > time_settings 600 30 1
      =
      > time_settings 600 30
      ? syntax error: expected time_settings MAIN_SECONDS BYO_YOMI_SECONDS BYO_YOMI_STONES
      > time_settings a 30 1
      ? syntax error: 'a' is not a whole number from 0 to 2147483647
      > time_left B 30 1
      =
      > time_left green 30 1
      ? syntax error: 'green' is not a color (black, white, b or w)
  )");
}

TEST_F(GtpServerTest, GenMoveIsAFunctionOfSeedAndGame) {
  const std::string first = Ask("genmove b");
  const std::string second = Ask("genmove w");
  EXPECT_EQ(server_.game().plies().size(), 2);
  Ask("undo");
  EXPECT_EQ(Ask("genmove w"), second);
  Ask("clear_board");
  EXPECT_EQ(Ask("reg_genmove b"), first);
  EXPECT_EQ(Ask("reg_genmove b"), first);
  EXPECT_TRUE(server_.game().plies().empty());
  Converse(
      "> tenuki-seed\n= 7\n> tenuki-seed 8\n=\n> tenuki-seed\n= 8\n> tenuki-seed x\n"
      "? syntax error: 'x' is not a seed, a whole number below 2^64");
  EXPECT_NE(Ask("genmove b"), first);
  Ask("clear_board");
  Ask("tenuki-seed 7");
  EXPECT_EQ(Ask("genmove b"), first);
}

TEST_F(GtpServerTest, GenMovePlaysForEitherColorUntilNothingIsLeft) {
  Ask("boardsize 5");
  for (int ply = 0; ply < 500 && !server_.game().IsOver(); ++ply) {
    ASSERT_THAT(Ask(ply % 3 == 0 ? "genmove white" : "genmove black"), StartsWith("= "));
  }
  EXPECT_TRUE(server_.game().IsOver());
}

TEST_F(GtpServerTest, RegGenMoveLeavesTheKoAlone) {
  SetUp(kKo);
  Ask("play B C4");
  Ask("reg_genmove B");
  Converse("> play W B4\n? illegal move: B4 retakes the ko at once");
}

// Both sides have two eyes; B5 and H7 stand in the other's territory.
constexpr std::string_view kFinished = R"(
    . . X . X O . . .
    . . . X X O . . .
    . . X X O O . X .
    . . . X O . O . .
    . O . X O O . . .
    . . X X X O . O .
    . . . . X O O . .
    . X . X X O . . .
    . . X . X O . O . )";

TEST_F(GtpServerTest, FinalScoreAndStatusWithDeadStones) {
  SetUp(kFinished);
  Converse(R"(
      > komi 0.5
      =
      > final_score
      = B+2.5
      > komi 7.5
      =
      > final_score
      = W+4.5
      > final_status_list dead
      = B5
      H7
      > final_status_list seki
      =
      > final_status_list undecided
      ? syntax error: a status is alive, dead or seki
      > play B pass
      =
      > play W pass
      =
      > final_score
      = W+4.5
      > final_status_list dead
      = B5
      H7
      > list_stones W
      = B5 E7 E6 E5 F9 F8 F7 F5 F4 F3 F2 F1 G6 G3 H4 H1
  )");
  EXPECT_THAT(Ask("final_status_list alive"), HasSubstr("\nE7 E6 E5 F9 F8 F7 F5 F4 F3 F2 F1 G3\nG6\n"));
}

TEST_F(GtpServerTest, FinalScoreOfAnEmptyBoardIsTheKomi) { Converse("> final_score\n= W+7.5"); }

TEST_F(GtpServerTest, LoadSgf) {
  Converse(R"(
      > boardsize 19
      =
      > loadsgf short.sgf
      =
      > showboard
      =
      A B C D E F G H J
      9 . . . . . . . . . 9
      8 . . . . . . . . . 8
      7 . . X . . . O . . 7
      6 . . . . . . . . . 6
      5 . . . . . . . . . 5
      4 . . . . . . . . . 4
      3 . . X . . . O . . 3
      2 . . . . . . . . . 2
      1 . . . . . . . . . 1
      A B C D E F G H J
      Black (X) has captured 0, White (O) 0
      Move 4, black to play; komi 5.5, rules positional
      > loadsgf short.sgf 2
      =
      > list_stones W
      = G3
      > list_stones B
      = C7
      > undo
      =
      > undo
      ? cannot undo
      > loadsgf short.sgf 1
      =
      > list_stones W
      =
      > loadsgf short.sgf 99
      =
      > list_stones W
      = G7 G3
  )");
}

TEST_F(GtpServerTest, LoadSgfKnowsWhoseTurnItIsBeforeEachMove) {
  Ask("loadsgf short.sgf 2");
  EXPECT_EQ(server_.game().board().to_move(), Color::kBlack);
  Ask("loadsgf short.sgf 1");
  EXPECT_EQ(server_.game().board().to_move(), Color::kWhite);
  Ask("loadsgf setup.sgf 3");
  EXPECT_EQ(server_.game().board().to_move(), Color::kWhite);
  Converse("> list_stones B\n= C3\n> loadsgf setup.sgf 2\n=\n> list_stones B\n= A5");
}

TEST_F(GtpServerTest, LoadSgfWithoutKomiKeepsTheKomi) {
  Ask("komi 3");
  Ask("loadsgf setup.sgf");
  EXPECT_EQ(server_.game().rules().komi_half_points, 6);
}

TEST_F(GtpServerTest, AFileThatCannotBeLoadedChangesNothing) {
  Ask("play B E5");
  Converse(R"(
      > loadsgf none.sgf
      ? cannot load file: none.sgf: no such file
      > loadsgf illegal.sgf
      ? cannot load file: illegal.sgf: line 3, column 4: move 2, white C7, is illegal: C7 is occupied
      > loadsgf illegal.sgf 2
      =
      > loadsgf short.sgf 0
      ? syntax error: moves are numbered from 1
      > loadsgf short.sgf last
      ? syntax error: 'last' is not a whole number from 0 to 2147483647
      > list_stones B
      = C7
  )");
  EXPECT_THAT(Ask("loadsgf broken.sgf"), StartsWith("? cannot load file: broken.sgf: line 1, column "));
}

TEST(GtpServerWithoutFilesTest, LoadSgfFails) {
  UniformPlayer player(1);
  GtpServer server(player, PlayoutKernel(CpuLevel::kBaseline), {});
  EXPECT_EQ(server.Handle({.name = "loadsgf", .args = {"a.sgf"}}),
            "? cannot load file: a.sgf: this server has no access to files\n\n");
}

// A player that resigns, and one that is broken.
class FixedPlayer final : public Player {
 public:
  explicit FixedPlayer(std::optional<Move> move) : move_(move) {}
  std::string_view name() const override { return "fixed"; }
  void SetSeed(uint64_t) override {}
  uint64_t seed() const override { return 0; }
  std::optional<Move> ChooseMove(const Game&) override { return move_; }

 private:
  std::optional<Move> move_;
};

TEST(GtpServerPlayerTest, MayResign) {
  FixedPlayer player(std::nullopt);
  GtpServer server(player, PlayoutKernel(CpuLevel::kBaseline), {.size = 9});
  EXPECT_EQ(server.Handle({.name = "genmove", .args = {"b"}}), "= resign\n\n");
  EXPECT_EQ(server.Handle({.name = "reg_genmove", .args = {"b"}}), "= resign\n\n");
  EXPECT_TRUE(server.game().plies().empty());
}

TEST(GtpServerPlayerTest, MayNotCheat) {
  FixedPlayer player(0);
  GtpServer server(player, PlayoutKernel(CpuLevel::kBaseline), {.size = 9});
  EXPECT_EQ(server.Handle({.name = "genmove", .args = {"b"}}), "= A9\n\n");
  EXPECT_EQ(server.Handle({.name = "genmove", .args = {"w"}}),
            "? the player fixed is broken, it chose an illegal move: A9 is occupied\n\n");
}

}  // namespace
}  // namespace tenuki
