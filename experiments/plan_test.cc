#include "experiments/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "experiments/config.h"
#include "experiments/paper.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kMatch = "name: 'a' match { player { uniform {} } opponent { uniform {} } }\n";

absl::StatusOr<Plan> PlanOf(std::string_view more, const std::vector<std::string>& settings = {}) {
  absl::StatusOr<v1::Experiment> experiment = ReadExperiment("x", absl::StrCat(kMatch, more), settings);
  return experiment.ok() ? MakePlan(*experiment) : experiment.status();
}

Digest DigestWith(const std::vector<std::string>& settings) { return PlanOf("", settings)->cells.at(0).digest; }

TEST(PlanTest, WithoutSweepsThereIsOneCell) {
  const Plan plan = PlanOf("stop { units: 12 }").value();
  ASSERT_EQ(plan.cells.size(), 1);
  EXPECT_EQ(plan.cells[0].num_units, 12);
  EXPECT_EQ(plan.cells[0].experiment.match().board_size(), 9);
  EXPECT_TRUE(plan.cells[0].experiment.match().has_board_size()) << "defaults are written out";
}

TEST(PlanTest, SweepsMultiplyAndTheLastRunsFastest) {
  const Plan plan = PlanOf(
                        "sweep { field: 'match.board_size' values: ['5', '9'] }\n"
                        "sweep { field: 'match.komi' values: ['5.50', '6.5', '7.5'] }")
                        .value();
  EXPECT_THAT(plan.fields, ElementsAre("match.board_size", "match.komi"));
  ASSERT_EQ(plan.cells.size(), 6);
  EXPECT_THAT(plan.cells[0].values, ElementsAre("5", "5.5"));
  EXPECT_THAT(plan.cells[1].values, ElementsAre("5", "6.5"));
  EXPECT_THAT(plan.cells[5].values, ElementsAre("9", "7.5"));
  EXPECT_EQ(plan.cells[5].index, 5);
  EXPECT_EQ(plan.cells[5].experiment.match().board_size(), 9);
  EXPECT_EQ(plan.cells[5].experiment.match().komi(), 7.5);
  EXPECT_EQ(plan.cells[5].experiment.sweep_size(), 0);
}

TEST(PlanTest, ADigestIsThatOfWhatAffectsResults) {
  const Digest digest = DigestWith({});
  EXPECT_NE(DigestWith({"seed=1"}), digest);
  EXPECT_NE(DigestWith({"match.komi=5.5"}), digest);
  EXPECT_NE(DigestWith({"match.ko_rule=SIMPLE_KO"}), digest);
  EXPECT_EQ(DigestWith({"seed=0"}), digest) << "said or not, a default is the same";
  EXPECT_EQ(DigestWith({"match.komi=7.5", "match.board_size=9"}), digest);
  EXPECT_EQ(DigestWith({"name=b", "description=x", "stop.units=7"}), digest);
  EXPECT_EQ(PlanOf("sweep { field: 'match.komi' values: ['5.5', '7.5'] }")->cells[1].digest, digest)
      << "the place in a sweep does not matter";
  EXPECT_EQ(PlanOf("paper { title: 't' values { measure: 'win_rate' value: 0.5 } }")->cells[0].digest, digest);
}

// As it is stored, sent, and written beside the results: with every default.
TEST(PlanTest, WhatIsWrittenDownCanBeReadAgain) {
  const v1::Experiment experiment =
      PlanOf("paper { title: 't' values { measure: 'win_rate' value: 0.5 } }")->experiment;
  const absl::StatusOr<v1::Experiment> again = ReadExperiment("again", FormatExperiment(experiment), {});
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(MakePlan(*again)->cells[0].digest, MakePlan(experiment)->cells[0].digest);
}

// Stored results are found by these. A new field, a new default or a new semantic version changes them, and then all is
// computed again: this test is here so that it never happens by accident.
TEST(PlanTest, DigestsAreAsStored) {
  EXPECT_EQ(DigestWith({}).ToHex(), "09381a5b010f866de30d14bd6c96aa43f43f16abecd8b098aee34cbc81afd615");
}

TEST(PlanTest, KindsRefuseWhatTheyCannotRun) {
  EXPECT_EQ(PlanOf("", {"match.komi=7.25"}).status().message(),
            "match.komi: 7.25 should be in whole or half points, such as 7 or 7.5");
  EXPECT_EQ(PlanOf("sweep { field: 'match.komi' values: ['7.5', '0.1'] }").status().message(),
            "match.komi: 0.1 should be in whole or half points, such as 7 or 7.5 (at match.komi=0.1)");
  const auto nobody = ReadExperiment("x", "name: 'a' match { player {} opponent { uniform {} } }", {});
  EXPECT_EQ(MakePlan(nobody.value()).status().message(), "match.player: say who plays, e.g. player { uniform {} }");
}

TEST(PlanTest, TooManyCellsAreRefused) {
  std::string sweeps;
  for (const char* field : {"seed", "match.max_plies", "match.komi"}) {
    absl::StrAppend(&sweeps, "sweep { field: '", field, "'");
    for (int i = 0; i < 30; ++i) absl::StrAppend(&sweeps, " values: '", i, "'");
    absl::StrAppend(&sweeps, " }\n");
  }
  EXPECT_THAT(PlanOf(sweeps).status().message(), HasSubstr("more than 20000 cells: 30 x 30 x 30"));
}

constexpr std::string_view kSweep = "sweep { field: 'match.komi' values: ['5.5', '7.5'] }\n";

std::string PaperAt(std::string_view at) {
  return absl::StrCat(kSweep, "paper { values { measure: 'win_rate' value: 0.4 ", at, " } }");
}

TEST(PaperTest, AValueBelongsToItsCell) {
  const Plan plan = PlanOf(PaperAt("at { field: 'match.komi' value: '7.50' }")).value();
  EXPECT_EQ(FindPaperValue(plan, plan.cells[0], "win_rate"), nullptr);
  ASSERT_NE(FindPaperValue(plan, plan.cells[1], "win_rate"), nullptr);
  EXPECT_EQ(FindPaperValue(plan, plan.cells[1], "win_rate")->value(), 0.4);
  EXPECT_EQ(FindPaperValue(plan, plan.cells[1], "elo"), nullptr);
}

TEST(PaperTest, AValueWithoutACellIsRefused) {
  EXPECT_EQ(PlanOf(PaperAt("at { field: 'match.komi' value: '6.5' }")).status().message(),
            "paper: win_rate at match.komi=6.5: there is no such cell; name a value of each of match.komi");
  EXPECT_THAT(PlanOf(PaperAt("")).status().message(), HasSubstr("there is no such cell"));
  EXPECT_EQ(PlanOf(PaperAt("at { field: 'match.komy' value: '7.5' }")).status().message(),
            "paper: win_rate at match.komy=7.5: 'match.komy' is not swept; did you mean 'match.komi'?");
}

}  // namespace
}  // namespace tenuki
