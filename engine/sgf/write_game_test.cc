#include "engine/sgf/write_game.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/sgf/reader.h"
#include "engine/sgf/replay.h"
#include "engine/sgf/writer.h"

namespace tenuki {
namespace {

// Without the version, which changes.
std::string Written(const Game& game, const SgfGameInfo& info = {}) {
  std::string text = WriteGame(game, info);
  const size_t colon = text.find(':');
  return text.erase(colon, text.find(']', colon) - colon);
}

Game RandomGame(uint64_t seed) {
  Game game(1 + static_cast<int>(seed % kMaxBoardSize), Rules{.komi_half_points = static_cast<int>(seed % 31) - 15});
  for (uint64_t ply = 0; ply < 150; ++ply) {
    const int choice = static_cast<int>(UniformBelow(game.board().num_points() + 1, Random32(seed, ply)));
    game.Play(choice - 1);  // −1 is a pass; what is illegal is left out
  }
  return game;
}

TEST(WriteGameTest, WritesAHeaderAndMoves) {
  Game game(9, Rules{.komi_half_points = 15});
  game.Play(*MoveFromGtp(9, "E5"));
  game.Play(kPass);
  EXPECT_EQ(Written(game), "(;GM[1]FF[4]CA[UTF-8]AP[tenuki]SZ[9]KM[7.5]\n;B[ee]\n;W[])\n");
}

TEST(WriteGameTest, WritesInformationEscaped) {
  const Game game(19, Rules{.komi_half_points = -1});
  const SgfGameInfo info = {
      .black_player = "a [b] \\c", .white_player = "呉", .ruleset = "NZ", .result = "B+R", .handicap = 2};
  EXPECT_EQ(Written(game, info),
            "(;GM[1]FF[4]CA[UTF-8]AP[tenuki]SZ[19]KM[-0.5]RU[NZ]HA[2]PB[a [b\\] \\\\c]PW[呉]RE[B+R]PL[B])\n");
}

TEST(WriteGameTest, WritesTheStartPosition) {
  const Board start = *ParseDiagram(R"(
      X . .
      . O .
      . . X)",
                                    Color::kWhite);
  EXPECT_EQ(Written(Game(start, Rules{.komi_half_points = 0})),
            "(;GM[1]FF[4]CA[UTF-8]AP[tenuki]SZ[3]KM[0]AB[aa][cc]AW[bb]PL[W])\n");
}

TEST(WriteGameTest, SaysWhoseTurnItIsOnlyWhereNeeded) {
  Board start(9);
  start.SetToMove(Color::kWhite);
  Game game(start, Rules{});
  EXPECT_THAT(Written(game), testing::HasSubstr("PL[W]"));
  game.Play(kPass);
  EXPECT_THAT(Written(game), testing::Not(testing::HasSubstr("PL")));
}

TEST(WriteGameTest, ACommentIsOfTheGameAsAWhole) {
  const std::string file = WriteGame(Game(Board(9), Rules{}), {}, "p = [0.3]\nseed 7");
  EXPECT_THAT(file, testing::HasSubstr("GC[p = [0.3\\]\nseed 7]"));
}

TEST(WriteGameTest, ReadsBackAsTheSameGame) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Game game = RandomGame(seed);
    const absl::StatusOr<SgfCollection> tree = ReadSgf(WriteGame(game));
    ASSERT_EQ(tree.status(), absl::OkStatus());
    EXPECT_TRUE(*tree == MakeTree(game));
    const absl::StatusOr<SgfRecord> record = MakeRecord(*tree);
    ASSERT_EQ(record.status(), absl::OkStatus());
    EXPECT_EQ(record->komi_half_points, game.rules().komi_half_points);
    const absl::StatusOr<Game> again = ToGame(*record, game.rules());
    ASSERT_EQ(again.status(), absl::OkStatus());
    EXPECT_EQ(again->plies(), game.plies());
    EXPECT_EQ(again->start().to_move(), game.start().to_move());
    EXPECT_EQ(Diagram(again->board()), Diagram(game.board()));
  }
}

}  // namespace
}  // namespace tenuki
