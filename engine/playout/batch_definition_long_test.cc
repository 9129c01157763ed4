// A hundred thousand playouts of the batch kernel, at every CPU level, against the naive reading of their definition.
#include <gtest/gtest.h>

#include <vector>

#include "absl/strings/str_cat.h"
#include "common/cpu.h"
#include "common/random.h"
#include "engine/board/diagram.h"
#include "engine/playout/batch.h"
#include "engine/playout/playout_cases.h"

namespace tenuki {
namespace {

int NumPlayouts(int size) { return size <= 5 ? 12'000 : size <= 9 ? 6'000 : size <= 13 ? 2'500 : 1'000; }

class BatchDefinitionTest : public testing::TestWithParam<int> {};

TEST_P(BatchDefinitionTest, PlaysTheDefinedMoves) {
  const int size = GetParam();
  constexpr int kAtOnce = 250;
  for (int from = 0; from < NumPlayouts(size); from += kAtOnce) {
    std::vector<Start> starts;
    std::vector<PlayoutJob> jobs;
    for (int i = from; i < from + kAtOnce; ++i) {
      starts.push_back(MakeStart(size, static_cast<StartKind>(i % 4), DeriveSeed(size + 100, i)));
    }
    for (int i = from; i < from + kAtOnce; ++i) {
      jobs.push_back(
          {.start = &starts[i - from].board, .seed = DeriveSeed(size + 200, i), .options = OptionsFor(size, i)});
    }
    std::vector<NaivePlayout> expected;
    for (int i = 0; i < kAtOnce; ++i) expected.push_back(RunNaivePlayout(starts[i], jobs[i].seed, jobs[i].options));
    for (CpuLevel level : SupportedCpuLevels()) {
      std::vector<Playout> actual(jobs.size());
      BatchPlayoutKernel(level).Run(jobs, actual);
      for (int i = 0; i < kAtOnce; ++i) {
        SCOPED_TRACE(absl::StrCat(CpuLevelName(level), ", playout ", from + i, "\n", Diagram(starts[i].board)));
        ExpectSame(actual[i], expected[i]);
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, BatchDefinitionTest, testing::Range(1, kMaxBoardSize + 1),
                         [](const auto& info) { return absl::StrCat(info.param, "x", info.param); });

}  // namespace
}  // namespace tenuki
