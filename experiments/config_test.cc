#include "experiments/config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view kGood = R"(name: "good"
match {
  player { uniform {} }
  opponent { uniform {} }
}
)";

std::string ErrorOf(std::string_view text, const std::vector<std::string>& settings = {}) {
  const absl::StatusOr<v1::Experiment> experiment = ReadExperiment("x.textproto", text, settings);
  EXPECT_EQ(experiment.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(experiment.status().message());
}

TEST(ConfigTest, ReadsAnExperiment) {
  const absl::StatusOr<v1::Experiment> experiment = ReadExperiment("x", kGood, {"match.board_size=13", "seed=7"});
  ASSERT_TRUE(experiment.ok()) << experiment.status();
  EXPECT_EQ(experiment->name(), "good");
  EXPECT_EQ(experiment->match().board_size(), 13);
  EXPECT_EQ(experiment->seed(), 7);
}

TEST(ConfigTest, SyntaxErrorsHaveTheirPlace) {
  EXPECT_THAT(ErrorOf("name: \"a\"\nmatch {\n  komi = 5\n}"), StartsWith("x.textproto:3:8: "));
  EXPECT_THAT(ErrorOf("name: \"a"), StartsWith("x.textproto:1:9: "));
  EXPECT_THAT(ErrorOf("match {"), StartsWith("x.textproto:1:"));
  EXPECT_THAT(ErrorOf(std::string_view("\0\xFF", 2)), StartsWith("x.textproto:1:1: "));
}

TEST(ConfigTest, UnknownNamesGetTheNearestRightOne) {
  EXPECT_THAT(
      ErrorOf("name: \"a\"\nmatch {\n  bord_size: 9\n}"),
      StartsWith("x.textproto:3:3: Match has no field 'bord_size'; did you mean 'board_size'? (its fields: player, "
                 "opponent, "));
  EXPECT_EQ(ErrorOf("name: \"a\"\nmatch {\n  ko_rule: SIMPLE\n}"),
            "x.textproto:3:12: ko_rule: 'SIMPLE' should be SIMPLE_KO, POSITIONAL_SUPERKO or SITUATIONAL_SUPERKO");
  EXPECT_THAT(ErrorOf("sed\n\n:\n\t1"), StartsWith("x.textproto:1:1: Experiment has no field 'sed'"));
}

TEST(ConfigTest, RulesOfFieldsHaveTheirPlace) {
  EXPECT_EQ(ErrorOf("name: \"a\"\nmatch {\n  player { uniform {} }\n  opponent { uniform {} }\n  board_size: 25\n}"),
            "x.textproto:5:3: match.board_size: 25 should be a whole number from 2 to 19");
  EXPECT_EQ(ErrorOf(absl::StrCat(kGood, "paper {\n  values { measure: 'win_rate' }\n}")),
            "x.textproto:7:3: paper.values.value is missing");
  EXPECT_EQ(ErrorOf("match {}"), "x.textproto:1:1: name is missing");
  EXPECT_EQ(ErrorOf("name: \"a\"\n"),
            "x.textproto:1:1: the experiment says nothing of what to run: add e.g. match { … }");
}

TEST(ConfigTest, ANameIsThatOfAFolder) {
  for (std::string_view name : {"", "a/b", "..", "-x", "a b", ".hidden"}) {
    SCOPED_TRACE(name);
    EXPECT_THAT(ErrorOf(absl::StrCat("seed: 1\nname: \"", name, "\"\nmatch { player {} opponent {} }")),
                StartsWith(absl::StrCat("x.textproto:2:1: name: '", name, "' should be")));
  }
}

std::string WithSweep(std::string_view sweep) { return absl::StrCat(kGood, "sweep {\n", sweep, "\n}\n"); }

TEST(ConfigTest, SweepsAreChecked) {
  EXPECT_TRUE(ReadExperiment("x", WithSweep("  field: 'match.komi' values: ['5.5', '7.5']"), {}).ok());
  EXPECT_THAT(ErrorOf(WithSweep("  field: 'match.komy'\n  values: '5'")),
              StartsWith("x.textproto:7:3: match.komy: Match has no field 'komy'; did you mean 'komi'?"));
  EXPECT_EQ(ErrorOf(WithSweep("  field: 'match.board_size'\n  values: '9'\n  values: '20'")),
            "x.textproto:9:3: match.board_size: 20 should be a whole number from 2 to 19");
  EXPECT_EQ(ErrorOf(WithSweep("  field: 'match.komi'\n  values: '5.5'\n  values: '5.50'")),
            "x.textproto:9:3: match.komi: the value 5.5 is there twice");
  EXPECT_EQ(ErrorOf(WithSweep("  field: 'match.komi'")), "x.textproto:6:1: sweep.values is missing");
  EXPECT_THAT(ErrorOf(WithSweep("  field: 'description'\n  values: 'x'")), HasSubstr("no effect on results"));
  EXPECT_THAT(ErrorOf(WithSweep("  field: 'seed' values: '1'\n}\nsweep {\n  field: 'seed' values: '2'")),
              StartsWith("x.textproto:10:3: seed is swept twice"));
}

TEST(ConfigTest, SettingsAreChecked) {
  EXPECT_EQ(ErrorOf(kGood, {"match.board_size=25"}),
            "--set match.board_size: 25 should be a whole number from 2 to 19");
  EXPECT_EQ(ErrorOf(kGood, {"match.board_size"}), "--set match.board_size: expected field.path=value");
  EXPECT_THAT(ErrorOf(kGood, {"sed=1"}), StartsWith("--set sed: Experiment has no field 'sed'; did you mean 'seed'?"));
}

TEST(ConfigTest, ASettingOfASweptFieldNarrowsTheSweepAndThePaper) {
  const std::string text = absl::StrCat(kGood, R"(
sweep { field: "match.komi" values: ["5.5", "6.50", "7.5"] }
paper {
  title: "P"
  values { measure: "win_rate" value: 0.4 at { field: "match.komi" value: "5.5" } }
  values { measure: "win_rate" value: 0.5 at { field: "match.komi" value: "6.5" } }
  values { measure: "win_rate" value: 0.6 at { field: "match.komi" value: "9.5" } }
}
)");
  const absl::StatusOr<v1::Experiment> experiment = ReadExperiment("x", text, {"match.komi=6.5, 0.5"});
  ASSERT_TRUE(experiment.ok()) << experiment.status();
  EXPECT_THAT(experiment->sweep(0).values(), ElementsAre("6.5", "0.5"));
  EXPECT_FALSE(experiment->match().has_komi());
  // What the sweep never had is a mistake in the file, and stays one.
  ASSERT_EQ(experiment->paper().values_size(), 2);
  EXPECT_EQ(experiment->paper().values(0).value(), 0.5);
  EXPECT_EQ(experiment->paper().values(1).value(), 0.6);

  EXPECT_THAT(ErrorOf(text, {"match.komi=6.5,x"}), StartsWith("--set match.komi: 'x'"));
  EXPECT_THAT(ErrorOf(text, {"match.komi=6.5,6.50"}), HasSubstr("the value 6.5 is there twice"));
}

TEST(ConfigTest, SizeIsBounded) {
  EXPECT_THAT(ErrorOf(std::string(kMaxExperimentBytes + 1, ' ')), HasSubstr("at most 4194304 bytes"));
}

TEST(ConfigTest, FormatHasEveryDefaultAndReadsAgain) {
  const v1::Experiment experiment = *ReadExperiment("x", kGood, {});
  const std::string text = FormatExperiment(experiment);
  EXPECT_THAT(text, HasSubstr("board_size: 9\n"));
  EXPECT_THAT(text, HasSubstr("ko_rule: POSITIONAL_SUPERKO\n"));
  EXPECT_THAT(text, HasSubstr("units: 100\n"));
  const absl::StatusOr<v1::Experiment> again = ReadExperiment("y", text, {});
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(FormatExperiment(*again), text);
}

}  // namespace
}  // namespace tenuki
