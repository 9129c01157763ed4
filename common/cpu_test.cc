#include "common/cpu.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenuki {
namespace {

TEST(CpuTest, BaselineIsAlwaysSupportedAndTheBestIsTheLast) {
  const std::vector<CpuLevel> levels = SupportedCpuLevels();
  ASSERT_FALSE(levels.empty());
  EXPECT_EQ(levels.front(), CpuLevel::kBaseline);
  EXPECT_EQ(levels.back(), BestCpuLevel());
  EXPECT_TRUE(std::is_sorted(levels.begin(), levels.end()));
}

TEST(CpuTest, NamesParseBack) {
  for (CpuLevel level : {CpuLevel::kBaseline, CpuLevel::kAvx2, CpuLevel::kAvx512}) {
    EXPECT_EQ(ParseCpuLevel(CpuLevelName(level)), level);
  }
  EXPECT_EQ(ParseCpuLevel("AVX2"), std::nullopt);
}

}  // namespace
}  // namespace tenuki
