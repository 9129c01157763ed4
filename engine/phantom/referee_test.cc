#include "engine/phantom/referee.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "absl/strings/str_split.h"

namespace tenuki {
namespace {

using ::testing::IsEmpty;
using Kind = Observation::Kind;

constexpr Rules kRules{.ko = KoRule::kPositionalSuperko, .komi_half_points = 15};

Move At(const Referee& referee, std::string_view name) { return *MoveFromGtp(referee.game().board().size(), name); }

// Proposes a list of moves in turn, all of which have to be legal.
void PlayAll(Referee& referee, std::string_view moves) {
  for (std::string_view move : absl::StrSplit(moves, ' ', absl::SkipEmpty())) {
    ASSERT_TRUE(referee.Propose(At(referee, move)).is_legal()) << move;
  }
}

std::string Points(const Referee& referee, const PointSet& points) {
  std::string text;
  for (Point point : points) text += (text.empty() ? "" : " ") + ToGtp(referee.game().board().size(), point);
  return text;
}

const Observation& Last(const Referee& referee, Color color) { return referee.view(color).observations().back(); }

TEST(RefereeTest, AMoveIsKnownToWhoPlayedItAndItsExistenceToTheOther) {
  Referee referee(5, kRules, 0);
  const Ruling ruling = referee.Propose(At(referee, "C3"));
  EXPECT_TRUE(ruling.is_legal());
  EXPECT_EQ(ruling.to_proposer, (Observation{.kind = Kind::kPlayed, .point = At(referee, "C3")}));
  EXPECT_EQ(*ruling.to_opponent, (Observation{.kind = Kind::kOpponentPlayed}));
  EXPECT_EQ(Last(referee, Color::kBlack), ruling.to_proposer);
  EXPECT_EQ(Last(referee, Color::kWhite), *ruling.to_opponent);
  EXPECT_EQ(referee.to_move(), Color::kWhite);
  EXPECT_EQ(Points(referee, referee.view(Color::kBlack).own()), "C3");
  EXPECT_EQ(referee.view(Color::kWhite).num_hidden(), 1);
  EXPECT_THAT(Points(referee, referee.view(Color::kWhite).known()), IsEmpty());
}

TEST(RefereeTest, AProposalOnAHiddenStoneIsRefusedAndToldToNobodyElse) {
  Referee referee(5, kRules, 0);
  PlayAll(referee, "C3");
  const size_t told = referee.view(Color::kBlack).observations().size();
  const Ruling ruling = referee.Propose(At(referee, "C3"));
  EXPECT_EQ(ruling.error, MoveError::kOccupied);
  EXPECT_EQ(ruling.to_proposer, (Observation{.kind = Kind::kRefused, .point = At(referee, "C3")}));
  EXPECT_FALSE(ruling.to_opponent.has_value());
  EXPECT_EQ(referee.view(Color::kBlack).observations().size(), told);
  EXPECT_EQ(referee.to_move(), Color::kWhite) << "who was refused proposes again";
  EXPECT_EQ(Points(referee, referee.view(Color::kWhite).known()), "C3") << "nothing else can explain it";
  EXPECT_EQ(referee.view(Color::kWhite).num_hidden(), 0);
}

TEST(RefereeTest, SuicideIsRefusedWithoutAWord) {
  // Black's stones at A2 and B1 leave A1 without liberties; White has seen neither.
  Referee referee(5, kRules, 0);
  PlayAll(referee, "A2 E5 B1");
  const Ruling ruling = referee.Propose(At(referee, "A1"));
  EXPECT_EQ(ruling.error, MoveError::kSuicide);
  EXPECT_EQ(ruling.to_proposer, (Observation{.kind = Kind::kRefused, .point = At(referee, "A1")}));
  const PlayerView& white = referee.view(Color::kWhite);
  EXPECT_THAT(Points(referee, white.known()), IsEmpty()) << "a hidden stone or suicide: White cannot know which";
  EXPECT_EQ(Points(referee, white.refused()), "A1");
  PlayAll(referee, "E4");
  EXPECT_THAT(Points(referee, white.refused()), IsEmpty()) << "it may be tried again in the next turn";
}

// Black's stone at B2 has just been captured by White's at C2, which stands in atari.
//
//   5 . . . . .
//   4 . . . . .
//   3 . O X . .
//   2 O . O X .
//   1 . O X . .
//     A B C D E
constexpr std::string_view kKo = "C3 B3 D2 A2 C1 B1 B2 C2";

TEST(RefereeTest, RetakingAKoIsRefusedAndSaysNothingOfAStone) {
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko, KoRule::kSituationalSuperko}) {
    Referee referee(5, {.ko = ko}, 0);
    PlayAll(referee, kKo);
    EXPECT_EQ(Last(referee, Color::kWhite),
              (Observation{.kind = Kind::kPlayed, .point = At(referee, "C2"), .captured = 1}));
    const Ruling ruling = referee.Propose(At(referee, "B2"));
    EXPECT_EQ(ruling.error, MoveError::kKo);
    EXPECT_EQ(ruling.to_proposer, (Observation{.kind = Kind::kRefused, .point = At(referee, "B2")}));
    EXPECT_FALSE(referee.view(Color::kBlack).known().Contains(At(referee, "B2"))) << "it may be ko";
  }
}

TEST(RefereeTest, CapturesAreANumberToWhoMadeThemAndPointsToWhoLostThem) {
  for (Color captor : {Color::kWhite, Color::kBlack}) {
    Referee referee(5, kRules, 0);
    if (captor == Color::kBlack) PlayAll(referee, "pass");
    PlayAll(referee, kKo);
    EXPECT_EQ(Last(referee, captor), (Observation{.kind = Kind::kPlayed, .point = At(referee, "C2"), .captured = 1}));
    Observation lost = {.kind = Kind::kOpponentPlayed, .captured = 1};
    lost.lost.Insert(At(referee, "B2"));
    EXPECT_EQ(Last(referee, Opponent(captor)), lost);
    const PlayerView& loser = referee.view(Opponent(captor));
    EXPECT_EQ(Points(referee, loser.own()), "C3 C1 D2");
    EXPECT_EQ(Points(referee, loser.known()), "A2 B3 B1 C2") << "what surrounded the stone is the captor's";
    EXPECT_EQ(loser.num_hidden(), 0);
    EXPECT_EQ(referee.view(captor).num_opposing(), 3);
  }
}

TEST(RefereeTest, SuperkoRefusesWhatTheSimpleRuleOfKoLetsPass) {
  // Black sent two stones, B3 and C3; to take the one at A3 that captured them would recreate the board of before.
  //
  //   3 O . .
  //   2 X O O
  //   1 . . .
  //     A B C
  for (KoRule ko : {KoRule::kSimple, KoRule::kPositionalSuperko}) {
    Referee referee(3, {.ko = ko}, 0);
    PlayAll(referee, "B3 C2 A2 B2 C3 A3");
    EXPECT_EQ(Last(referee, Color::kWhite),
              (Observation{.kind = Kind::kPlayed, .point = At(referee, "A3"), .captured = 2}));
    const Ruling ruling = referee.Propose(At(referee, "B3"));
    EXPECT_EQ(ruling.error, ko == KoRule::kSimple ? MoveError::kNone : MoveError::kSuperko);
    if (ko == KoRule::kSimple) continue;
    EXPECT_EQ(ruling.to_proposer, (Observation{.kind = Kind::kRefused, .point = At(referee, "B3")}));
    EXPECT_FALSE(referee.view(Color::kBlack).known().Contains(At(referee, "B3"))) << "it may be superko";
  }
}

TEST(RefereeTest, TwoPassesEndAGameAndBothAreToldTheScore) {
  Referee referee(5, kRules, 0);
  PlayAll(referee, "C3 pass");
  EXPECT_EQ(Last(referee, Color::kWhite), (Observation{.kind = Kind::kPassed}));
  EXPECT_EQ(Last(referee, Color::kBlack), (Observation{.kind = Kind::kOpponentPassed}));
  EXPECT_FALSE(referee.IsOver());
  PlayAll(referee, "pass");
  EXPECT_TRUE(referee.IsOver());
  EXPECT_EQ(referee.ScoreHalfPoints(), 2 * 25 - 15);
  for (Color color : {Color::kBlack, Color::kWhite}) {
    EXPECT_EQ(Last(referee, color), (Observation{.kind = Kind::kOver, .black_lead_half_points = 35}));
    EXPECT_TRUE(referee.view(color).is_over());
  }
}

TEST(RefereeTest, TheLimitOfPliesEndsAGame) {
  Referee referee(5, kRules, /*max_plies=*/3);
  PlayAll(referee, "C3 C4");
  EXPECT_FALSE(referee.Propose(At(referee, "C3")).is_legal()) << "a refusal is no ply";
  EXPECT_FALSE(referee.IsOver());
  PlayAll(referee, "C2");
  EXPECT_TRUE(referee.IsOver());
  EXPECT_EQ(Last(referee, Color::kWhite).kind, Kind::kOver);
}

}  // namespace
}  // namespace tenuki
