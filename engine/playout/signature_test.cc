// If this fails, playouts play other moves than they did, and so does every search and every stored result. To accept
// that on purpose: raise the engine's semantic version, and take the numbers that `./dev bench playout` prints.
#include "engine/playout/signature.h"

#include <gtest/gtest.h>

namespace tenuki {
namespace {

struct Expected {
  int size;
  uint64_t signature;
};

constexpr Expected kExpected[] = {
    // clang-format off
    {2, 0x5FEBE6768A6C8D81},
    {3, 0xC8316E6DD67E1989},
    {4, 0xF430E3D21013D43F},
    {5, 0x58528BAC39F650BB},
    {6, 0xCCF526A918A9D7CD},
    {7, 0x983CABF896756432},
    {8, 0x66BEADB897C07DD9},
    {9, 0x1731185B767FF59F},
    {10, 0xF27C703D8BC74966},
    {11, 0x126437B69ECF6B46},
    {12, 0xBDCE9ED72FC4B156},
    {13, 0x8C20B55BA0B68417},
    {14, 0x8BDEE433A8AE196F},
    {15, 0xF2391399B743CEE4},
    {16, 0xD6F11DA438BB48FF},
    {17, 0x2D36BC8B7CF47736},
    {18, 0x3E192CAF1F153E73},
    {19, 0xC548EE91104ED81B},
    // clang-format on
};

class SignatureTest : public testing::TestWithParam<CpuLevel> {};

TEST_P(SignatureTest, IsUnchanged) {
  const PlayoutKernel kernel(GetParam());
  for (const auto& [size, signature] : kExpected) {
    EXPECT_EQ(PlayoutSignature(kernel, size), signature) << "size " << size;
  }
}

TEST_P(SignatureTest, IsThatOfManyAtOnce) {
  const BatchPlayoutKernel kernel(GetParam());
  for (const auto& [size, signature] : kExpected) {
    EXPECT_EQ(PlayoutSignature(kernel, size), signature) << "size " << size;
  }
}

INSTANTIATE_TEST_SUITE_P(EveryLevel, SignatureTest, testing::ValuesIn(SupportedCpuLevels()),
                         [](const auto& info) { return std::string(CpuLevelName(info.param)); });

}  // namespace
}  // namespace tenuki
