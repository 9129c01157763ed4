#include "engine/phantom/view.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/random.h"
#include "engine/phantom/random_player.h"
#include "engine/phantom/referee.h"

namespace tenuki {
namespace {

// Whatever happens in a game, what a side holds for certain is true on the referee's board.
TEST(PlayerViewTest, WhatIsKnownIsTrue) {
  int64_t known = 0;
  int64_t captures = 0;
  for (int size : {3, 5, 9}) {
    for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko}) {
      for (uint64_t seed = 0; seed < 60; ++seed) {
        Referee referee(size, {.ko = ko}, 0);
        RandomPhantomPlayer players[2] = {RandomPhantomPlayer(2 * seed), RandomPhantomPlayer(2 * seed + 1)};
        while (!referee.IsOver()) {
          const Color color = referee.to_move();
          const Ruling ruling = referee.Propose(players[Side(color)].Propose(referee.view(color)));
          captures += ruling.to_proposer.captured;
          for (Color each : {Color::kBlack, Color::kWhite}) {
            const PlayerView& view = referee.view(each);
            const Board& board = referee.game().board();
            ASSERT_EQ(view.own(), board.stones(each));
            ASSERT_EQ(view.num_opposing(), board.stones(Opponent(each)).size());
            ASSERT_TRUE((view.known() - board.stones(Opponent(each))).empty()) << "size " << size << " seed " << seed;
            known += view.known().size();
          }
        }
      }
    }
  }
  EXPECT_GT(captures, 500);
  EXPECT_GT(known, 10'000);
}

}  // namespace
}  // namespace tenuki
