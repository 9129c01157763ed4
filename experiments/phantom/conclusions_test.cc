#include "experiments/phantom/conclusions.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Verdict = Conclusion::Verdict;

v1::Phantom FourPlayers() {
  v1::Phantom phantom;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(R"(
      players { evaluation {} } players { evaluation { sampling: ALL_AS_FIRST } }
      players { uct {} } players { uct { guessing: EARLY_PROBABILISTIC } })",
                                                            &phantom));
  return phantom;
}

// Wins of the first of each pairing, of `games`.
std::vector<PairingResult> Results(double games, double all_std, double rand_std, double prob_std, double rand_all,
                                   double prob_all, double prob_rand) {
  return {{"MCE_all", "MCE_std", {all_std, games}},   {"UCT_rand", "MCE_std", {rand_std, games}},
          {"UCT_prob", "MCE_std", {prob_std, games}}, {"UCT_rand", "MCE_all", {rand_all, games}},
          {"UCT_prob", "MCE_all", {prob_all, games}}, {"UCT_prob", "UCT_rand", {prob_rand, games}}};
}

std::vector<Verdict> Verdicts(const std::vector<Conclusion>& conclusions) {
  std::vector<Verdict> verdicts;
  for (const Conclusion& conclusion : conclusions) verdicts.push_back(conclusion.verdict);
  return verdicts;
}

// Table 1 of the paper, tested: 50 games are enough for the first two, not for the similarity of the best, nor for who
// is weakest.
TEST(ConclusionsTest, OfThePapersOwnTable) {
  const std::vector<Conclusion> conclusions = TestConclusions(FourPlayers(), Results(50, 36, 46, 36, 22, 6, 8));
  EXPECT_THAT(Verdicts(conclusions),
              ElementsAre(Verdict::kSupported, Verdict::kSupported, Verdict::kUndecided, Verdict::kUndecided));
  EXPECT_THAT(conclusions[3].measured, HasSubstr("from UCT_prob, the weakest of the others"));
  EXPECT_EQ(conclusions[0].measured, "MCE_all made 36 of 50 points against MCE_std");
  EXPECT_NEAR(conclusions[0].p_value, 0.0026, 0.0001);
  EXPECT_THAT(conclusions[2].measured,
              HasSubstr("UCT_rand made 22 of 50 points against MCE_all: 44.0 %, 90 % interval"));
}

TEST(ConclusionsTest, TwentyTimesTheGamesSupportAllFour) {
  EXPECT_THAT(Verdicts(TestConclusions(FourPlayers(), Results(1000, 720, 920, 720, 440, 120, 160))),
              ElementsAre(Verdict::kSupported, Verdict::kSupported, Verdict::kSupported, Verdict::kSupported));
}

TEST(ConclusionsTest, TheOppositeIsNotSupported) {
  // MCE_std beats everybody, early guessing late guessing, and UCT MCE_all.
  EXPECT_THAT(
      Verdicts(TestConclusions(FourPlayers(), Results(200, 40, 20, 40, 180, 180, 160))),
      ElementsAre(Verdict::kNotSupported, Verdict::kNotSupported, Verdict::kNotSupported, Verdict::kNotSupported));
}

TEST(ConclusionsTest, EqualPlayersDecideNothingButThatTheyAreSimilar) {
  EXPECT_THAT(Verdicts(TestConclusions(FourPlayers(), Results(400, 200, 200, 200, 200, 200, 200))),
              ElementsAre(Verdict::kUndecided, Verdict::kUndecided, Verdict::kSupported, Verdict::kUndecided));
}

TEST(ConclusionsTest, WithoutGamesAllAreUndecided) {
  EXPECT_THAT(Verdicts(TestConclusions(FourPlayers(), Results(0, 0, 0, 0, 0, 0, 0))),
              ElementsAre(Verdict::kUndecided, Verdict::kUndecided, Verdict::kUndecided, Verdict::kUndecided));
}

TEST(ConclusionsTest, AreOfThePapersPlayersAlone) {
  v1::Phantom three = FourPlayers();
  three.mutable_players()->RemoveLast();
  EXPECT_THAT(TestConclusions(three, {}), IsEmpty());
  v1::Phantom other = FourPlayers();
  other.mutable_players(0)->set_guess(v1::ALL_OBSERVATIONS);
  EXPECT_THAT(TestConclusions(other, {}), IsEmpty()) << "the paper guesses by the number of stones";
}

}  // namespace
}  // namespace tenuki
