// The batch kernel plays the very playouts of PlayoutKernel.
#include "engine/playout/batch.h"

#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/testing/naive_board.h"

namespace tenuki {
namespace {

// Plays random plies, their number random too; some starts have a ko, and some a pass before them.
Board MakeStart(int size, uint64_t seed) {
  Board board(size);
  const int max_plies = static_cast<int>(UniformBelow(2 * size * size, Random32(seed, 0)));
  const bool wants_ko = seed % 4 == 0;
  for (int ply = 0; ply < max_plies; ++ply) {
    const std::vector<Point> candidates = Points(board.PlayoutCandidates());
    if (candidates.empty()) break;
    board.PlayUnchecked(candidates[UniformBelow(candidates.size(), Random32(seed, 1 + ply))]);
    if (wants_ko && board.ko() != kNoPoint) break;
  }
  if (seed % 7 == 0) board.PlayUnchecked(kPass);
  return board;
}

PlayoutOptions OptionsFor(int size, int index) {
  if (index % 5 == 3) return {.max_plies = 1 + index % (size * size)};
  if (index % 5 == 4) return {.mercy_stones = 1 + index % (size + 1)};
  return {};
}

void ExpectSame(const Playout& actual, const Playout& expected) {
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

class BatchTest : public testing::TestWithParam<int> {};

TEST_P(BatchTest, PlaysTheSamePlayouts) {
  const int size = GetParam();
  const int num_jobs = size <= 5 ? 3000 : size <= 9 ? 2000 : size <= 13 ? 1000 : 500;
  std::vector<Board> starts;
  for (int i = 0; i < num_jobs / 5; ++i) starts.push_back(MakeStart(size, DeriveSeed(size, i)));
  starts.push_back(Board(size));
  std::vector<PlayoutJob> jobs;
  for (int i = 0; i < num_jobs; ++i) {
    jobs.push_back(
        {.start = &starts[i % starts.size()], .seed = DeriveSeed(size, num_jobs + i), .options = OptionsFor(size, i)});
  }
  const PlayoutKernel scalar(BestCpuLevel());
  std::vector<Playout> expected;
  for (const PlayoutJob& job : jobs) expected.push_back(scalar.Run(*job.start, job.seed, job.options));
  for (CpuLevel level : SupportedCpuLevels()) {
    std::vector<Playout> actual(jobs.size());
    BatchPlayoutKernel(level).Run(jobs, actual);
    for (int i = 0; i < num_jobs; ++i) {
      SCOPED_TRACE(absl::StrCat(CpuLevelName(level), ", playout ", i, "\n", Diagram(*jobs[i].start)));
      ExpectSame(actual[i], expected[i]);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, BatchTest, testing::Range(1, kMaxBoardSize + 1),
                         [](const auto& info) { return absl::StrCat(info.param, "x", info.param); });

}  // namespace
}  // namespace tenuki
