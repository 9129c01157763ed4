// Tournaments: which cells they make, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "experiments/config.h"
#include "experiments/plan.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kThree = R"(
  players { name: "A" uct { playouts: 10 } }
  players { name: "B" uct { playouts: 20 } }
  players { uniform {} })";

absl::StatusOr<Plan> PlanOf(std::string_view match, std::string_view rest = "") {
  absl::StatusOr<v1::Experiment> experiment =
      ReadExperiment("x", absl::StrCat("name: \"x\" match { ", match, " } ", rest), {});
  if (!experiment.ok()) return experiment.status();
  return MakePlan(*experiment);
}

std::string ErrorOf(std::string_view match, std::string_view rest = "") {
  return std::string(PlanOf(match, rest).status().message());
}

std::vector<std::string> PlacesOf(const Plan& plan) {
  std::vector<std::string> places;
  for (const Cell& cell : plan.cells) places.push_back(DescribePlace(plan, cell));
  return places;
}

TEST(PairingsTest, AGauntletPutsEachInThePlaceOfThePlayer) {
  const Plan plan = PlanOf(absl::StrCat("format: GAUNTLET opponent { uniform {} } ", kThree)).value();
  EXPECT_THAT(PlacesOf(plan), ElementsAre("match.player=A", "match.player=B", "match.player=uniform"));
  EXPECT_EQ(plan.cells[1].experiment.match().player().uct().playouts(), 20);
  EXPECT_TRUE(plan.cells[1].experiment.match().opponent().has_uniform());
  EXPECT_EQ(plan.cells[1].experiment.match().players_size(), 0);
}

TEST(PairingsTest, ARoundRobinHasEachPairOnce) {
  const Plan plan = PlanOf(absl::StrCat("format: ROUND_ROBIN ", kThree)).value();
  EXPECT_THAT(PlacesOf(plan), ElementsAre("match.player=A, match.opponent=B", "match.player=A, match.opponent=uniform",
                                          "match.player=B, match.opponent=uniform"));
}

TEST(PairingsTest, SweepsMultiplyPairingsAndRunFastest) {
  const Plan plan = PlanOf(absl::StrCat("format: GAUNTLET opponent { uniform {} } ", kThree),
                           R"(sweep { field: "match.komi" values: ["5.5", "7.5"] })")
                        .value();
  ASSERT_EQ(plan.cells.size(), 6);
  EXPECT_EQ(DescribePlace(plan, plan.cells[3]), "match.player=B, match.komi=7.5");
}

TEST(PairingsTest, AGauntletsPlayersMayBeSweptTogether) {
  constexpr std::string_view kTwo = "players { name: 'A' uct {} } players { name: 'B' uct { covariance {} } }";
  constexpr std::string_view kSweep = R"(sweep { field: "match.player.uct.exploration" values: ["0.3", "0.6"] })";
  const Plan plan = PlanOf(absl::StrCat("format: GAUNTLET opponent { uniform {} } ", kTwo), kSweep).value();
  ASSERT_EQ(plan.cells.size(), 4);
  EXPECT_EQ(plan.cells[3].experiment.match().player().uct().exploration(), 0.6);
  EXPECT_TRUE(plan.cells[3].experiment.match().player().uct().has_covariance());
  EXPECT_THAT(ErrorOf(absl::StrCat("format: GAUNTLET opponent { uniform {} } ", kThree), kSweep),
              HasSubstr("'uniform' is chosen there, which has no 'uct'"));
}

TEST(PairingsTest, AnotherNameOrPlayerKeepsWhatWasPlayed) {
  const Plan plan = PlanOf(absl::StrCat("format: ROUND_ROBIN ", kThree)).value();
  const Plan more =
      PlanOf(absl::StrCat("format: ROUND_ROBIN players { name: 'new' uct { playouts: 5 } } ", kThree)).value();
  ASSERT_EQ(more.cells.size(), 6);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(plan.cells[i].digest, more.cells[i + 3].digest);
  const Plan head_to_head = PlanOf("player { uct { playouts: 10 } } opponent { uct { playouts: 20 } }").value();
  EXPECT_EQ(head_to_head.cells[0].digest, plan.cells[0].digest);
}

TEST(PairingsTest, WhatDoesNotFitTheFormatIsRefused) {
  EXPECT_THAT(ErrorOf(kThree), HasSubstr("match.players: say who meets whom"));
  EXPECT_THAT(ErrorOf("player { uniform {} }"), HasSubstr("match.opponent"));
  EXPECT_THAT(ErrorOf("format: GAUNTLET opponent { uniform {} }"), HasSubstr("match.players: a GAUNTLET needs one"));
  EXPECT_THAT(ErrorOf(absl::StrCat("format: GAUNTLET ", kThree)), HasSubstr("match.opponent"));
  EXPECT_THAT(ErrorOf(absl::StrCat("format: GAUNTLET player { uniform {} } opponent { uniform {} } ", kThree)),
              HasSubstr("match.player: not in a GAUNTLET"));
  EXPECT_THAT(ErrorOf("format: ROUND_ROBIN players { uniform {} }"), HasSubstr("needs two or more"));
  EXPECT_THAT(ErrorOf(absl::StrCat("format: ROUND_ROBIN opponent { uniform {} } ", kThree)),
              HasSubstr("match.opponent: not in a ROUND_ROBIN"));
  EXPECT_THAT(ErrorOf(absl::StrCat("format: ROUND_ROBIN ", kThree),
                      R"(sweep { field: "match.player.uct.playouts" values: "5" })"),
              HasSubstr("swept for one of two"));
  EXPECT_THAT(ErrorOf("format: ROUND_ROBIN players { uniform {} } players { uniform {} }"),
              HasSubstr("match.players[1]: there is a 'uniform' already"));
  EXPECT_THAT(ErrorOf("format: ROUND_ROBIN players { uniform {} } players { name: 'empty' }"),
              HasSubstr("match.players[1]"));
}

TEST(PairingsTest, HandicapIsWithinTheTableOfTheBoard) {
  constexpr std::string_view kPlayers = "player { uniform {} } opponent { uniform {} } ";
  EXPECT_TRUE(PlanOf(absl::StrCat(kPlayers, "handicap: 4")).ok());
  EXPECT_THAT(ErrorOf(absl::StrCat(kPlayers, "handicap: 1")),
              HasSubstr("match.handicap: 1 should be 0, or from 2 to 9"));
  EXPECT_THAT(ErrorOf(absl::StrCat(kPlayers, "handicap: 2 board_size: 5")),
              HasSubstr("match.handicap: 2 should be 0 on a board of size 5"));
}

}  // namespace
}  // namespace tenuki
