// Every kernel plays exactly the moves that playout.h defines: each playout is replayed on the naive board with the
// same random numbers, and everything that it yields is compared.
#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/playout/playout.h"
#include "engine/playout/playout_cases.h"

namespace tenuki {
namespace {

void CompareOnePlayout(const Start& start, uint64_t seed, const PlayoutOptions& options) {
  const NaivePlayout expected = RunNaivePlayout(start, seed, options);
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
