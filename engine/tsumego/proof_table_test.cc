#include "engine/tsumego/proof_table.h"

#include <gtest/gtest.h>

namespace tenuki {
namespace {

TEST(ProofTableTest, FindsWhatWasStored) {
  ProofTable table(1 << 16);
  EXPECT_EQ(table.Find({1, 2}), nullptr);
  table.Store({1, 2}, {.phi = 3, .delta = 4, .work = 5});
  ASSERT_NE(table.Find({1, 2}), nullptr);
  EXPECT_EQ(table.Find({1, 2})->phi, 3);
  EXPECT_EQ(table.Find({1, 3}), nullptr);
  table.Clear();
  EXPECT_EQ(table.Find({1, 2}), nullptr);
}

TEST(ProofTableTest, ReplacesWhatCostTheLeast) {
  //  One place of four entries.
  ProofTable table(1);
  for (uint64_t i = 1; i <= 4; ++i) table.Store({0, i}, {.work = static_cast<uint32_t>(10 * i)});
  table.Store({0, 5}, {.work = 25});
  EXPECT_EQ(table.Find({0, 1}), nullptr);
  for (uint64_t i = 2; i <= 5; ++i) EXPECT_NE(table.Find({0, i}), nullptr) << i;
  table.Store({0, 6}, {.work = 1});
  EXPECT_EQ(table.Find({0, 2}), nullptr);
  //  An entry keeps the work that went into it, when it is stored again.
  table.Store({0, 4}, {.phi = 7, .work = 1});
  EXPECT_EQ(table.Find({0, 4})->work, 40);
  EXPECT_EQ(table.Find({0, 4})->phi, 7);
}

}  // namespace
}  // namespace tenuki
