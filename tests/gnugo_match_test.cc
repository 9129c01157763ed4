// `tenuki gtp` in the hands of a twogtp-like controller: whole games against GNU Go over pipes, both colours. The
// controller knows no more of either program than GTP.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/child_process.h"

namespace tenuki {
namespace {

constexpr absl::Duration kTimeout = absl::Minutes(1);

class GtpProgram {
 public:
  explicit GtpProgram(const std::vector<std::string>& command) : process_(ChildProcess::Start(command).value()) {}

  // The text of the answer, which has to be one of success.
  std::string Ask(const std::string& command) {
    EXPECT_TRUE(process_->Write(absl::StrCat(command, "\n")).ok());
    std::string answer;
    while (true) {
      const absl::StatusOr<std::string> line = process_->ReadLine(kTimeout);
      if (!line.ok()) {
        ADD_FAILURE() << command << ": " << line.status();
        return "resign";
      }
      if (absl::StripAsciiWhitespace(*line).empty()) {
        if (answer.empty()) continue;
        break;
      }
      absl::StrAppend(&answer, answer.empty() ? "" : "\n", *line);
    }
    EXPECT_TRUE(absl::StartsWith(answer, "=")) << command << ": " << answer;
    return std::string(absl::StripAsciiWhitespace(answer.substr(1)));
  }
  int Quit() {
    Ask("quit");
    return process_->WaitForExit(kTimeout).value();
  }

 private:
  std::unique_ptr<ChildProcess> process_;
};

struct Outcome {
  int num_moves = 0;
  bool resigned = false;
};

Outcome PlayGame(GtpProgram& black, GtpProgram& white) {
  for (GtpProgram* program : {&black, &white}) {
    program->Ask("boardsize 9");
    program->Ask("clear_board");
    program->Ask("komi 7.5");
  }
  Outcome outcome;
  int passes = 0;
  for (; passes < 2 && outcome.num_moves < 400; ++outcome.num_moves) {
    const bool is_black = outcome.num_moves % 2 == 0;
    const std::string color = is_black ? "black" : "white";
    const std::string move = absl::AsciiStrToLower((is_black ? black : white).Ask("genmove " + color));
    if (move == "resign") {
      outcome.resigned = true;
      break;
    }
    passes = move == "pass" ? passes + 1 : 0;
    (is_black ? white : black).Ask(absl::StrCat("play ", color, " ", move));
  }
  return outcome;
}

TEST(GnuGoMatchTest, PlaysWholeGamesInBothColours) {
  const std::vector<std::string> gnugo = {"gnugo",
                                          "--mode",
                                          "gtp",
                                          "--level",
                                          "0",
                                          "--chinese-rules",
                                          "--seed",
                                          "7",
                                          "--capture-all-dead",
                                          "--positional-superko"};
  const std::vector<std::string> tenuki = {TENUKI_BINARY, "gtp",      "--seed",
                                           "7",           "--player", "uct { playouts: 200 resign_below: 0.02 }"};
  for (const bool tenuki_is_black : {true, false}) {
    SCOPED_TRACE(tenuki_is_black);
    GtpProgram ours(tenuki);
    GtpProgram theirs(gnugo);
    GtpProgram& black = tenuki_is_black ? ours : theirs;
    GtpProgram& white = tenuki_is_black ? theirs : ours;
    const Outcome outcome = PlayGame(black, white);
    EXPECT_GT(outcome.num_moves, 20);
    EXPECT_LT(outcome.num_moves, 400);
    if (!outcome.resigned) {
      EXPECT_EQ(ours.Ask("final_score"), theirs.Ask("final_score")) << "all that is dead is captured";
    }
    EXPECT_EQ(ours.Quit(), 0);
    EXPECT_EQ(theirs.Quit(), 0);
  }
}

}  // namespace
}  // namespace tenuki
