#include "common/digest.h"

#include <gtest/gtest.h>

#include <string>

namespace tenuki {
namespace {

// FIPS 180-4's examples.
TEST(DigestTest, IsSha256) {
  EXPECT_EQ(DigestOf("").ToHex(), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(DigestOf("abc").ToHex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(DigestOf(std::string(1'000'000, 'a')).ToHex(),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(DigestTest, PiecesMakeTheWhole) {
  DigestBuilder builder;
  EXPECT_EQ(builder.Add("a").Add("").Add("bc").Finish(), DigestOf("abc"));
  EXPECT_EQ(builder.Finish(), DigestOf("")) << "a builder starts again after Finish";
}

TEST(DigestTest, FieldsAreTold) {
  EXPECT_NE(DigestBuilder().AddField("ab").AddField("c").Finish(),
            DigestBuilder().AddField("a").AddField("bc").Finish());
  EXPECT_EQ(DigestBuilder().AddNumber(0x0102).Finish(), DigestOf(std::string_view("\2\1\0\0\0\0\0\0", 8)));
}

TEST(DigestTest, HexGoesBothWays) {
  const Digest digest = DigestOf("tenuki");
  EXPECT_EQ(Digest::FromHex(digest.ToHex()), digest);
  EXPECT_EQ(Digest::FromBytes(digest.bytes()), digest);
  EXPECT_EQ(digest.Short(), digest.ToHex().substr(0, 12));
  EXPECT_EQ(Digest::FromHex("12"), std::nullopt);
  EXPECT_EQ(Digest::FromHex(std::string(64, 'g')), std::nullopt);
  EXPECT_EQ(Digest::FromBytes("short"), std::nullopt);
}

}  // namespace
}  // namespace tenuki
