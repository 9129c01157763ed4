// Playouts to compare kernels by, for tests: starts with a past, and options that end some of them early.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "common/random.h"
#include "engine/board/board.h"
#include "engine/playout/playout.h"
#include "engine/testing/naive_board.h"
#include "engine/testing/naive_playout.h"

namespace tenuki {

inline constexpr Rules kPlayoutRules{.ko = KoRule::kSimple, .suicide_allowed = false};

// The same position on both boards, with the same past.
struct Start {
  explicit Start(int size) : board(size), naive(size, kPlayoutRules) {}
  void Play(Move move) {
    board.PlayUnchecked(move);
    naive.Play(move);
  }

  Board board;
  NaiveBoard naive;
};

enum class StartKind { kEmpty, kMiddleGame, kWithKo, kAfterPass };

// Plays random plies, their number random too; for kWithKo until a ko forbids a move.
inline Start MakeStart(int size, StartKind kind, uint64_t seed) {
  Start start(size);
  if (kind == StartKind::kEmpty) return start;
  const int max_plies = kind == StartKind::kWithKo ? 2 * size * size : UniformBelow(2 * size * size, Random32(seed, 0));
  for (int ply = 0; ply < max_plies; ++ply) {
    std::vector<Point> candidates = Points(start.board.PlayoutCandidates());
    if (candidates.empty()) break;
    start.Play(candidates[UniformBelow(candidates.size(), Random32(seed, 1 + ply))]);
    if (kind == StartKind::kWithKo && start.board.ko() != kNoPoint) break;
  }
  if (kind == StartKind::kAfterPass) start.Play(kPass);
  return start;
}

// Most playouts run to their end; some are cut short by each of the two limits.
inline PlayoutOptions OptionsFor(int size, int index) {
  if (index % 5 == 3) return {.max_plies = 1 + index % (size * size)};
  if (index % 5 == 4) return {.mercy_stones = 1 + index % (size + 1)};
  return {};
}

inline void ExpectSame(const Playout& actual, const NaivePlayout& expected) {
  EXPECT_EQ(actual.plies, static_cast<int>(expected.moves.size()));
  EXPECT_EQ(actual.end, expected.end);
  EXPECT_EQ(actual.mercy_winner, expected.mercy_winner);
  EXPECT_EQ(actual.score, expected.final_board.Score());
  std::vector<Color> owners = expected.final_board.stones().Owners();
  for (Point point = 0; point < expected.final_board.num_points(); ++point) {
    EXPECT_EQ(actual.area.black.Contains(point), owners[point] == Color::kBlack) << "point " << point;
    EXPECT_EQ(actual.area.white.Contains(point), owners[point] == Color::kWhite) << "point " << point;
    for (Color color : {Color::kBlack, Color::kWhite}) {
      EXPECT_EQ(actual.first_played[Side(color)].Contains(point), expected.first_played[point] == color)
          << "point " << point;
    }
  }
}

inline void ExpectSame(const Playout& actual, const Playout& expected) {
  EXPECT_EQ(actual.plies, expected.plies);
  EXPECT_EQ(actual.end, expected.end);
  EXPECT_EQ(actual.mercy_winner, expected.mercy_winner);
  EXPECT_EQ(actual.score, expected.score);
  EXPECT_EQ(actual.area.black, expected.area.black);
  EXPECT_EQ(actual.area.white, expected.area.white);
  for (int side : {0, 1}) {
    EXPECT_EQ(actual.stones[side], expected.stones[side]);
    EXPECT_EQ(actual.first_played[side], expected.first_played[side]);
  }
}

// The playout as playout.h defines it, with the random numbers of the seed.
inline NaivePlayout RunNaivePlayout(const Start& start, uint64_t seed, const PlayoutOptions& options) {
  return RunNaivePlayout(start.naive, options,
                         [seed](int ply, int n) { return (uint64_t{Random32(seed, ply)} * n) >> 32; });
}

}  // namespace tenuki
