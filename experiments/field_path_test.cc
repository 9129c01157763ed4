#include "experiments/field_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenuki/v1/experiment.pb.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

absl::Status Set(std::string_view path, std::string_view value, v1::Experiment& experiment) {
  absl::StatusOr<FieldPath> resolved = FieldPath::Resolve(*v1::Experiment::descriptor(), path);
  return resolved.ok() ? resolved->Set(value, experiment) : resolved.status();
}

std::string ErrorOf(std::string_view path, std::string_view value) {
  v1::Experiment experiment;
  const absl::Status status = Set(path, value, experiment);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << path << "=" << value;
  return std::string(status.message());
}

TEST(FieldPathTest, SetsEveryTypeThroughMessages) {
  v1::Experiment experiment;
  EXPECT_TRUE(Set("seed", "18446744073709551615", experiment).ok());
  EXPECT_TRUE(Set("match.board_size", "13", experiment).ok());
  EXPECT_TRUE(Set("match.komi", "-0.5", experiment).ok());
  EXPECT_TRUE(Set("match.ko_rule", "SIMPLE_KO", experiment).ok());
  EXPECT_TRUE(Set("match.suicide_allowed", "true", experiment).ok());
  EXPECT_TRUE(Set("description", "a = b, with 'quotes'", experiment).ok());
  EXPECT_TRUE(Set("stop.units", "1000000000000", experiment).ok());
  EXPECT_EQ(experiment.seed(), 18446744073709551615u);
  EXPECT_EQ(experiment.match().board_size(), 13);
  EXPECT_EQ(experiment.match().komi(), -0.5);
  EXPECT_EQ(experiment.match().ko_rule(), v1::SIMPLE_KO);
  EXPECT_TRUE(experiment.match().suicide_allowed());
  EXPECT_EQ(experiment.description(), "a = b, with 'quotes'");
  EXPECT_EQ(experiment.stop().units(), 1'000'000'000'000);
}

TEST(FieldPathTest, GetGivesWhatSetTakes) {
  v1::Experiment experiment;
  for (auto [path, value] : {std::pair("match.komi", "0.1"), std::pair("match.ko_rule", "SITUATIONAL_SUPERKO"),
                             std::pair("match.board_size", "19"), std::pair("match.suicide_allowed", "true")}) {
    ASSERT_TRUE(Set(path, value, experiment).ok());
    EXPECT_EQ(FieldPath::Resolve(*v1::Experiment::descriptor(), path)->Get(experiment), value);
  }
  EXPECT_EQ(FieldPath::Resolve(*v1::Experiment::descriptor(), "stop.units")->Get(experiment), "100") << "the default";
}

TEST(FieldPathTest, AWrongNameGetsTheNearestRightOne) {
  EXPECT_THAT(
      ErrorOf("match.bord_size", "9"),
      StartsWith("match.bord_size: Match has no field 'bord_size'; did you mean 'board_size'? (its fields: player, "
                 "opponent, "));
  EXPECT_THAT(ErrorOf("mach.komi", "9"), HasSubstr("did you mean 'match'?"));
  EXPECT_THAT(ErrorOf("", "9"), HasSubstr("Experiment has no field ''"));
}

TEST(FieldPathTest, APathHasToEndAtAValue) {
  EXPECT_EQ(ErrorOf("match.player", "x"),
            "match.player: 'player' is a group of fields; add one of them to the path: uniform, uct, engine, name");
  EXPECT_EQ(ErrorOf("match.komi.half", "1"), "match.komi.half: 'komi' is a number and has no field 'half'");
  EXPECT_EQ(ErrorOf("sweep.field", "x"), "sweep.field: 'sweep' is a list; only single values can be set");
}

TEST(FieldPathTest, AChoiceThatWasMadeIsNotUndone) {
  v1::Experiment experiment;
  experiment.mutable_match()->mutable_player()->mutable_uniform();
  EXPECT_EQ(Set("match.player.uct.playouts", "5", experiment).message(),
            "match.player.uct.playouts: 'uniform' is chosen there, which has no 'uct'");
  EXPECT_TRUE(experiment.match().player().has_uniform());
  EXPECT_TRUE(Set("match.opponent.uct.playouts", "5", experiment).ok()) << "nothing was chosen there";
}

TEST(FieldPathTest, AWrongValueGetsWhatIsAllowed) {
  EXPECT_EQ(ErrorOf("match.board_size", "25"), "match.board_size: 25 should be a whole number from 2 to 19");
  EXPECT_EQ(ErrorOf("match.board_size", "nine"), "match.board_size: 'nine' should be a whole number from 2 to 19");
  EXPECT_EQ(ErrorOf("match.board_size", "9.0"), "match.board_size: '9.0' should be a whole number from 2 to 19");
  EXPECT_EQ(ErrorOf("match.komi", "nan"), "match.komi: 'nan' should be a number from -1000 to 1000");
  EXPECT_EQ(ErrorOf("match.komi", "1e4"), "match.komi: 10000 should be a number from -1000 to 1000");
  EXPECT_EQ(ErrorOf("match.suicide_allowed", "yes"), "match.suicide_allowed: 'yes' should be true or false");
  EXPECT_EQ(ErrorOf("match.ko_rule", "SIMPEL_KO"),
            "match.ko_rule: 'SIMPEL_KO' should be SIMPLE_KO, POSITIONAL_SUPERKO or SITUATIONAL_SUPERKO; did you mean "
            "'SIMPLE_KO'?");
  EXPECT_THAT(ErrorOf("seed", "-1"), HasSubstr("should be a whole number"));
}

}  // namespace
}  // namespace tenuki
