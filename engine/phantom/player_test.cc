#include "engine/phantom/player.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "absl/strings/str_split.h"
#include "common/cpu.h"
#include "engine/phantom/referee.h"

namespace tenuki {
namespace {

using Method = PhantomParameters::Method;
using Guess = PhantomParameters::Guess;
using Aggregate = PhantomParameters::Aggregate;

std::vector<PhantomParameters> AllPlayers() {
  std::vector<PhantomParameters> players;
  for (Method method : {Method::kRandom, Method::kStandard, Method::kAllAsFirst, Method::kLateGuess,
                        Method::kEarlyGuess, Method::kInformationSet}) {
    for (Guess guess : {Guess::kStoneCount, Guess::kAllObservations}) {
      for (Aggregate aggregate : {Aggregate::kMeanScore, Aggregate::kWinRatio}) {
        players.push_back({.method = method,
                           .aggregate = aggregate,
                           .guess = guess,
                           .playouts = 120,
                           .exploration = aggregate == Aggregate::kMeanScore ? 10 : 0.5});
      }
    }
  }
  return players;
}

std::unique_ptr<PhantomPlayer> Make(const PhantomParameters& parameters, uint64_t seed) {
  static const PlayoutKernel& kernel = *new PlayoutKernel(BestCpuLevel());
  return MakePhantomPlayer(parameters, kernel, Clock::Real(), seed);
}

// Makes proposals in turn, legal or not.
Referee After(int size, std::string_view proposals) {
  Referee referee(size, {}, 0);
  for (std::string_view move : absl::StrSplit(proposals, ' ')) referee.Propose(*MoveFromGtp(size, move));
  return referee;
}

TEST(PhantomPlayerTest, EveryPlayerPlaysAGameToItsEnd) {
  for (const PhantomParameters& parameters : AllPlayers()) {
    Referee referee(5, {}, 0);
    const auto black = Make(parameters, 1);
    const auto white = Make(parameters, 2);
    int proposals = 0;
    while (!referee.IsOver()) {
      ASSERT_LT(++proposals, 2000);
      const Color color = referee.to_move();
      referee.Propose((color == Color::kBlack ? black : white)->Propose(referee.view(color)));
    }
    EXPECT_EQ(referee.game().board().passes(), 2);
    EXPECT_EQ(black->effort().playouts > 0, parameters.method != Method::kRandom);
  }
}

// White's stones are elsewhere, and one of Black's proposals met a stone in both games: Black has observed the same,
// and decides the same, bit by bit. White, who has not, is there to show that the two games do differ.
TEST(PhantomPlayerTest, HiddenStatesThatLookTheSameGetTheSameDecisions) {
  constexpr std::string_view kOne = "E5 C3 C3 D4 G7 F6 H2 C7 A9";
  constexpr std::string_view kOther = "E5 C3 C3 D4 B8 F6 J9 C7 D1";
  Referee one = After(9, kOne);
  Referee other = After(9, kOther);
  ASSERT_NE(one.game().board().hash(), other.game().board().hash());
  ASSERT_TRUE(std::ranges::equal(one.view(Color::kBlack).observations(), other.view(Color::kBlack).observations()));
  for (const PhantomParameters& parameters : AllPlayers()) {
    Referee here = After(9, kOne);
    Referee there = After(9, kOther);
    const auto player_here = Make(parameters, 5);
    const auto player_there = Make(parameters, 5);
    for (int decision = 0; decision < 3; ++decision) {
      const Move move = player_here->Propose(here.view(Color::kBlack));
      ASSERT_EQ(move, player_there->Propose(there.view(Color::kBlack)));
      ASSERT_EQ(player_here->effort().playouts, player_there->effort().playouts);
      const bool is_legal = here.Propose(move).is_legal();
      if (there.Propose(move).is_legal() != is_legal) break;  // from here on they do not look the same
      if (is_legal) {
        here.Propose(kPass);
        there.Propose(kPass);
      }
    }
  }
}

// The other way round: what was observed is looked at.
TEST(PhantomPlayerTest, AKnownStoneIsNotProposedAndChangesDecisions) {
  const Referee blind = After(9, "E5 C3 D4 D3");
  const Referee seeing = After(9, "E5 C3 C3 D4 D3 D3");
  int differences = 0;
  for (const PhantomParameters& parameters : AllPlayers()) {
    for (uint64_t seed = 0; seed < 4; ++seed) {
      const Move move = Make(parameters, seed)->Propose(seeing.view(Color::kBlack));
      EXPECT_FALSE(seeing.view(Color::kBlack).known().Contains(move));
      differences += move != Make(parameters, seed)->Propose(blind.view(Color::kBlack));
    }
  }
  EXPECT_GT(differences, 10);
}

// White has three stones in atari, and Black has met all of them.
//
//   5 . . . . .
//   4 . X X X .
//   3 X O O O X
//   2 . X X . .
//   1 . . . . .
//     A B C D E
TEST(PhantomPlayerTest, WhoeverThinksTakesStonesThatItKnowsOf) {
  const Referee referee = After(5, "B4 B3 B3 C4 C3 C3 D4 D3 D3 A3 pass E3 pass B2 pass C2 pass");
  const PlayerView& view = referee.view(Color::kBlack);
  ASSERT_EQ(view.num_hidden(), 0) << "every stone of White's was met";
  ASSERT_EQ(referee.to_move(), Color::kBlack);
  for (const PhantomParameters& parameters : AllPlayers()) {
    if (parameters.method == Method::kRandom) continue;
    PhantomParameters patient = parameters;
    patient.playouts = 1500;
    EXPECT_EQ(ToGtp(5, Make(patient, 3)->Propose(view)), "D2")
        << static_cast<int>(parameters.method) << static_cast<int>(parameters.aggregate);
  }
}

class TurningClock final : public Clock {
 public:
  absl::Time Now() const override { return now_ += absl::Milliseconds(10); }
  absl::Time WallTime() const override { return now_; }

 private:
  mutable absl::Time now_ = absl::UnixEpoch();
};

TEST(PhantomPlayerTest, ABudgetOfSecondsIsSpentAndNoMore) {
  const PlayoutKernel kernel(BestCpuLevel());
  for (Method method : {Method::kStandard, Method::kEarlyGuess}) {
    TurningClock clock;
    Referee referee(5, {}, 0);
    const auto timed = MakePhantomPlayer({.method = method, .seconds_per_game = 5}, kernel, clock, 1);
    const auto other = Make({.method = Method::kRandom}, 2);
    const absl::Time start = clock.WallTime();
    while (!referee.IsOver()) {
      const Color color = referee.to_move();
      referee.Propose((color == Color::kBlack ? timed : other)->Propose(referee.view(color)));
    }
    const absl::Duration spent = clock.WallTime() - start;
    EXPECT_GT(spent, absl::Seconds(2));
    EXPECT_LT(spent, absl::Seconds(8)) << "without time left there still are a few playouts";
    EXPECT_GT(timed->effort().playouts, 1000);
  }
}

}  // namespace
}  // namespace tenuki
