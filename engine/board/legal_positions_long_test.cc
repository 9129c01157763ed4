// The 4×4 count of legal_positions_test.cc: 3^16, some 43 million, colourings.
#include <gtest/gtest.h>

#include "engine/testing/colorings.h"

namespace tenuki {
namespace {

void Ignore(const Board&) {}

TEST(LegalPositionsLongTest, FromStonesAcceptsAsManyAsPublishedOn4x4) {
  EXPECT_EQ(ForEachLegalPosition(4, Ignore), 24'318'165);
}

}  // namespace
}  // namespace tenuki
