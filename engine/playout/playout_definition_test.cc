// Every kernel plays exactly the moves that playout.h defines: each playout is replayed on the naive board with the
// same random numbers, and everything that it yields is compared.
#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/playout/playout.h"
#include "engine/testing/naive_board.h"
#include "engine/testing/naive_playout.h"

namespace tenuki {
namespace {

constexpr Rules kPlayoutRules{.ko = KoRule::kSimple, .suicide_allowed = false};

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
Start MakeStart(int size, StartKind kind, uint64_t seed) {
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
PlayoutOptions OptionsFor(int size, int index) {
  if (index % 5 == 3) return {.max_plies = 1 + index % (size * size)};
  if (index % 5 == 4) return {.mercy_stones = 1 + index % (size + 1)};
  return {};
}

void ExpectSame(const Playout& actual, const NaivePlayout& expected) {
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

void CompareOnePlayout(const Start& start, uint64_t seed, const PlayoutOptions& options) {
  NaivePlayout expected = RunNaivePlayout(start.naive, options,
                                          [seed](int ply, int n) { return (uint64_t{Random32(seed, ply)} * n) >> 32; });
  for (CpuLevel level : SupportedCpuLevels()) {
    SCOPED_TRACE(CpuLevelName(level));
    ExpectSame(PlayoutKernel(level).Run(start.board, seed, options), expected);
  }
}

// Playouts per size: some 4,700 in all.
int NumPlayouts(int size) {
  if (size <= 5) return 600;
  if (size <= 9) return 320;
  return size <= 13 ? 160 : 80;
}

class PlayoutDefinitionTest : public testing::TestWithParam<int> {};

TEST_P(PlayoutDefinitionTest, KernelsPlayTheDefinedMoves) {
  const int size = GetParam();
  int starts_with_ko = 0;
  for (int index = 0; index < NumPlayouts(size); ++index) {
    uint64_t seed = DeriveSeed(size, index);
    Start start = MakeStart(size, static_cast<StartKind>(index % 4), seed);
    SCOPED_TRACE(absl::StrCat("playout ", index, "\n", Diagram(start.board)));
    starts_with_ko += start.board.ko() != kNoPoint;
    CompareOnePlayout(start, seed, OptionsFor(size, index));
    if (HasFailure()) return;
  }
  if (size >= 4) {  // on 2×2 a playout without suicide has no ko, on 3×3 few have
    EXPECT_GT(starts_with_ko, NumPlayouts(size) / 20) << "too few starts that test the ko";
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, PlayoutDefinitionTest, testing::Range(1, kMaxBoardSize + 1),
                         [](const auto& info) { return absl::StrCat(info.param, "x", info.param); });

}  // namespace
}  // namespace tenuki
