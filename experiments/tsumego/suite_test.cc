#include "experiments/tsumego/suite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

absl::StatusOr<Suite> Read(const std::string& path, const std::string& content) {
  v1::InputFiles files;
  files.add_files()->set_path(path);
  files.mutable_files(0)->set_content(content);
  return Suite::Read(files);
}

std::string ErrorOf(const std::string& path, const std::string& content) {
  return std::string(Read(path, content).status().message());
}

constexpr char kSgf[] = "(;SZ[9]PL[W]AB[aa][ba]AW[ab][bb])";

TEST(SuiteTest, ReadsJsonLines) {
  const absl::StatusOr<Suite> suite =
      Read("s.jsonl",
           absl::StrCat("# a comment\n\n", R"({"id": "x", "level": "easy", "to_move": "W", "correct": ["ca", ""], )",
                        R"("refuted": ["cb"], "goal": "kill", "target": ["aa"], "region": ["ca"], "new": 1, "sgf": ")",
                        kSgf, "\"}\n"));
  ASSERT_TRUE(suite.ok()) << suite.status();
  ASSERT_EQ(suite->problems.size(), 1);
  const SuiteProblem& problem = suite->problems[0];
  EXPECT_EQ(problem.id, "x");
  EXPECT_EQ(problem.level, "easy");
  EXPECT_EQ(problem.board.to_move(), Color::kWhite);
  EXPECT_EQ(problem.board.stones(Color::kBlack).size(), 2);
  EXPECT_THAT(problem.correct, ElementsAre(*MoveFromSgf(9, "ca"), kPass));
  EXPECT_TRUE(problem.IsRefuted(*MoveFromSgf(9, "cb")));
  EXPECT_EQ(problem.hints.goal, Goal::kKill);
  EXPECT_TRUE(problem.hints.target.Contains(*MoveFromSgf(9, "aa")));
}

TEST(SuiteTest, ErrorsNameFileLineAndWhatWouldBeRight) {
  const auto line = [](std::string_view more) { return absl::StrCat("\n{\"sgf\": \"", kSgf, "\", ", more, "}\n"); };
  EXPECT_THAT(ErrorOf("s.jsonl", "\nrubbish"), AllOf(HasSubstr("s.jsonl: line 2"), HasSubstr("not a problem in JSON")));
  EXPECT_THAT(ErrorOf("s.jsonl", "{\"id\": \"x\"}"), HasSubstr("line 1: sgf: it has to be given"));
  EXPECT_THAT(ErrorOf("s.jsonl", line(R"("to_move": "Q")")), HasSubstr("to_move: 'Q' should be \"B\" or \"W\""));
  EXPECT_THAT(ErrorOf("s.jsonl", line(R"("to_move": "B")")), HasSubstr("to_move says black, and the SGF white"));
  EXPECT_THAT(ErrorOf("s.jsonl", line(R"("correct": ["zz"])")), HasSubstr("correct: 'zz' should be an SGF point"));
  EXPECT_THAT(ErrorOf("s.jsonl", line(R"("goal": "win")")), HasSubstr("goal: 'win' should be kill, live"));
  EXPECT_THAT(ErrorOf("s.jsonl", "{\"sgf\": \"(;SZ[9]AB[aa])\"}"), HasSubstr("neither PL, nor a first move"));
  EXPECT_THAT(ErrorOf("s.jsonl", "\n"), HasSubstr("there are no problems in it"));
  EXPECT_THAT(ErrorOf("a/p.sgf", "(;SZ[9]AB[aa"), HasSubstr("a/p.sgf: line 1"));
}

TEST(SuiteTest, ReadsSolutionTrees) {
  const absl::StatusOr<Suite> suite =
      Read("hard/p.sgf",
           "(;SZ[9]AB[aa](;B[cc](;W[dd];B[ee]C[RIGHT])(;W[ff]))(;B[gg];W[hh]C[That is not right-minded, sorry.])"
           "(;B[hh]C[no]))(;SZ[9]AB[aa];W[cc];B[dd])");
  ASSERT_TRUE(suite.ok()) << suite.status();
  ASSERT_EQ(suite->problems.size(), 2);
  const SuiteProblem& first = suite->problems[0];
  EXPECT_EQ(first.id, "hard/p.sgf #1");
  EXPECT_EQ(first.level, "hard");
  EXPECT_EQ(first.board.to_move(), Color::kBlack);
  EXPECT_TRUE(first.IsCorrect(*MoveFromSgf(9, "cc")));
  EXPECT_TRUE(first.IsRefuted(*MoveFromSgf(9, "hh")));
  //  Without any such comment the main line is the solution.
  EXPECT_THAT(suite->problems[1].correct, ElementsAre(*MoveFromSgf(9, "cc")));
  EXPECT_EQ(suite->problems[1].board.to_move(), Color::kWhite);
}

}  // namespace
}  // namespace tenuki
