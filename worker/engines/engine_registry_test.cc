#include "worker/engines/engine_registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "absl/strings/str_cat.h"
#include "common/file_system.h"
#include "common/testing/status_matchers.h"
#include "worker/engines/engine_options.h"

namespace tenuki {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kGood = R"(engines {
  name: "gnugo"
  command: ["gnugo", "--mode", "gtp", "${book}"]
  options {
    name: "level"
    default: "10"
    argument: ["--level", "${value}"]
    integer { min: 0 max: 10 }
  }
  options {
    name: "rules"
    argument: "--${value}-rules"
    one_of { names: ["chinese", "japanese"] }
  }
  options { name: "comment" gtp: "echo ${value}" }
  options { name: "seed" gtp: "set_random_seed ${value}" integer { min: 1 max: 1000 } }
  seed_option: "seed"
  files { name: "book" path: "/books/9x9" }
}
)";

// The error of kGood with a part of it replaced.
std::string ErrorWith(std::string_view part, std::string_view replacement) {
  std::string text(kGood);
  const size_t at = text.find(part);
  EXPECT_NE(at, text.npos) << part;
  text.replace(at, part.size(), replacement);
  const auto registry = ReadEngineRegistry("e.textproto", text);
  EXPECT_EQ(registry.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(registry.status().message());
}

v1::Engine Good() { return ReadEngineRegistry("e.textproto", kGood)->engines(0); }

TEST(EngineRegistryTest, TheOneThatIsShippedIsRight) {
  const std::string path = absl::StrCat(TENUKI_CONFIGS, "/engines.textproto");
  const auto text = ReadWholeFile(FileSystem::Real(), path, kMaxEngineRegistryBytes);
  ASSERT_THAT(text, IsOk());
  const auto registry = ReadEngineRegistry(path, *text);
  ASSERT_THAT(registry, IsOk());
  EXPECT_THAT(FindEngine(*registry, "gnugo"), IsOk());
}

TEST(EngineRegistryTest, ErrorsHaveTheirPlaceAndWhatWouldBeRight) {
  EXPECT_EQ(ErrorWith("name: \"gnugo\"", ""), "e.textproto:1:1: engines.name is missing");
  EXPECT_EQ(ErrorWith("name: \"gnugo\"", "name: \"gnu go\""),
            "e.textproto:2:3: engines.name: 'gnu go' should be letters, digits, '-', '_' and '.'");
  EXPECT_EQ(ErrorWith("\"10\"", "\"11\""),
            "e.textproto:6:5: engines.options.default: '11' should be a whole number from 0 to 10");
  EXPECT_EQ(ErrorWith("min: 0 max: 10 ", "min: 5 max: 4"), "e.textproto:8:5: option 'level': min 5 is more than max 4");
  EXPECT_EQ(
      ErrorWith("argument: \"--${value}-rules\"", ""),
      "e.textproto:10:3: option 'rules' is never passed: give it `argument`, e.g. [\"--level\", \"${value}\"], or "
      "`gtp`, e.g. \"level ${value}\"");
  EXPECT_EQ(ErrorWith("--${value}-rules", "--rules"),
            "e.textproto:12:5: option 'rules': ${value} is to stand somewhere in it");
  EXPECT_THAT(ErrorWith("echo ${value}", "echo ${value}\\nquit"), HasSubstr("should be one GTP command"));
  EXPECT_EQ(ErrorWith("seed_option: \"seed\"", "seed_option: \"seeds\""),
            "e.textproto:17:3: engines.seed_option: 'seeds' should be an option with `integer`; did you mean 'seed'? "
            "(there are: level, seed)");
  EXPECT_EQ(ErrorWith("${book}", "${bok}"),
            "e.textproto:3:3: engines.command: '${bok}' should name one of the engine's files; did you mean 'book'? "
            "(there are: book)");
  EXPECT_THAT(ErrorWith("name: \"comment\"", "name: \"level\""), HasSubstr("'level' is there twice"));
  EXPECT_THAT(ErrorWith("seed_option", "sed_option"), HasSubstr("did you mean 'seed_option'?"));
  EXPECT_THAT(ErrorWith("seed_option: \"seed\"", "limits { quit_timeout_ms: 0 }"),
              HasSubstr("engines.limits.quit_timeout_ms: 0 should be"));
}

TEST(EngineRegistryTest, TheSameNameTwiceIsAnError) {
  EXPECT_THAT(ReadEngineRegistry("e", absl::StrCat(kGood, kGood)),
              StatusIs(absl::StatusCode::kInvalidArgument, "e:21:3: engines.name: 'gnugo' is there twice"));
}

TEST(EngineRegistryTest, UnknownEnginesGetTheNearestName) {
  const v1::EngineRegistry registry = *ReadEngineRegistry("e", kGood);
  EXPECT_THAT(FindEngine(registry, "gnu-go"), StatusIs(absl::StatusCode::kNotFound,
                                                       "there is no engine 'gnu-go' here; did you mean 'gnugo'? (the "
                                                       "registry has: gnugo; docs/engines.md says how to add one)"));
  EXPECT_THAT(FindEngine({}, "gnugo"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("registry of engines is empty")));
}

TEST(EngineOptionsTest, ReachTheProgram) {
  const EngineLaunch launch =
      *MakeEngineLaunch(Good(), {{"rules", "chinese"}, {"level", "3"}, {"comment", "hello"}}, 1001);
  EXPECT_THAT(launch.command, ElementsAre("gnugo", "--mode", "gtp", "/books/9x9", "--level", "3", "--chinese-rules"));
  EXPECT_THAT(launch.game_setup, ElementsAre("echo hello", "set_random_seed 2"));
}

TEST(EngineOptionsTest, ThoseLeftOutHaveTheirDefaultOrAreNotPassed) {
  const EngineLaunch launch = *MakeEngineLaunch(Good(), {}, std::nullopt);
  EXPECT_THAT(launch.command, ElementsAre("gnugo", "--mode", "gtp", "/books/9x9", "--level", "10"));
  EXPECT_THAT(launch.game_setup, ElementsAre());
}

TEST(EngineOptionsTest, SeedsAreReducedToTheRange) {
  v1::Engine engine = Good();
  v1::IntegerRange& range = *engine.mutable_options(3)->mutable_integer();
  const auto setup = [&](uint64_t seed) { return MakeEngineLaunch(engine, {}, seed)->game_setup.at(0); };
  EXPECT_EQ(setup(0), "set_random_seed 1");
  EXPECT_EQ(setup(999), "set_random_seed 1000");
  EXPECT_EQ(setup(~uint64_t{0}), "set_random_seed 616");  // 2^64 − 1 is 615 modulo 1000
  range.set_min(std::numeric_limits<int64_t>::min());
  range.set_max(std::numeric_limits<int64_t>::max());
  EXPECT_EQ(setup(~uint64_t{0}), "set_random_seed 9223372036854775807");
  range.set_min(-3);
  range.set_max(-1);
  EXPECT_EQ(setup(4), "set_random_seed -2");
}

TEST(EngineOptionsTest, ErrorsSayWhatWouldBeRight) {
  const auto error_of = [](const EngineOptions& options) {
    return std::string(CheckEngineOptions(Good(), options).message());
  };
  EXPECT_EQ(error_of({{"levl", "1"}}),
            "engine 'gnugo' has no option 'levl'; did you mean 'level'? (its options: level, rules, comment, seed)");
  EXPECT_EQ(error_of({{"level", "11"}}), "engine 'gnugo', option 'level': '11' should be a whole number from 0 to 10");
  EXPECT_EQ(error_of({{"level", "07"}}), "engine 'gnugo', option 'level': '07' should be a whole number from 0 to 10");
  EXPECT_EQ(error_of({{"rules", "chinse"}}),
            "engine 'gnugo', option 'rules': 'chinse' should be one of chinese, japanese; did you mean 'chinese'?");
  EXPECT_THAT(error_of({{"comment", "two words"}}), HasSubstr("should be a word"));
  EXPECT_THAT(error_of({{"seed", "1"}}), HasSubstr("cannot be set, as it takes the seed of each game"));
  EXPECT_EQ(error_of({{"level", "0"}, {"rules", "japanese"}, {"comment", "x"}}), "");
}

}  // namespace
}  // namespace tenuki
