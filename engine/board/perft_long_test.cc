// Perft beyond the depths that have known counts: Game and the naive board must still agree, under all rules.
#include <gtest/gtest.h>

#include <ostream>

#include "engine/board/game.h"
#include "engine/testing/naive_board.h"
#include "engine/testing/perft.h"

namespace tenuki {
namespace {

struct Depth {
  int size;
  WithPasses with_passes;
  int plies;
};

std::ostream& operator<<(std::ostream& out, const Depth& depth) {
  return out << depth.size << "x" << depth.size << (depth.with_passes == WithPasses::kYes ? " with passes" : "") << ", "
             << depth.plies << " plies";
}

class PerftLongTest : public testing::TestWithParam<Depth> {};

TEST_P(PerftLongTest, GameAgreesWithTheNaiveBoard) {
  auto [size, with_passes, plies] = GetParam();
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko, KoRule::kSituationalSuperko}) {
    for (bool suicide_allowed : {false, true}) {
      Rules rules{.ko = ko, .suicide_allowed = suicide_allowed};
      EXPECT_EQ(Perft(Game(size, rules), with_passes, plies), Perft(NaiveBoard(size, rules), with_passes, plies))
          << "ko rule " << static_cast<int>(ko) << ", suicide " << suicide_allowed;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, PerftLongTest,
                         testing::Values(Depth{1, WithPasses::kYes, 8},                                  //
                                         Depth{2, WithPasses::kNo, 14}, Depth{2, WithPasses::kYes, 11},  //
                                         Depth{3, WithPasses::kNo, 7}, Depth{3, WithPasses::kYes, 6},    //
                                         Depth{4, WithPasses::kNo, 5}, Depth{4, WithPasses::kYes, 4}));

}  // namespace
}  // namespace tenuki
