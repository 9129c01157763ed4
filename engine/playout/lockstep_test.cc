// Sources that are run together see what each of them would see alone.
#include "engine/playout/lockstep.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "common/cpu.h"
#include "common/random.h"

namespace tenuki {
namespace {

// Each playout's seed comes from the one before.
class Chain final : public PlayoutSource {
 public:
  Chain(int size, uint64_t seed, int length) : request_{.start = Board(size), .seed = seed}, left_(length) {}

  const PlayoutRequest* Next() override { return left_ > 0 ? &request_ : nullptr; }
  void Take(const Playout& playout) override {
    request_.seed = DeriveSeed(request_.seed, static_cast<uint64_t>(playout.plies * 1000 + playout.score));
    --left_;
  }
  uint64_t last_seed() const { return request_.seed; }

 private:
  PlayoutRequest request_;
  int left_;
};

std::vector<std::unique_ptr<Chain>> MakeChains(int count) {
  std::vector<std::unique_ptr<Chain>> chains;
  for (int i = 0; i < count; ++i) {
    // Several sizes and lengths, and some that need nothing.
    chains.push_back(std::make_unique<Chain>(5 + i % 5, static_cast<uint64_t>(i), i % 7 * 5));
  }
  return chains;
}

class LockstepTest : public testing::TestWithParam<CpuLevel> {};

TEST_P(LockstepTest, EachIsAsIfItWereAlone) {
  const PlayoutKernel one_by_one(CpuLevel::kBaseline);
  const BatchPlayoutKernel kernel(GetParam());
  for (int count : {0, 1, 5, 40, 300}) {
    std::vector<std::unique_ptr<Chain>> alone = MakeChains(count);
    for (const auto& chain : alone) RunAlone(*chain, one_by_one);
    std::vector<std::unique_ptr<Chain>> together = MakeChains(count);
    std::vector<PlayoutSource*> sources;
    for (const auto& chain : together) sources.push_back(chain.get());
    RunTogether(sources, kernel);
    for (int i = 0; i < count; ++i) {
      EXPECT_EQ(together[i]->Next(), nullptr);
      EXPECT_EQ(together[i]->last_seed(), alone[i]->last_seed()) << "source " << i << " of " << count;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, LockstepTest, testing::ValuesIn(SupportedCpuLevels()),
                         [](const auto& info) { return std::string(CpuLevelName(info.param)); });

}  // namespace
}  // namespace tenuki
