#include "engine/gtp/command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenuki {
namespace {

using ::testing::HasSubstr;

struct ParseCase {
  std::string_view line;
  GtpCommand command;
};

TEST(ParseGtpCommandTest, ReadsIdNameAndArguments) {
  const ParseCase kCases[] = {
      {"name", {.name = "name"}},
      {"12 name", {.id = 12, .name = "name"}},
      {"0 name", {.id = 0, .name = "name"}},
      {"2147483647 name", {.id = 2147483647, .name = "name"}},
      {"play B D4", {.name = "play", .args = {"B", "D4"}}},
      {"  7\t play   B\tD4  ", {.id = 7, .name = "play", .args = {"B", "D4"}}},
      {"play B D4\r", {.name = "play", .args = {"B", "D4"}}},
      {"pl\x01"
       "ay\x7F B",
       {.name = "play", .args = {"B"}}},
      {"play B D4 # C4 is better", {.name = "play", .args = {"B", "D4"}}},
      {"play B D4#", {.name = "play", .args = {"B", "D4"}}},
      {"komi -3.5", {.name = "komi", .args = {"-3.5"}}},
      {"loadsgf /tmp/\xE6\x89\x8B.sgf", {.name = "loadsgf", .args = {"/tmp/\xE6\x89\x8B.sgf"}}},
      {"12", {.id = 12}},
      {"1 2 3", {.id = 1, .name = "2", .args = {"3"}}},
      {"-1 name", {.name = "-1", .args = {"name"}}},
      {"2147483648 name", {.name = "2147483648", .args = {"name"}}},
      {"12x name", {.name = "12x", .args = {"name"}}},
  };
  for (const auto& [line, command] : kCases) EXPECT_EQ(ParseGtpCommand(line), command) << line;
}

TEST(ParseGtpCommandTest, FindsNothingInEmptyLines) {
  for (std::string_view line : {"", " ", "\t \t", "\r", "# 12 name", "   # name", "\x01\x02"}) {
    EXPECT_EQ(ParseGtpCommand(line), std::nullopt) << line;
  }
}

TEST(FormatGtpCommandTest, IsReadBackAsItWas) {
  const GtpCommand kCommands[] = {
      {.name = "quit"}, {.id = 0, .name = "name"}, {.id = 12, .name = "play", .args = {"B", "D4"}}};
  for (const GtpCommand& command : kCommands) {
    const std::string line = *FormatGtpCommand(command);
    EXPECT_EQ(line.back(), '\n');
    EXPECT_EQ(ParseGtpCommand(line.substr(0, line.size() - 1)), command);
  }
  EXPECT_EQ(*FormatGtpCommand(kCommands[2]), "12 play B D4\n");
}

TEST(FormatGtpCommandTest, RefusesWhatGtpCannotTransmit) {
  for (std::string_view word : {"", "my game.sgf", "a\tb", "a\nquit", "game#2.sgf", "a\rb", "\x7F"}) {
    const auto line = FormatGtpCommand({.name = "loadsgf", .args = {std::string(word), "1"}});
    EXPECT_EQ(line.status().code(), absl::StatusCode::kInvalidArgument) << word;
    EXPECT_FALSE(FormatGtpCommand({.name = std::string(word)}).ok()) << word;
  }
  EXPECT_THAT(FormatGtpCommand({.name = "loadsgf", .args = {"my game.sgf"}}).status().message(),
              HasSubstr("\"my game.sgf\""));
  EXPECT_FALSE(FormatGtpCommand({.name = "echo", .args = {std::string(kMaxGtpLineBytes, 'x')}}).ok());
}

TEST(FormatGtpResponseTest, EndsWithTheFirstEmptyLine) {
  EXPECT_EQ(FormatGtpResponse({}), "= \n\n");
  EXPECT_EQ(FormatGtpResponse({.id = 12}), "=12 \n\n");
  EXPECT_EQ(FormatGtpResponse({.text = "D4"}), "= D4\n\n");
  EXPECT_EQ(FormatGtpResponse({.ok = false, .id = 3, .text = "unknown command"}), "?3 unknown command\n\n");
  EXPECT_EQ(FormatGtpResponse({.text = "a\nb\n"}), "= a\nb\n\n");
  EXPECT_EQ(FormatGtpResponse({.text = "\na\n\n\nb\n\n"}), "= \na\nb\n\n");
  EXPECT_EQ(FormatGtpResponse({.text = "a\r\n\r\nb\x01"}), "= a\nb\n\n");
}

}  // namespace
}  // namespace tenuki
