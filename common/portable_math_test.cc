#include "common/portable_math.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tenuki {
namespace {

TEST(PortableMathTest, LogIsThatOfTheLibrary) {
  EXPECT_EQ(PortableLog(1), 0);
  for (double x = 1e-300; x < 1e300; x *= 1.0371) {
    const double expected = std::log(x);
    EXPECT_NEAR(PortableLog(x), expected, 4.5e-16 * std::abs(expected)) << x;
  }
  // Near 1, where terms cancel.
  for (double d = 1e-15; d < 0.5; d *= 1.31) {
    EXPECT_NEAR(PortableLog(1 + d), std::log(1 + d), 4.5e-16 * std::log(1 + d)) << d;
    EXPECT_NEAR(PortableLog(1 - d), std::log(1 - d), -4.5e-16 * std::log(1 - d)) << d;
  }
}

TEST(PortableMathTest, ExpIsThatOfTheLibrary) {
  EXPECT_EQ(PortableExp(0), 1);
  EXPECT_EQ(PortableExp(-800), 0);
  for (double x = -690; x < 690; x += 0.377) {
    const double expected = std::exp(x);
    EXPECT_NEAR(PortableExp(x), expected, 4e-15 * expected) << x;
  }
  for (double x = -2; x < 2; x += 0.0137) EXPECT_NEAR(PortableLog(PortableExp(x)), x, 4e-15);
}

// Bits that must never change: results depend on them.
TEST(PortableMathTest, LogHasTheseBits) {
  static_assert(PortableLog(2) == 0x1.62e42fefa39efp-1);
  EXPECT_EQ(PortableLog(10), 0x1.26bb1bbb55516p+1);
  EXPECT_EQ(PortableLog(16000), 0x1.35c560c868e4cp+3);
}

}  // namespace
}  // namespace tenuki
