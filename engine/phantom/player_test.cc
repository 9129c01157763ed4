#include "engine/phantom/player.h"

#include <gtest/gtest.h>

#include "common/cpu.h"
#include "engine/phantom/referee.h"

namespace tenuki {
namespace {

TEST(PhantomPlayerTest, EveryMethodPlaysAGameToItsEnd) {
  using Method = PhantomParameters::Method;
  const PlayoutKernel kernel(BestCpuLevel());
  for (Method method : {Method::kRandom, Method::kStandard, Method::kAllAsFirst, Method::kLateGuess,
                        Method::kEarlyGuess, Method::kInformationSet}) {
    Referee referee(5, {}, 0);
    const auto black = MakePhantomPlayer({.method = method, .playouts = 50}, kernel, Clock::Real(), 1);
    const auto white = MakePhantomPlayer({.method = method, .playouts = 50}, kernel, Clock::Real(), 2);
    while (!referee.IsOver()) {
      const Color color = referee.to_move();
      referee.Propose((color == Color::kBlack ? black : white)->Propose(referee.view(color)));
    }
    EXPECT_EQ(referee.game().board().passes(), 2);
  }
}

}  // namespace
}  // namespace tenuki
