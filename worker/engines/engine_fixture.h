// For tests: hosts of fake engines, sessions driven to their end, and looking at processes and descriptors.
//
//   const auto host = HostOf(FakeEngine({"--crash-at=2"}));
//   auto session = host->Start({.engine = "fake"}).value();
//   EngineEvent event = PlayUntilFailure(*host, *session);
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/log/check.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "experiments/engine_host.h"
#include "worker/engines/process_engine_host.h"

namespace tenuki {

// With limits that a test can wait for, and a slow machine keeps, sanitizers and all.
inline v1::Engine FakeEngine(const std::vector<std::string>& arguments, std::string name = "fake") {
  v1::Engine engine;
  engine.set_name(std::move(name));
  engine.add_command(FAKE_ENGINE);
  for (const std::string& argument : arguments) engine.add_command(argument);
  v1::EngineOption& seed = *engine.add_options();
  seed.set_name("seed");
  seed.add_argument("--seed=${value}");
  seed.mutable_integer()->set_min(0);
  seed.mutable_integer()->set_max(1'000'000);
  engine.set_seed_option("seed");
  engine.set_deterministic(true);
  engine.mutable_limits()->set_start_timeout_ms(20'000);
  engine.mutable_limits()->set_command_timeout_ms(20'000);
  engine.mutable_limits()->set_quit_timeout_ms(200);
  return engine;
}

inline std::unique_ptr<ProcessEngineHost> HostOf(std::vector<v1::Engine> engines,
                                                 const ProcessEngineHostOptions& options = {}) {
  v1::EngineRegistry registry;
  for (v1::Engine& engine : engines) *registry.add_engines() = std::move(engine);
  absl::StatusOr<std::unique_ptr<ProcessEngineHost>> host = ProcessEngineHost::Make(std::move(registry), options);
  CHECK_OK(host);
  return *std::move(host);
}

inline std::unique_ptr<ProcessEngineHost> HostOf(const v1::Engine& engine) { return HostOf(std::vector{engine}); }

inline EngineEvent WaitForEvent(EngineHost& host, EngineSession& session) {
  EngineSession* const sessions[] = {&session};
  std::optional<EngineEvent> event;
  while (!(event = session.Poll())) host.WaitForAny(sessions, absl::InfiniteDuration());
  return *std::move(event);
}

inline EngineEvent Ask(EngineHost& host, EngineSession& session, std::string_view command) {
  session.Send(command);
  return WaitForEvent(host, session);
}

// The moves of an engine that plays both sides on 9×9; ends with a failure, or with what is no move of a game, as text.
inline std::vector<std::string> PlayItself(EngineHost& host, EngineSession& session, int num_moves) {
  std::vector<std::string> commands = {"boardsize 9", "clear_board"};
  commands.insert(commands.end(), session.game_setup().begin(), session.game_setup().end());
  for (int i = 0; i < num_moves; ++i) commands.push_back(i % 2 == 0 ? "genmove b" : "genmove w");
  std::vector<std::string> moves;
  for (const std::string& command : commands) {
    const EngineEvent event = Ask(host, session, command);
    if (const auto* failure = std::get_if<EngineFailure>(&event)) {
      moves.push_back(DescribeEngineFailure(*failure));
      return moves;
    }
    const auto& answer = std::get<EngineAnswer>(event);
    if (command.starts_with("genmove")) moves.push_back(absl::StrCat(answer.ok ? "" : "? ", answer.text));
  }
  return moves;
}

// The failure that comes within that many moves.
inline EngineFailure PlayUntilFailure(EngineHost& host, EngineSession& session, int num_moves = 6) {
  std::vector<std::string> commands = {"boardsize 9", "clear_board"};
  for (int i = 0; i < num_moves; ++i) commands.push_back("genmove b");
  for (const std::string& command : commands) {
    const EngineEvent event = Ask(host, session, command);
    if (const auto* failure = std::get_if<EngineFailure>(&event)) return *failure;
  }
  ADD_FAILURE() << "no failure in " << num_moves << " moves";
  return {};
}

// Until the process is gone, or a zombie; it need not be our child.
inline void WaitForEndOf(pid_t pid) {
  const int pidfd = static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
  if (pidfd < 0) return;
  pollfd ended = {.fd = pidfd, .events = POLLIN, .revents = 0};
  poll(&ended, 1, -1);
  close(pidfd);
}

inline int NumOpenDescriptors() {
  const std::filesystem::directory_iterator descriptors("/proc/self/fd");
  return static_cast<int>(std::distance(begin(descriptors), end(descriptors)));
}

inline int ReadNumber(const std::string& file) {
  int number = 0;
  std::ifstream(file) >> number;
  return number;
}

}  // namespace tenuki
