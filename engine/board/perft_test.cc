// Counts of move sequences under every combination of rules, against numbers that an independent naive implementation
// of ours computed before this one was written. Rectangles have only the naive board to check: they certify it.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/board/game.h"
#include "engine/testing/naive_board.h"
#include "engine/testing/perft.h"

namespace tenuki {
namespace {

constexpr KoRule kSimple = KoRule::kSimple;
constexpr KoRule kPositional = KoRule::kPositionalSuperko;
constexpr KoRule kSituational = KoRule::kSituationalSuperko;
constexpr bool kSuicide = true;
constexpr bool kNoSuicide = false;
constexpr WithPasses kPasses = WithPasses::kYes;
constexpr WithPasses kNoPasses = WithPasses::kNo;

struct KnownCounts {
  int columns;
  int rows;
  KoRule ko;
  bool suicide_allowed;
  WithPasses with_passes;
  std::vector<int64_t> counts;

  Rules rules() const { return {.ko = ko, .suicide_allowed = suicide_allowed}; }
  int depth() const { return static_cast<int>(counts.size()); }
};

std::string Describe(const KnownCounts& known) {
  static constexpr const char* kKoNames[] = {"simple ko", "positional superko", "situational superko"};
  return absl::StrCat(known.columns, "x", known.rows, ", ", kKoNames[static_cast<int>(known.ko)],
                      known.suicide_allowed ? ", suicide" : "", known.with_passes == kPasses ? ", passes" : "");
}

const std::vector<KnownCounts>& AllKnownCounts() {
  // clang-format off
  static const auto* known = new std::vector<KnownCounts>{
    {2, 2, kSimple, kNoSuicide, kNoPasses, {4, 12, 24, 16, 32, 32, 32, 96, 192}},
    {2, 2, kSimple, kNoSuicide, kPasses, {5, 21, 68, 156, 316, 604, 1168, 2592}},
    {2, 2, kSimple, kSuicide, kNoPasses, {4, 12, 24, 32, 64, 64, 128, 288, 448}},
    {2, 2, kSimple, kSuicide, kPasses, {5, 21, 68, 180, 428, 860, 1776, 4544}},
    {2, 2, kPositional, kNoSuicide, kNoPasses, {4, 12, 24, 16, 32, 32, 16, 48, 80}},
    {2, 2, kPositional, kNoSuicide, kPasses, {5, 21, 68, 156, 316, 604, 1088, 2184}},
    {2, 2, kPositional, kSuicide, kNoPasses, {4, 12, 24, 16, 32, 32, 16, 48, 80}},
    {2, 2, kPositional, kSuicide, kPasses, {5, 21, 68, 156, 316, 604, 1088, 2184}},
    {2, 2, kSituational, kNoSuicide, kNoPasses, {4, 12, 24, 16, 32, 32, 16, 48, 80}},
    {2, 2, kSituational, kNoSuicide, kPasses, {5, 21, 68, 156, 316, 604, 1112, 2312}},
    {2, 2, kSituational, kSuicide, kNoPasses, {4, 12, 24, 32, 64, 64, 112, 240, 336}},
    {2, 2, kSituational, kSuicide, kPasses, {5, 21, 68, 180, 428, 860, 1704, 3936}},
    {2, 3, kSimple, kNoSuicide, kNoPasses, {6, 30, 120, 336, 616, 664, 1232}},
    {2, 3, kSimple, kNoSuicide, kPasses, {7, 43, 222, 934, 3242, 8666}},
    {2, 3, kSimple, kSuicide, kNoPasses, {6, 30, 120, 368, 856, 1864, 4736}},
    {2, 3, kSimple, kSuicide, kPasses, {7, 43, 222, 974, 3626, 11782}},
    {2, 3, kPositional, kNoSuicide, kNoPasses, {6, 30, 120, 336, 616, 664, 1232}},
    {2, 3, kPositional, kNoSuicide, kPasses, {7, 43, 222, 934, 3242, 8666}},
    {2, 3, kPositional, kSuicide, kNoPasses, {6, 30, 120, 344, 728, 1184, 2424}},
    {2, 3, kPositional, kSuicide, kPasses, {7, 43, 222, 942, 3378, 9834}},
    {2, 3, kSituational, kNoSuicide, kNoPasses, {6, 30, 120, 336, 616, 664, 1232}},
    {2, 3, kSituational, kNoSuicide, kPasses, {7, 43, 222, 934, 3242, 8666}},
    {2, 3, kSituational, kSuicide, kNoPasses, {6, 30, 120, 368, 856, 1864, 4736}},
    {2, 3, kSituational, kSuicide, kPasses, {7, 43, 222, 974, 3626, 11782}},
    {3, 3, kSimple, kNoSuicide, kNoPasses, {9, 72, 504, 2976, 14720, 56176}},
    {3, 3, kSimple, kNoSuicide, kPasses, {10, 91, 738, 5281, 33384}},
    {3, 3, kSimple, kSuicide, kNoPasses, {9, 72, 504, 3032, 15368, 64320}},
    {3, 3, kSimple, kSuicide, kPasses, {10, 91, 738, 5345, 34272}},
    {3, 3, kPositional, kNoSuicide, kNoPasses, {9, 72, 504, 2976, 14720, 56176}},
    {3, 3, kPositional, kNoSuicide, kPasses, {10, 91, 738, 5281, 33384}},
    {3, 3, kPositional, kSuicide, kNoPasses, {9, 72, 504, 2976, 14720, 57040}},
    {3, 3, kPositional, kSuicide, kPasses, {10, 91, 738, 5281, 33384}},
    {3, 3, kSituational, kNoSuicide, kNoPasses, {9, 72, 504, 2976, 14720, 56176}},
    {3, 3, kSituational, kNoSuicide, kPasses, {10, 91, 738, 5281, 33384}},
    {3, 3, kSituational, kSuicide, kNoPasses, {9, 72, 504, 3032, 15368, 64320}},
    {3, 3, kSituational, kSuicide, kPasses, {10, 91, 738, 5345, 34272}},
    {4, 4, kSimple, kNoSuicide, kNoPasses, {16, 240, 3360, 43576}},
    {4, 4, kSimple, kNoSuicide, kPasses, {17, 273, 4112}},
    {4, 4, kSimple, kSuicide, kNoPasses, {16, 240, 3360, 43688}},
    {4, 4, kSimple, kSuicide, kPasses, {17, 273, 4112}},
    {4, 4, kPositional, kNoSuicide, kNoPasses, {16, 240, 3360, 43576}},
    {4, 4, kPositional, kNoSuicide, kPasses, {17, 273, 4112}},
    {4, 4, kPositional, kSuicide, kNoPasses, {16, 240, 3360, 43576}},
    {4, 4, kPositional, kSuicide, kPasses, {17, 273, 4112}},
    {4, 4, kSituational, kNoSuicide, kNoPasses, {16, 240, 3360, 43576}},
    {4, 4, kSituational, kNoSuicide, kPasses, {17, 273, 4112}},
    {4, 4, kSituational, kSuicide, kNoPasses, {16, 240, 3360, 43688}},
    {4, 4, kSituational, kSuicide, kPasses, {17, 273, 4112}},
    {5, 5, kSimple, kNoSuicide, kNoPasses, {25, 600, 13800}},
    {5, 5, kSimple, kNoSuicide, kPasses, {26, 651}},
    {5, 5, kSimple, kSuicide, kNoPasses, {25, 600, 13800}},
    {5, 5, kSimple, kSuicide, kPasses, {26, 651}},
    {5, 5, kPositional, kNoSuicide, kNoPasses, {25, 600, 13800}},
    {5, 5, kPositional, kNoSuicide, kPasses, {26, 651}},
    {5, 5, kPositional, kSuicide, kNoPasses, {25, 600, 13800}},
    {5, 5, kPositional, kSuicide, kPasses, {26, 651}},
    {5, 5, kSituational, kNoSuicide, kNoPasses, {25, 600, 13800}},
    {5, 5, kSituational, kNoSuicide, kPasses, {26, 651}},
    {5, 5, kSituational, kSuicide, kNoPasses, {25, 600, 13800}},
    {5, 5, kSituational, kSuicide, kPasses, {26, 651}},
    {9, 9, kSimple, kNoSuicide, kNoPasses, {81, 6480}},
    {9, 9, kSimple, kNoSuicide, kPasses, {82}},
    {9, 9, kSimple, kSuicide, kNoPasses, {81, 6480}},
    {9, 9, kSimple, kSuicide, kPasses, {82}},
    {9, 9, kPositional, kNoSuicide, kNoPasses, {81, 6480}},
    {9, 9, kPositional, kNoSuicide, kPasses, {82}},
    {9, 9, kPositional, kSuicide, kNoPasses, {81, 6480}},
    {9, 9, kPositional, kSuicide, kPasses, {82}},
    {9, 9, kSituational, kNoSuicide, kNoPasses, {81, 6480}},
    {9, 9, kSituational, kNoSuicide, kPasses, {82}},
    {9, 9, kSituational, kSuicide, kNoPasses, {81, 6480}},
    {9, 9, kSituational, kSuicide, kPasses, {82}},
  };
  // clang-format on
  return *known;
}

TEST(PerftTest, GameAgreesWithKnownCounts) {
  for (const KnownCounts& known : AllKnownCounts()) {
    if (known.columns != known.rows) continue;
    const std::vector<int64_t> counts = Perft(Game(known.columns, known.rules()), known.with_passes, known.depth());
    std::cout << Describe(known) << ": " << absl::StrJoin(counts, " ") << "\n";
    EXPECT_EQ(counts, known.counts) << Describe(known);
  }
}

TEST(PerftTest, NaiveBoardAgreesWithKnownCounts) {
  for (const KnownCounts& known : AllKnownCounts()) {
    NaiveBoard board(known.columns, known.rows, known.rules());
    EXPECT_EQ(Perft(board, known.with_passes, known.depth()), known.counts) << Describe(known);
  }
}

// The other shape of a rectangle numbers its points in another order, which must not matter.
TEST(PerftTest, TurnedRectanglesHaveTheSameCounts) {
  for (const KnownCounts& known : AllKnownCounts()) {
    if (known.columns == known.rows) continue;
    NaiveBoard board(known.rows, known.columns, known.rules());
    EXPECT_EQ(Perft(board, known.with_passes, known.depth()), known.counts) << Describe(known);
  }
}

// Sequences of boards from the empty one on in which no board repeats and either side may move at any time (a pass is
// a move of the other side that leaves no trace): Tromp & Farnebäck, Combinatorics of Go, table 7.
int64_t CountGames(const NaiveBoard& board) {
  int64_t games = 1;
  for (Color color : {Color::kBlack, Color::kWhite}) {
    NaiveBoard turn = board;
    turn.SetToMove(color);
    for (Point point = 0; point < board.num_points(); ++point) {
      if (turn.Check(point) != MoveError::kNone) continue;
      NaiveBoard next = turn;
      next.Play(point);
      games += CountGames(next);
    }
  }
  return games;
}

TEST(PerftTest, NumberOfGamesOnTinyBoardsIsAsPublished) {
  for (bool suicide_allowed : {false, true}) {
    Rules rules{.ko = KoRule::kPositionalSuperko, .suicide_allowed = suicide_allowed};
    EXPECT_EQ(CountGames(NaiveBoard(1, 1, rules)), 1);
    EXPECT_EQ(CountGames(NaiveBoard(1, 2, rules)), 9);
    EXPECT_EQ(CountGames(NaiveBoard(1, 3, rules)), 907);
    EXPECT_EQ(CountGames(NaiveBoard(3, 1, rules)), 907);
  }
}

}  // namespace
}  // namespace tenuki
