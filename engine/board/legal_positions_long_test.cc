// The 4×4 count of legal_positions_test.cc: 3^16, some 43 million, colourings.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>

#include "engine/testing/colorings.h"

namespace tenuki {
namespace {

TEST(LegalPositionsLongTest, FromStonesAcceptsAsManyAsPublishedOn4x4) {
  const int64_t count = ForEachLegalPosition(4, [](const Board&) {});
  std::cout << "legal positions on 4x4: " << count << "\n";
  EXPECT_EQ(count, 24'318'165);
}

}  // namespace
}  // namespace tenuki
