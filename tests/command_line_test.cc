// The `tenuki` command as a shell, a GUI or a tournament program meets it: a process with pipes and an exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "common/cpu.h"
#include "engine/gtp/codec.h"
#include "tests/child_process.h"

namespace tenuki {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr absl::Duration kTimeout = absl::Seconds(60);

struct Outcome {
  int exit_code;
  std::string output;  // standard output and standard error
};

// Runs `tenuki` with these words of shell and nothing to read.
Outcome RunTenuki(const std::string& words) {
  auto shell =
      ChildProcess::Start({"sh", "-c", absl::StrCat("'" TENUKI_BINARY "' ", words, " 2>&1 </dev/null")}).value();
  std::string output;
  for (auto some = shell->ReadSome(kTimeout); some.ok(); some = shell->ReadSome(kTimeout)) output += *some;
  return {shell->WaitForExit(kTimeout).value(), output};
}

TEST(CommandLineTest, HelpAndVersion) {
  EXPECT_THAT(RunTenuki("--version").output, StartsWith("tenuki "));
  const Outcome help = RunTenuki("--help");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_THAT(help.output, AllOf(HasSubstr("gtp"), HasSubstr("run"), HasSubstr("Exit codes")));
  EXPECT_THAT(RunTenuki("gtp --help").output, AllOf(HasSubstr("--komi"), HasSubstr("Example")));
}

TEST(CommandLineTest, BadUsageIsExitCode2AndNamesTheMistake) {
  const struct {
    const char* words;
    const char* complaint;
  } cases[] = {
      {"", "SUBCOMMANDS"},
      {"frobnicate", "frobnicate"},
      {"gtp --size 20", "--size"},
      {"gtp --komi seven", "'seven'"},
      {"gtp --rules japanese", "'japanese'"},
      {"gtp --cpu-level mmx", "--cpu-level"},
      {"gtp --seed -1", "--seed"},
      {"run", "CONFIG"},
      {"run nowhere/none.textproto", "nowhere/none.textproto"},
      {"run .", "Is a directory"},
      {"check nowhere/none.textproto", "nowhere/none.textproto"},
      {"worker", "--coordinator"},
      {"status --coordinator nowhere x", "HOST:PORT"},
      {"report nowhere", "nowhere/experiment.textproto"},
      {"digest nowhere", "nowhere"},
  };
  for (const auto& [words, complaint] : cases) {
    SCOPED_TRACE(words);
    const Outcome outcome = RunTenuki(words);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.output, HasSubstr(complaint));
  }
}

// A controller of `tenuki gtp`: the client's end of the codec over real pipes.
class Engine {
 public:
  explicit Engine(std::vector<std::string> options = {}) {
    options.insert(options.begin(), {TENUKI_BINARY, "gtp"});
    process_ = ChildProcess::Start(options).value();
  }

  ChildProcess& process() { return *process_; }

  GtpResponse Ask(const GtpCommand& command) {
    EXPECT_TRUE(process_->Write(FormatGtpCommand(command).value()).ok());
    return ReadResponse();
  }
  std::string Ask(std::string_view line) { return Ask(ParseGtpCommand(line).value()).text; }

  GtpResponse ReadResponse() {
    while (true) {
      if (std::optional<GtpResponse> response = reader_.Next()) return *response;
      const absl::StatusOr<std::string> bytes = process_->ReadSome(kTimeout);
      if (!bytes.ok() || !reader_.Feed(*bytes).ok()) {
        ADD_FAILURE() << "no response: " << bytes.status();
        return {.ok = false};
      }
    }
  }

 private:
  std::unique_ptr<ChildProcess> process_;
  GtpResponseReader reader_;
};

TEST(GtpProcessTest, AnswersEachCommandWhenItComes) {
  Engine engine({"--size", "9", "--komi", "5.5"});
  EXPECT_EQ(engine.Ask({.id = 3, .name = "protocol_version"}), (GtpResponse{.id = 3, .text = "2"}));
  EXPECT_EQ(engine.Ask("name"), "tenuki uniform");
  EXPECT_EQ(engine.Ask("final_score"), "W+5.5");
  EXPECT_FALSE(engine.Ask({.name = "play", .args = {"black", "I5"}}).ok);
  EXPECT_EQ(engine.Ask("quit"), "");
  EXPECT_EQ(engine.process().WaitForExit(kTimeout).value(), 0);
}

TEST(GtpProcessTest, TakesBytesAsTheyArrive) {
  Engine engine({"--size", "9"});
  for (std::string_view part : {"1 pla", "y b ", "E5\r", "\n# remark\n\n2 list_stones", " black\n3 na"}) {
    ASSERT_TRUE(engine.process().Write(part).ok());
  }
  EXPECT_EQ(engine.ReadResponse(), (GtpResponse{.id = 1}));
  EXPECT_EQ(engine.ReadResponse(), (GtpResponse{.id = 2, .text = "E5"}));
  ASSERT_TRUE(engine.process().Write("me").ok());
  engine.process().CloseInput();  // a last line without its end is a line
  EXPECT_EQ(engine.ReadResponse(), (GtpResponse{.id = 3, .text = "tenuki uniform"}));
  EXPECT_EQ(engine.process().WaitForExit(kTimeout).value(), 0);
}

// `head` leaves after a line while commands keep coming; the exit code takes another way out.
TEST(GtpProcessTest, AControllerThatIsGoneIsNoFailure) {
  auto shell = ChildProcess::Start({"sh", "-c",
                                    "exec 3>&1; { echo name; yes showboard; } 2>/dev/null |"
                                    "{ '" TENUKI_BINARY "' gtp; echo \"exit $?\" >&3; } | head -n 1"})
                   .value();
  std::vector<std::string> lines;
  for (auto line = shell->ReadLine(kTimeout); line.ok(); line = shell->ReadLine(kTimeout)) lines.push_back(*line);
  EXPECT_THAT(lines, testing::UnorderedElementsAre("= tenuki uniform", "exit 0"));
}

TEST(GtpProcessTest, LoadsFilesAndSaysWhatIsWrongWithThem) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "tenuki_gtp_process_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "good.sgf") << "(;GM[1]SZ[9]KM[0.5];B[ee];W[gc])";
  std::ofstream(folder / "bad.sgf") << "(;SZ[9];B[ee]\n;W[zz])";
  Engine engine;
  EXPECT_EQ(engine.Ask(absl::StrCat("loadsgf ", (folder / "good.sgf").string())), "");
  EXPECT_EQ(engine.Ask("list_stones white"), "G7");
  EXPECT_THAT(engine.Ask(absl::StrCat("loadsgf ", (folder / "bad.sgf").string())),
              AllOf(StartsWith("cannot load file"), HasSubstr("line 2, column 4")));
  EXPECT_THAT(engine.Ask(absl::StrCat("loadsgf ", (folder / "none.sgf").string())), HasSubstr("No such file"));
  EXPECT_EQ(engine.Ask("list_stones black"), "E5");
  std::filesystem::remove_all(folder);
}

// The moves of a whole game between two processes.
std::string PlayGame(const std::vector<std::string>& options) {
  Engine black(options);
  Engine white(options);
  std::vector<std::string> moves;
  for (int ply = 0; ply < 600; ++ply) {
    Engine& mover = ply % 2 == 0 ? black : white;
    Engine& other = ply % 2 == 0 ? white : black;
    const std::string color = ply % 2 == 0 ? "black" : "white";
    moves.push_back(mover.Ask("genmove " + color));
    EXPECT_EQ(other.Ask(absl::StrCat("play ", color, " ", moves.back())), "");
    if (moves.size() > 1 && moves.back() == "pass" && moves[moves.size() - 2] == "pass") break;
  }
  EXPECT_EQ(moves.back(), "pass") << "the game does not end";
  const std::string score = black.Ask("final_score");
  EXPECT_EQ(white.Ask("final_score"), score);
  return absl::StrCat(absl::StrJoin(moves, " "), " ", score);
}

TEST(GtpProcessTest, AGameDependsOnTheSeedAndNotOnTheCpuLevel) {
  const std::string game = PlayGame({"--size", "9", "--seed", "5", "--cpu-level", "baseline"});
  for (CpuLevel level : SupportedCpuLevels()) {
    EXPECT_EQ(PlayGame({"--size", "9", "--seed", "5", "--cpu-level", std::string(CpuLevelName(level))}), game);
  }
  EXPECT_NE(PlayGame({"--size", "9", "--seed", "6"}), game);
}

}  // namespace
}  // namespace tenuki
