// The kind as a whole: solved problems, bad ones, and the suite that is shipped.
#include "experiments/tsumego/tsumego.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "experiments/tsumego/solve_unit.h"
#include "experiments/tsumego/suite.h"

namespace tenuki {
namespace {

using ::testing::HasSubstr;

ProblemRow Solved(const std::string& json) {
  v1::InputFiles files;
  files.add_files()->set_path("s.jsonl");
  files.mutable_files(0)->set_content(json);
  const absl::StatusOr<Suite> suite = Suite::Read(files);
  EXPECT_TRUE(suite.ok()) << suite.status();
  v1::Tsumego tsumego;
  tsumego.set_max_nodes(20'000);
  tsumego.set_table_megabytes(1);
  tsumego.mutable_monte_carlo()->set_playouts(200);
  return SolveUnit(suite->problems[0], tsumego, /*seed=*/1, [] { return absl::ZeroDuration(); }).problem;
}

//   A B C D E F G
// 7 . . . X O . .      Straight three in the corner.
// 6 X X X X O . .
// 5 O O O O O . .
constexpr char kStraightThree[] = "AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]";

TEST(TsumegoTest, FindsWhatIsAskedAndProvesIt) {
  for (const char* to_move : {"B", "W"}) {
    const ProblemRow row =
        Solved(absl::StrCat("{\"sgf\": \"(;SZ[7]PL[", to_move, "]", kStraightThree, ")\", \"correct\": [\"ba\"]}"));
    EXPECT_EQ(row.error, "");
    EXPECT_EQ(row.answer, "ba");
    EXPECT_TRUE(row.is_correct);
    EXPECT_EQ(row.certainty, "proven");
    EXPECT_EQ(row.outcome, *to_move == 'B' ? "alive" : "dead");
    EXPECT_EQ(row.goal, *to_move == 'B' ? "live" : "kill");
    EXPECT_EQ(row.other_moves, "");
    EXPECT_THAT(row.line, testing::StartsWith("ba"));
  }
}

TEST(TsumegoTest, AWrongAnswerOfTheSuiteIsSeen) {
  const ProblemRow row = Solved(
      absl::StrCat("{\"sgf\": \"(;SZ[7]PL[B]", kStraightThree, ")\", \"correct\": [\"aa\"], \"refuted\": [\"ba\"]}"));
  EXPECT_FALSE(row.is_correct);
  EXPECT_TRUE(row.is_refuted);
  EXPECT_TRUE(row.is_proven);
}

TEST(TsumegoTest, SaysWhatIsWrongWithAProblem) {
  EXPECT_THAT(Solved("{\"sgf\": \"(;SZ[9]PL[B])\"}").error, HasSubstr("has no stones"));
  EXPECT_THAT(Solved("{\"sgf\": \"(;SZ[9]PL[B]AB[ee])\"}").error, HasSubstr("is enclosed; give the problem a target"));
  EXPECT_THAT(Solved("{\"sgf\": \"(;SZ[19]PL[B]AB[dd][dp]AW[pp])\", \"target\": [\"dd\"]}").error,
              HasSubstr("the target cannot be enclosed"));
  EXPECT_THAT(Solved("{\"sgf\": \"(;SZ[19]PL[B]AB[dd][dp]AW[pp])\"}").error,
              HasSubstr("is enclosed; give the problem"));
  const std::string three = absl::StrCat("\"sgf\": \"(;SZ[7]PL[W]", kStraightThree, ")\"");
  //  White cannot live with Black's stones.
  EXPECT_THAT(Solved(absl::StrCat("{", three, ", \"goal\": \"live\", \"target\": [\"ab\"]}")).error,
              HasSubstr("the goal 'live' is not one of white"));
  EXPECT_THAT(Solved(absl::StrCat("{", three, ", \"target\": [\"ab\", \"ac\"]}")).error,
              HasSubstr("the target should be stones of one side"));
  EXPECT_THAT(Solved(absl::StrCat("{", three, ", \"target\": [\"ab\"], \"region\": [\"gg\"]}")).error,
              HasSubstr("is not enclosed"));
}

//  Two groups that the first move decides: one answer, and the row says that there were two.
TEST(TsumegoTest, TwoPossibleTargetsAreCounted) {
  const ProblemRow row = Solved(
      "{\"sgf\": \"(;SZ[13]PL[B]AB[ab][bb][cb][db][da][mb][lb][kb][jb][ja]"
      "AW[ac][bc][cc][dc][ec][eb][ea][mc][lc][kc][jc][ic][ib][ia])\"}");
  EXPECT_EQ(row.error, "");
  EXPECT_GE(row.decided_readings, 2);
  EXPECT_THAT(row.answer, testing::AnyOf("ba", "la"));
}

}  // namespace
}  // namespace tenuki
