#include "engine/phantom/belief.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/cpu.h"
#include "engine/phantom/random_player.h"
#include "engine/phantom/referee.h"

namespace tenuki {
namespace {

// What `view` would have observed if the opponent's stones had been `moves`, by the referee itself.
PlayerView Observed(const PlayerView& view, const std::vector<Point>& moves) {
  Referee referee(view.size(), view.rules(), /*max_plies=*/100'000);
  size_t next = 0;
  for (const Observation& observation : view.observations()) {
    switch (observation.kind) {
      case Observation::Kind::kRefused:
      case Observation::Kind::kPlayed: referee.Propose(observation.point); break;
      case Observation::Kind::kPassed:
      case Observation::Kind::kOpponentPassed: referee.Propose(kPass); break;
      case Observation::Kind::kOpponentPlayed: referee.Propose(moves[next++]); break;
      case Observation::Kind::kOver: break;
    }
  }
  return referee.view(view.color());
}

bool SameObservations(const PlayerView& a, const PlayerView& b) {
  return std::ranges::equal(a.observations(), b.observations());
}

// Games between random players, with as many refusals and captures as there are; Black believes.
TEST(BeliefTest, BeliefsAgreeWithEverythingThatWasObserved) {
  int64_t updates = 0;
  int64_t agreeing = 0;
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko}) {
    for (uint64_t seed = 0; seed < 6; ++seed) {
      Referee referee(seed % 2 == 0 ? 5 : 7, {.ko = ko}, 0);
      RandomPhantomPlayer players[2] = {RandomPhantomPlayer(2 * seed), RandomPhantomPlayer(2 * seed + 1)};
      Belief belief(8, seed);
      while (!referee.IsOver()) {
        const PlayerView& view = referee.view(referee.to_move());
        if (view.color() == Color::kBlack) {
          belief.Update(view);
          ++updates;
          agreeing += belief.IsConsistent();
          for (int i : belief.agreeing()) {
            const HiddenGame& game = belief.game(i);
            ASSERT_TRUE(SameObservations(Observed(view, game.moves()), view)) << "seed " << seed;
            ASSERT_EQ(game.board().stones(Color::kBlack), view.own());
            ASSERT_TRUE((view.known() - game.board().stones(Color::kWhite)).empty());
          }
        }
        referee.Propose(players[Side(view.color())].Propose(view));
      }
    }
  }
  EXPECT_GT(updates, 500);
  EXPECT_GT(static_cast<double>(agreeing), 0.9 * static_cast<double>(updates));
}

// Hidden states that look the same, found by beliefs in the middle of games: every player decides the same in each, bit
// by bit.
TEST(BeliefTest, PlayersDecideTheSameInAllHiddenStatesThatAgree) {
  using Method = PhantomParameters::Method;
  const PlayoutKernel kernel(BestCpuLevel());
  int states = 0;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    Referee referee(7, {}, 0);
    RandomPhantomPlayer players[2] = {RandomPhantomPlayer(2 * seed), RandomPhantomPlayer(2 * seed + 1)};
    while (referee.num_plies() < 20 + 10 * static_cast<int>(seed)) {
      const PlayerView& view = referee.view(referee.to_move());
      referee.Propose(players[Side(view.color())].Propose(view));
    }
    const PlayerView& view = referee.view(Color::kBlack);
    Belief belief(4, seed);
    belief.Update(view);
    for (Method method : {Method::kRandom, Method::kStandard, Method::kAllAsFirst, Method::kLateGuess,
                          Method::kEarlyGuess, Method::kInformationSet}) {
      for (PhantomParameters::Guess guess :
           {PhantomParameters::Guess::kStoneCount, PhantomParameters::Guess::kAllObservations}) {
        const PhantomParameters parameters = {.method = method, .guess = guess, .playouts = 40, .beliefs = 4};
        const Move decision = MakePhantomPlayer(parameters, kernel, Clock::Real(), seed)->Propose(view);
        for (int i : belief.agreeing()) {
          const PlayerView other = Observed(view, belief.game(i).moves());
          ++states;
          ASSERT_EQ(MakePhantomPlayer(parameters, kernel, Clock::Real(), seed)->Propose(other), decision);
        }
      }
    }
  }
  EXPECT_GT(states, 100);
}

TEST(BeliefTest, ARefusedPointHasAStoneInEveryGuess) {
  Referee referee(9, {}, 0);
  referee.Propose(*MoveFromGtp(9, "E5"));
  referee.Propose(*MoveFromGtp(9, "C3"));
  referee.Propose(*MoveFromGtp(9, "C3"));
  const PlayerView& view = referee.view(Color::kBlack);
  Belief belief(16, 1);
  belief.Update(view);
  ASSERT_TRUE(belief.IsConsistent());
  for (int i : belief.agreeing()) EXPECT_EQ(belief.game(i).board().at(*MoveFromGtp(9, "C3")), Color::kWhite);
  EXPECT_TRUE(belief.Guess(view, 7).empty()) << "there is nothing else to guess";
}

TEST(BeliefTest, GuessesDifferAndAreTheSameForTheSameSeed) {
  Referee referee(9, {}, 0);
  for (const char* move : {"E5", "C3", "E6", "D3", "E7", "G2"}) referee.Propose(*MoveFromGtp(9, move));
  const PlayerView& view = referee.view(Color::kBlack);
  Belief belief(16, 1);
  Belief again(16, 1);
  belief.Update(view);
  again.Update(view);
  PointSet guessed;
  for (uint64_t seed = 0; seed < 64; ++seed) {
    const std::span<const Point> points = belief.Guess(view, seed);
    ASSERT_EQ(points.size(), 3);
    ASSERT_TRUE(std::ranges::equal(points, again.Guess(view, seed)));
    for (Point point : points) guessed.Insert(point);
  }
  EXPECT_GT(guessed.size(), 10);
}

}  // namespace
}  // namespace tenuki
