#include "experiments/engines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "common/testing/status_matchers.h"
#include "experiments/testing/scripted_host.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

v1::Experiment ExperimentWith(std::string_view player) {
  return ReadExperiment("x", absl::StrCat("name: 'x' match { player { ", player, " } opponent { uniform {} } }"), {})
      .value();
}

TEST(EnginesTest, APinSaysWhichProgramItIs) {
  ScriptedHost host;
  v1::Experiment experiment = ExperimentWith("engine { name: 'scripted' }");
  EXPECT_THAT(MakePlan(experiment), StatusIs(absl::StatusCode::kInvalidArgument,
                                             HasSubstr("match.player.engine: which program 'scripted' is")));
  ASSERT_THAT(PinEngines(host, experiment), IsOk());
  EXPECT_EQ(experiment.match().player().engine().pinned().identity(), host.Identify("scripted")->digest.ToHex());
  EXPECT_THAT(MakePlan(experiment), IsOk());
  EXPECT_THAT(PinEngines(host, experiment), IsOk()) << "it is the same";
  host.program = "another program";
  EXPECT_THAT(PinEngines(host, experiment),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("was planned with 'scripted' being 1")));
}

TEST(EnginesTest, AnotherProgramMakesAnotherCell) {
  ScriptedHost host;
  const Plan one =
      PinnedPlan("name: 'x' match { player { engine { name: 'scripted' } } opponent { uniform {} } }", host);
  host.program = "another program";
  const Plan other =
      PinnedPlan("name: 'x' match { player { engine { name: 'scripted' } } opponent { uniform {} } }", host);
  EXPECT_NE(one.cells[0].digest, other.cells[0].digest);
}

TEST(EnginesTest, WhatTheHostDoesNotKnowIsRefused) {
  ScriptedHost host;
  v1::Experiment unknown = ExperimentWith("engine { name: 'gnugoo' }");
  EXPECT_THAT(PinEngines(host, unknown), StatusIs(absl::StatusCode::kNotFound));
  v1::Experiment bad = ExperimentWith("engine { name: 'scripted' settings { name: 'bad' value: '1' } }");
  EXPECT_THAT(PinEngines(host, bad), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("'bad'")));
  v1::Experiment twice =
      ExperimentWith("engine { name: 'scripted' settings { name: 'a' value: '1' } settings { name: 'a' value: '2' } }");
  ASSERT_THAT(PinEngines(host, twice), IsOk());
  EXPECT_THAT(MakePlan(twice).status().message(), HasSubstr("match.player.engine.settings: 'a' is set twice"));
}

TEST(EnginesTest, ASweepOfNamesWouldBeAnotherProgram) {
  ScriptedHost host;
  v1::Experiment experiment = ExperimentWith("engine { name: 'scripted' }");
  ASSERT_THAT(PinEngines(host, experiment), IsOk());
  v1::Sweep& sweep = *experiment.add_sweep();
  sweep.set_field("match.player.engine.name");
  sweep.add_values("other");
  EXPECT_THAT(MakePlan(experiment).status().message(), HasSubstr("'other' is pinned to what 'scripted' is"));
}

TEST(EnginesTest, EachIsNeededOnce) {
  ScriptedHost host;
  const Plan plan = PinnedPlan(R"(name: "x" match { format: ROUND_ROBIN
      players { name: "a" engine { name: "scripted" } }
      players { name: "b" engine { name: "scripted" settings { name: "level" value: "3" } } }
      players { uniform {} } })",
                               host);
  EXPECT_THAT(PinnedEngines(plan.experiment), SizeIs(1));
  EXPECT_EQ(EngineText(plan.cells[0].experiment.match().opponent().engine()), "scripted level=3");
}

}  // namespace
}  // namespace tenuki
