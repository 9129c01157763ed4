// An engine that says what a test wants, without a process.
//
//   ScriptedSession session({{"genmove black", "= D4"}, {"play white E5", "? illegal move"}});
//   …
//   EXPECT_THAT(session.commands(), ElementsAre(…));
//
// Commands that the script does not know are answered "=". Each answer comes with the second Poll: the first finds the
// engine thinking.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "experiments/engine_host.h"

namespace tenuki {

class ScriptedSession final : public EngineSession {
 public:
  // By command: "= text", "? text", or "!" for a crash.
  explicit ScriptedSession(std::map<std::string, std::string> answers, std::vector<std::string> game_setup = {})
      : answers_(std::move(answers)), game_setup_(std::move(game_setup)) {}

  void Send(std::string_view command) override {
    CHECK(!is_asked_) << command << " before " << commands_.back() << " was answered";
    commands_.emplace_back(command);
    is_asked_ = true;
    is_thinking_ = true;
  }

  std::optional<EngineEvent> Poll() override {
    if (!is_asked_ || std::exchange(is_thinking_, false)) return std::nullopt;
    is_asked_ = false;
    const auto found = answers_.find(commands_.back());
    const std::string_view answer = found == answers_.end() ? "=" : std::string_view(found->second);
    if (answer == "!") return EngineFailure{.what = "crashed", .command = commands_.back()};
    return EngineAnswer{.ok = answer[0] == '=',
                        .text = std::string(answer.substr(std::min<size_t>(2, answer.size()))),
                        .time = absl::Milliseconds(5)};
  }

  const std::vector<std::string>& game_setup() const override { return game_setup_; }
  const std::string& command_line() const override { return command_line_; }
  EngineUsage usage() const override { return {}; }
  // In their order.
  const std::vector<std::string>& commands() const { return commands_; }

 private:
  const std::map<std::string, std::string> answers_;
  const std::vector<std::string> game_setup_;
  const std::string command_line_ = "scripted";
  std::vector<std::string> commands_;
  bool is_asked_ = false;
  bool is_thinking_ = false;
};

}  // namespace tenuki
